/* design/workload/trace.h: a trace of packets, read from a CSV file.
 *
 * The file has a header "cycle,source,destination,class,bytes", then a line per packet, in the
 * order of cycles. A packet may have several destinations, joined by `+`: 8+9+14. `class` is read,
 * write (requests), reply, or request. A packet of class request is a read if it is smaller than
 * half of the trace's largest request, or if all requests have one size. Nodes are numbered as in
 * `traffic.hotspot_nodes`: column + columns * row on grids, else compute nodes first.
 *
 * Further columns may follow, in any order. Their fields may be empty, except for addresses of
 * requests:
 *
 *     address      address of a request, bytes, decimal or 0x and hexadecimal. With this column
 *                  every request has an address and one destination, replies have an empty field,
 *                  and there are no columns network and phase
 *     reply_bytes  bytes of the reply to this request; else the design's
 *     network      number of the design's network that carries the packet, from 0
 *     id           whole number by which other lines name the packet
 *     after        ids of lines above, joined by `+`: the packet is created when all these packets
 *                  have been delivered, reads answered, but not before its cycle
 *     delay        cycles between these deliveries and the creation of the packet
 *     phase        name of the part of the program to which the packet belongs */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_H
#define NOC_DESIGN_WORKLOAD_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

enum { NOC_TRACE_NODES_MAX = 65536, NOC_TRACE_DESTINATIONS_MAX = 1024 };
enum { NOC_TRACE_BYTES_MAX = 1 << 20 };
/* characters of a name, the terminating zero included */
enum { NOC_TRACE_PHASES_MAX = 32, NOC_TRACE_PHASE_CHARS = 32 };
enum { NOC_TRACE_LINE_MAX = 1 << 20 };           /* bytes of a line of the file */
#define NOC_TRACE_CYCLES_MAX ((uint64_t)1 << 63) /* cycles from the first packet to any other */

typedef enum noc_trace_class {
    NOC_TRACE_READ,
    NOC_TRACE_WRITE,
    NOC_TRACE_REQUEST, /* only while the file is read; later read or write */
    NOC_TRACE_REPLY
} noc_trace_class;

typedef struct noc_trace_packet {
    uint64_t cycle;
    uint64_t address;                    /* address of a request, bytes; 0: none */
    uint32_t source, destination, bytes; /* destination: the first destination */
    /* further destinations: `extra_count` entries of trace->extra_destinations, from
     * `first_extra` */
    uint32_t first_extra, extra_count;
    uint32_t reply_bytes; /* bytes of the reply; 0: the design's */
    /* number of packets that the packet waits for: entries of trace->waits, from `first_wait` */
    uint32_t wait_count;
    size_t first_wait;
    /* cycles from the last delivery of awaited packets to the creation of this one */
    uint64_t delay;
    uint16_t network; /* 1 + network that carries the packet; 0: any */
    uint8_t phase;    /* number of the packet's phase, from 1; 0: none */
    bool has_id;
    bool has_class_by_size; /* true for class request: the size decides between read and write */
    noc_trace_class class;
} noc_trace_packet;

/* Class of packets with equal treatment of their cells: each cell is read for all of them, or for
 * none, in any design. */
typedef struct noc_trace_cell_class {
    noc_trace_packet sample;           /* first packet of the class */
    size_t first_packet, packet_count; /* position of `sample` in the trace; number of packets */
} noc_trace_cell_class;

/* Numbering of nodes in a trace. */
typedef enum noc_trace_numbering {
    /* numbers of tiles if the design has tiles; else NOC_TRACE_NODES_KIND */
    NOC_TRACE_NODES_USUAL,
    NOC_TRACE_NODES_TILE,
    NOC_TRACE_NODES_KIND, /* compute nodes first, then memory nodes */
} noc_trace_numbering;

typedef struct noc_trace {
    /* packets; packet i is in line i + 2; NULL: packets are not stored */
    noc_trace_packet *packets;
    size_t count, capacity;
    char *path;                   /* file of a trace whose packets are not stored; else NULL */
    uint32_t *extra_destinations; /* further destinations of packets */
    size_t extra_count, extra_capacity;
    uint32_t *waits; /* positions of packets for which other packets wait */
    size_t wait_count, wait_capacity;
    /* classes of packets of a trace whose packets are not stored */
    noc_trace_cell_class *cell_classes;
    size_t cell_class_count, cell_class_capacity;
    uint64_t first_cycle, last_cycle, longest_delay;
    uint32_t read_limit_bytes;  /* bytes; smaller packets of class request are reads */
    uint64_t requests, replies; /* counts, one per destination of a packet */
    /* names of phases, in the order of their first lines */
    char phases[NOC_TRACE_PHASES_MAX][NOC_TRACE_PHASE_CHARS];
    uint8_t phase_count;
    /* NOC_TRACE_NODES_USUAL after reading; importers may change it */
    noc_trace_numbering numbering;
    bool has_addresses;    /* true if requests have addresses */
    bool has_dependencies; /* true if packets wait for others, or set the length of their replies */
    bool has_networks;     /* true if packets may set the network that carries them */
    noc_arena arena;       /* owns the lists and the path */
} noc_trace;

/* Frees the packets of a trace. */
static inline void noc_trace_clear(noc_trace *owner)
{
    noc_arena_clear(&owner->arena);
}

/* True if the packets of a trace are stored. */
static inline bool noc_trace_is_held(const noc_trace *trace)
{
    return trace->packets || trace->count == 0;
}

/* Returns destination `i` of a packet, 0 .. packet->extra_count. */
static inline uint32_t noc_trace_destination(const noc_trace *trace, const noc_trace_packet *packet,
                                             uint32_t i)
{
    return i == 0 ? packet->destination : trace->extra_destinations[packet->first_extra + i - 1];
}

/* Reads a trace of at least one packet; "-" is standard input. NOC_EINPUT with file and line of the
 * first bad line, or with the memory that the trace needs if a run may not use so much
 * (base/memory_limit.h); the trace is then empty. The caller clears its arena. */
noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag);

/* ---- traces whose packets are not stored ----------------------------------------------------- */

enum { NOC_TRACE_HELD = 1 << 16 }; /* default of `max_held` */

/* Reads a trace as noc_trace_read does, but stores at most `max_held` packets. A longer trace is
 * checked and counted only, and read again as it is played (noc_trace_reader). Traces with
 * addresses, with several destinations of a packet, and files that are not regular are always
 * stored. The fault of a repeated id then has the line of its second use only. */
noc_status noc_trace_scan(const char *path, size_t max_held, noc_trace *trace, noc_diag *diag);

/* Packet of a line of the file. */
typedef struct noc_trace_row {
    noc_trace_packet packet;
    uint64_t id; /* id of the packet, if packet.has_id */
    /* ids of the packets for which the packet waits, packet.wait_count of them */
    const uint64_t *wait_ids;
} noc_trace_row;

typedef struct noc_trace_reader noc_trace_reader;

/* Opens a trace whose packets are not stored, to read it again; borrows the trace and `diag`.
 * NOC_EINPUT, here or in noc_trace_reader_next, if the file has changed. noc_trace_reader_close
 * accepts NULL, and is called after errors, too. */
noc_status noc_trace_reader_open(const noc_trace *trace, noc_trace_reader **reader, noc_diag *diag);
void noc_trace_reader_close(noc_trace_reader *reader);

/* Reads the next line, valid until the next call; *row is NULL after the last line. Does not check
 * ids again. */
noc_status noc_trace_reader_next(noc_trace_reader *reader, const noc_trace_row **row);

#endif
