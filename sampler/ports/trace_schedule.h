/* sampler/ports/trace_schedule.h: a trace, as the packets that the sources of a system create.
 *
 * Each packet is created at its cycle, counted from the trace's first (where networks have a rhythm
 * of their own, windows or tokens, from the trace's cycle 0), waits in a queue at its source, and
 * has the flits of its bytes. A line with several destinations is as many packets, in their order,
 * or one packet where every network of its class has multicast (network.multicast). If a trace has
 * no replies, memory nodes answer its requests as in open loop. A trace with replies is played
 * unchanged.
 *
 * Where packets wait for others (noc_trace.linked), or choose a network, the schedule borrows the
 * trace; chains.h creates the packets.
 *
 * A trace that is not held (noc_trace_scan) has each packet planned as it is played
 * (sources/trace_stream.h); the schedule has its sums, and borrows the trace.
 *
 * A trace with addresses contains the requests of cores to their L1 caches' MSHRs; loop/replay.h
 * makes packets of them. Where cores share ports (cluster.cores) its sources are cores, else
 * nodes. */
#ifndef NOC_SAMPLER_PORTS_TRACE_SCHEDULE_H
#define NOC_SAMPLER_PORTS_TRACE_SCHEDULE_H

#include "design/workload/trace.h"
#include "network/graph/system.h"

typedef struct noc_planned_packet {
    uint64_t cycle;
    uint64_t line;        /* line of memory, where requests have addresses */
    uint32_t flow, bytes; /* flow to the first destination; bytes of the packet */
    /* flows to the other destinations: schedule->others[first_other] and on */
    uint32_t first_other, others;
    uint32_t next;          /* next packet of the source; NOC_NONE: last one */
    uint32_t line_of_trace; /* line of the trace, from 0 */
    uint8_t type;
} noc_planned_packet;

typedef struct noc_trace_schedule {
    noc_planned_packet *packets; /* NULL: the trace is not held, and planned as it is played */
    uint32_t count;
    uint32_t *others; /* flows of packets to several destinations */
    uint32_t other_count;
    uint32_t *first;        /* first packet of each terminal, or core; NOC_NONE: none */
    uint64_t start;         /* cycle of the first packet */
    const noc_trace *trace; /* trace of the schedule; borrowed */
    const char *file;       /* name of the trace's file; borrowed */
    bool answers;           /* memory nodes answer requests */
    bool of_cores;          /* sources are cores */
    bool chooses;           /* packets name one of several networks for their class */
    /* payload of all packets, answers included, and data in the payload, bytes; where requests have
     * addresses, as if each were sent */
    double bytes, data;
    /* packets, answers included; an upper bound where requests have addresses */
    uint64_t deliveries[NOC_CLASSES];
} noc_trace_schedule;

/* True if chains create the packets (sampler/sources/chains.h). */
static inline bool noc_trace_schedule_is_linked(const noc_trace_schedule *schedule)
{
    return !schedule->trace->addressed && (schedule->trace->linked || schedule->chooses);
}

/* True if nodes answer the packets of a type. */
static inline bool noc_trace_schedule_answers(const noc_trace_schedule *schedule,
                                              const noc_system *system, int type)
{
    return schedule->answers && system->traffic.types[type].reply >= 0;
}

/* True if a line of the trace is over when a packet of the line, of this type, has arrived: a read
 * is over with its answer, any other line with the packet itself. */
static inline bool noc_trace_schedule_ends_line(const noc_trace_schedule *schedule,
                                                const noc_system *system, int type)
{
    if (!schedule->answers) return true;
    if (system->traffic.types[type].class == NOC_REPLY) return type == NOC_READ_REPLY;
    return type != NOC_READ_REQUEST || !noc_trace_schedule_answers(schedule, system, type);
}

/* Counts the bytes of a packet and of its answer. `reply_bytes`: bytes of the answer; 0: as the
 * design has it. */
void noc_trace_schedule_count(const noc_system *system, const noc_planned_packet *packet,
                              uint32_t reply_bytes, noc_trace_schedule *schedule);
void noc_trace_schedule_clear(noc_trace_schedule *schedule);

#endif
