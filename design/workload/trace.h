/* design/workload/trace.h: a trace of packets.
 *
 * A CSV file: a header "cycle,source,destination,class,bytes", then a line for each packet, in the
 * order of cycles. A packet may have several destinations, joined by `+`: 8+9+14. `class` is read,
 * write (requests), reply, or request, which is a read if it is smaller than half of the trace's
 * largest request (or if all are of one size). Nodes are numbered as in `traffic.hotspot_nodes`:
 * column + columns * row on grids, else compute nodes first.
 *
 * Further columns may follow, in any order; all but the first of them may have empty fields:
 *
 *     address      address of a request, in bytes, decimal or 0x and hexadecimal. With this column
 *                  every request has an address, and one destination, and the field of a reply is
 *                  empty; there are no columns network and phase then
 *     reply_bytes  bytes of the answer to this request; else the design's
 *     network      number of the design's network that carries the packet, from 0
 *     id           whole number, by which other lines name the packet
 *     after        ids of lines above, joined by `+`: the packet is created when all these packets
 *                  have been delivered, reads answered, but not before its cycle
 *     delay        cycles that pass in between
 *     phase        name of the part of the program to which the packet belongs */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_H
#define NOC_DESIGN_WORKLOAD_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum { NOC_TRACE_NODES_MAX = 65536, NOC_TRACE_DESTINATIONS_MAX = 1024 };
enum { NOC_TRACE_BYTES_MAX = 1 << 20 };
enum { NOC_TRACE_PHASES_MAX = 32, NOC_TRACE_PHASE_CHARS = 32 }; /* names, the end among them */
enum { NOC_TRACE_LINE_MAX = 1 << 20 };                          /* bytes of a line of the file */
#define NOC_TRACE_CYCLES_MAX ((uint64_t)1 << 63) /* cycles from the first packet to any other */

typedef enum noc_trace_class {
    NOC_TRACE_READ,
    NOC_TRACE_WRITE,
    NOC_TRACE_REQUEST, /* only while the file is read: later one of the two above */
    NOC_TRACE_REPLY
} noc_trace_class;

typedef struct noc_trace_packet {
    uint64_t cycle;
    uint64_t address; /* address of a request, where the trace has addresses; else 0 */
    uint32_t source, destination, bytes; /* destination: the first of several */
    uint32_t first_more, more;           /* further destinations: trace->more[first_more] and on */
    uint32_t reply_bytes;                /* bytes of its reply; 0: the design's */
    uint32_t after; /* number of packets that it waits for: trace->after[first_after] and on */
    size_t first_after;
    uint64_t delay;   /* cycles after the last packet that it waits for */
    uint16_t network; /* 1 + network that carries the packet; 0: any */
    uint8_t phase;    /* number of its phase in the trace, from 1; 0: none */
    bool has_id;
    bool by_size; /* true for a request whose size says whether it is a read */
    noc_trace_class class;
} noc_trace_packet;

/* Class of packets for which each cell is read, or not, alike in every design. */
typedef struct noc_trace_alike {
    noc_trace_packet sample; /* first packet of the class */
    size_t first, count;     /* position of the sample; number of packets */
} noc_trace_alike;

/* Numbering of nodes in a trace. */
typedef enum noc_trace_nodes {
    /* numbers of tiles if the design has tiles; else as NOC_TRACE_NODES_KIND */
    NOC_TRACE_NODES_USUAL,
    NOC_TRACE_NODES_TILE,
    NOC_TRACE_NODES_KIND, /* compute nodes first, then memory nodes, on whatever tiles */
} noc_trace_nodes;

typedef struct noc_trace {
    noc_trace_packet *packets; /* packet i is in line i + 2; NULL: packets are not held */
    size_t count, capacity;
    char *path;     /* file to read packets from, where they are not held; else NULL */
    uint32_t *more; /* further destinations of packets */
    size_t more_count, more_capacity;
    uint32_t *after; /* positions of packets for which others wait */
    size_t after_count, after_capacity;
    noc_trace_alike *alike; /* counts of packets, where packets are not held */
    size_t alike_count, alike_capacity;
    uint64_t first_cycle, last_cycle, longest_delay;
    uint32_t read_below;        /* bytes; smaller requests of class request are reads */
    uint64_t requests, replies; /* counts, one for each destination of a packet */
    /* names of phases, in the order of their first lines */
    char phases[NOC_TRACE_PHASES_MAX][NOC_TRACE_PHASE_CHARS];
    uint8_t phase_count;
    noc_trace_nodes nodes; /* NOC_TRACE_NODES_USUAL after reading; an importer may change it */
    bool addressed;        /* true if requests have addresses */
    bool linked;    /* true if packets wait for others, or give the length of their answers */
    bool networked; /* true if packets may name the network that carries them */
} noc_trace;

static inline bool noc_trace_is_held(const noc_trace *trace)
{
    return trace->packets || trace->count == 0;
}

/* Destination `i` of a packet, at most packet->more. */
static inline uint32_t noc_trace_destination(const noc_trace *trace, const noc_trace_packet *packet,
                                             uint32_t i)
{
    return i == 0 ? packet->destination : trace->more[packet->first_more + i - 1];
}

/* Reads a trace of at least one packet; "-" is standard input. NOC_EINPUT with file and line of the
 * first bad line, or with the memory that the trace would need where a run may not hold so much
 * (base/memory_limit.h); then the trace is empty. The caller clears it. */
noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag);
void noc_trace_clear(noc_trace *trace);

/* ---- traces that are not held ---------------------------------------------------------------- */

enum { NOC_TRACE_HELD = 1 << 16 }; /* default of the packets that are held */

/* Reads a trace as noc_trace_read does, but if it has more than `held_most` packets only checks and
 * counts them, to be read again as the trace is played (noc_trace_reader). Traces with addresses,
 * with packets to several destinations, and files that are not regular are always held. An id that
 * is given twice is then found with the line of the second. */
noc_status noc_trace_scan(const char *path, size_t held_most, noc_trace *trace, noc_diag *diag);

/* A line of the file, as a packet. */
typedef struct noc_trace_row {
    noc_trace_packet packet;
    uint64_t id;           /* id of the packet, if has_id */
    const uint64_t *after; /* ids of the packets that it waits for: packet.after of them */
} noc_trace_row;

typedef struct noc_trace_reader noc_trace_reader;

/* Opens a trace that is not held to read it once more; borrows it and `diag`. NOC_EINPUT, here or
 * in noc_trace_reader_next, if the file has changed. noc_trace_reader_close accepts NULL, and is
 * called after an error, too. */
noc_status noc_trace_reader_open(const noc_trace *trace, noc_trace_reader **reader, noc_diag *diag);
void noc_trace_reader_close(noc_trace_reader *reader);

/* Reads the next line, valid until the next call; *row is NULL after the last. Ids are not checked
 * again. */
noc_status noc_trace_reader_next(noc_trace_reader *reader, const noc_trace_row **row);

#endif
