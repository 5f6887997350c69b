/* design/workload/trace.h: a trace of packets.
 *
 * A CSV file: a header "cycle,source,destination,class,bytes", then a line a packet in the order of
 * cycles. A packet may have several destinations, joined by `+`: 8+9+14. `class` is read, write
 * (requests), reply, or request, which is a read if it is smaller than half of the trace's largest
 * request (or if all are of one size). Nodes are numbered as in `traffic.hotspot_nodes`: column
 * + columns * row on grids, else compute nodes first.
 *
 * Columns may stand behind these, in any order, all but the first of them empty where there is
 * nothing to say:
 *
 *     address      that a request is for, in bytes, decimal or 0x and hexadecimal. If there is the
 *                  column every request has one, and one destination, and the field of a reply is
 *                  empty; there are no columns network and phase then
 *     reply_bytes  of the answer to this request; else as the design has it
 *     network      number of the design's network that carries it, from 0
 *     id           whole number, by which others name the packet
 *     after        ids of lines above, joined by `+`: it is created when all these packets have
 *                  been delivered, reads answered, but not before its cycle
 *     delay        cycles that pass in between
 *     phase        name of the part of the program that the packet belongs to */
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
#define NOC_TRACE_CYCLES_MAX ((uint64_t)1 << 63) /* from its first packet to any other */

typedef enum noc_trace_class {
    NOC_TRACE_READ,
    NOC_TRACE_WRITE,
    NOC_TRACE_REQUEST, /* while it is read only: then it is one of the two above */
    NOC_TRACE_REPLY
} noc_trace_class;

typedef struct noc_trace_packet {
    uint64_t cycle;
    uint64_t address;                    /* of a request, where the trace has them; else 0 */
    uint32_t source, destination, bytes; /* the first of its destinations */
    uint32_t first_more, more;           /* the others: trace->more[first_more] and on */
    uint32_t reply_bytes;                /* 0: as the design has it */
    uint32_t after; /* packets that it waits for: trace->after[first_after] and on */
    size_t first_after;
    uint64_t delay;   /* cycles after the last of them */
    uint16_t network; /* that carries it, from 1; 0: any */
    uint8_t phase;    /* number of its phase in the trace, from 1; 0: none */
    bool has_id;
    bool by_size; /* a request whose size tells whether it is a read */
    noc_trace_class class;
} noc_trace_packet;

/* Packets whose cells are read alike, whatever the design. */
typedef struct noc_trace_alike {
    noc_trace_packet sample; /* the first of them */
    size_t first, count;     /* position of the sample; number of packets */
} noc_trace_alike;

/* How a trace numbers nodes. */
typedef enum noc_trace_nodes {
    NOC_TRACE_NODES_USUAL, /* by tiles where there are some */
    NOC_TRACE_NODES_TILE,
    NOC_TRACE_NODES_KIND, /* compute nodes, then memory nodes, whatever tiles they stand on */
} noc_trace_nodes;

typedef struct noc_trace {
    noc_trace_packet *packets; /* packet i is in line i + 2; NULL: they are not held */
    size_t count, capacity;
    char *path;     /* file to read them from, where they are not held; else NULL */
    uint32_t *more; /* destinations of packets beside their first ones */
    size_t more_count, more_capacity;
    uint32_t *after; /* positions of packets that others wait for */
    size_t after_count, after_capacity;
    noc_trace_alike *alike; /* counts of packets, where these are not held */
    size_t alike_count, alike_capacity;
    uint64_t first_cycle, last_cycle, longest_delay;
    uint32_t read_below;        /* bytes; smaller requests of class request are reads */
    uint64_t requests, replies; /* one for each destination */
    char phases[NOC_TRACE_PHASES_MAX][NOC_TRACE_PHASE_CHARS]; /* names, as they come up */
    uint8_t phase_count;
    noc_trace_nodes nodes; /* usual as it is read; whoever knows better says so */
    bool addressed;        /* requests have addresses */
    bool linked;           /* packets wait for others, or say how long their answers are */
    bool networked;        /* packets may name the network that carries them */
} noc_trace;

static inline bool noc_trace_is_held(const noc_trace *trace)
{
    return trace->packets || trace->count == 0;
}

/* Destination i of a packet, below packet->more + 1. */
static inline uint32_t noc_trace_destination(const noc_trace *trace, const noc_trace_packet *packet,
                                             uint32_t i)
{
    return i == 0 ? packet->destination : trace->more[packet->first_more + i - 1];
}

/* Reads a trace; "-" is the standard input. One packet at least is in it. NOC_EINPUT with file and
 * line of the first bad line, or with what the trace would need where that is more than a run may
 * hold (base/memory_limit.h); then the trace is empty. The caller clears it. */
noc_status noc_trace_read(const char *path, noc_trace *trace, noc_diag *diag);
void noc_trace_clear(noc_trace *trace);

/* ---- traces that are not held ---------------------------------------------------------------- */

enum { NOC_TRACE_HELD = 1 << 16 }; /* packets that are held, usually */

/* The same, but a trace of more packets than `held_most` is checked and counted only, and read
 * again as it is played (noc_trace_reader). Held in any case: traces with addresses, with packets
 * to several destinations, and what is no regular file. An id that is given twice is then found
 * with the line of the second. */
noc_status noc_trace_scan(const char *path, size_t held_most, noc_trace *trace, noc_diag *diag);

/* A line, as a packet. */
typedef struct noc_trace_row {
    noc_trace_packet packet;
    uint64_t id;           /* if it has one */
    const uint64_t *after; /* ids that it waits for: packet.after of them */
} noc_trace_row;

typedef struct noc_trace_reader noc_trace_reader;

/* Reads a trace that is not held, and is borrowed, as is `diag`, once more. NOC_EINPUT, by this or
 * by noc_trace_reader_next, where the file is not what it was. noc_trace_reader_close takes NULL,
 * and is called whether or not there was an error. */
noc_status noc_trace_reader_open(const noc_trace *trace, noc_trace_reader **reader, noc_diag *diag);
void noc_trace_reader_close(noc_trace_reader *reader);

/* The next line, until the next call; *row: NULL: there is none. Whether ids are known is not
 * looked at again. */
noc_status noc_trace_reader_next(noc_trace_reader *reader, const noc_trace_row **row);

#endif
