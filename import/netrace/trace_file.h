/* import/netrace/trace_file.h: reads the packets of a trace of Netrace, one at a time.
 *
 * Layout of Netrace 1.0 (Hestness, Grot, Keckler, "Netrace: dependency-driven trace-based
 * network-on-chip simulation", NoCArc 2010; netrace.h): little-endian, without gaps; a header,
 * notes, regions, and packets up to the end of the file. Traces are usually compressed with
 * bzip2. */
#ifndef NOC_IMPORT_NETRACE_TRACE_FILE_H
#define NOC_IMPORT_NETRACE_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum {
    NOC_NETRACE_NAME_CHARS = 31,
    NOC_NETRACE_NOTES_CHARS = 8192,
    NOC_NETRACE_REGIONS_MAX = 100,
    NOC_NETRACE_TYPES = 31 /* numbers of packet types, some of which are unused */
};

/* Parts of a node, numbered as in packets: source and destination of a packet. */
enum {
    NOC_NETRACE_DATA_CACHE,
    NOC_NETRACE_INSTRUCTION_CACHE,
    NOC_NETRACE_L2,
    NOC_NETRACE_CONTROLLER, /* memory controller */
    NOC_NETRACE_NODE_KINDS
};

/* A region of the traced program. */
typedef struct noc_netrace_region {
    uint64_t offset; /* bytes from the end of the header to the first packet */
    uint64_t cycles, packets;
} noc_netrace_region;

typedef struct noc_netrace_header {
    char benchmark[NOC_NETRACE_NAME_CHARS];
    char notes[NOC_NETRACE_NOTES_CHARS];
    unsigned nodes;
    uint64_t cycles, packets;
    noc_netrace_region regions[NOC_NETRACE_REGIONS_MAX];
    unsigned region_count;
} noc_netrace_header;

/* Kinds of packet types. */
typedef enum noc_netrace_packet_kind {
    NOC_NETRACE_NO_TYPE, /* unused number */
    NOC_NETRACE_READS,   /* requests without data */
    NOC_NETRACE_WRITES,  /* requests with data */
    NOC_NETRACE_REPLIES
} noc_netrace_packet_kind;

typedef struct noc_netrace_type {
    const char *name; /* NULL: no such type */
    noc_netrace_packet_kind kind;
    unsigned bytes;
} noc_netrace_type;

extern const noc_netrace_type noc_netrace_types[NOC_NETRACE_TYPES];

enum { NOC_NETRACE_WAKES_MAX = 255 };

typedef struct noc_netrace_packet {
    uint64_t cycle; /* earliest cycle in which the packet may be sent */
    uint32_t id, address;
    uint8_t type, source, destination;
    uint8_t source_kind, destination_kind;
    uint8_t waiting_count;
    uint32_t waiting_ids[NOC_NETRACE_WAKES_MAX]; /* ids of later packets that wait for this one */
} noc_netrace_packet;

typedef struct noc_netrace_file noc_netrace_file;

/* Opens a trace and reads its header. Borrows `path`. NOC_EINPUT, with the reason, for a file that
 * is no trace. The caller closes *file, which may be NULL. */
noc_status noc_netrace_open(const char *path, noc_netrace_file **file, noc_diag *diag);
void noc_netrace_close(noc_netrace_file *file);

const noc_netrace_header *noc_netrace_header_of(const noc_netrace_file *file);

/* Reads the next packet. *has_packet is false after the last packet. NOC_EINPUT if the trace is cut
 * off, damaged, or shorter than its header states, or if a packet is impossible. */
noc_status noc_netrace_read_packet(noc_netrace_file *file, noc_netrace_packet *packet,
                                   bool *has_packet);

/* Return the number of packets read so far, and of their bytes in the file. */
uint64_t noc_netrace_packets(const noc_netrace_file *file);
uint64_t noc_netrace_offset(const noc_netrace_file *file);

/* Returns the share of the file that was read, in (0, 1]; 0: the file's size is unknown. */
double noc_netrace_share(const noc_netrace_file *file);

/* Refuses the last packet that was read: NOC_EINPUT. If the file is damaged, this is reported
 * instead. */
noc_status noc_netrace_refuse(const noc_netrace_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
