/* sampler/ports/trace_schedule.h: schedule of a trace: the packets that the sources of a system
 * create.
 *
 * A packet is created in its cycle, waits in a queue at its source, and has the flits of its bytes.
 * Cycles count from the first line of the trace; where networks have periods (windows, tokens),
 * from cycle 0 of the trace. A line with several destinations makes one packet for each
 * destination, or one multicast packet if every network of its class has multicast
 * (network.multicast). If a trace has no replies, memory nodes answer its requests as in open loop.
 * A trace with replies is played unchanged.
 *
 * Where packets wait for other packets (noc_trace.linked) or name a network, chains.h creates the
 * packets from the borrowed trace.
 *
 * A trace that is streamed (noc_trace_scan) is planned while it is played (sources/trace_stream.h).
 * Its schedule holds sums only, and borrows the trace.
 *
 * A trace with addresses holds requests of cores to the MSHRs of their L1 caches; loop/replay.h
 * creates the packets. Its sources are cores if cores share ports (cluster.cores), else nodes. */
#ifndef NOC_SAMPLER_PORTS_TRACE_SCHEDULE_H
#define NOC_SAMPLER_PORTS_TRACE_SCHEDULE_H

#include "base/arena.h"
#include "design/workload/trace.h"
#include "network/graph/system.h"

typedef struct noc_planned_packet {
    uint64_t cycle;
    uint64_t line;        /* memory line; valid if requests have addresses */
    uint32_t flow, bytes; /* flow to the first destination; size of the packet, bytes */
    /* flows to the other destinations: range in schedule->extra_flows */
    uint32_t first_extra, extra_count;
    uint32_t next;       /* next packet of the source; NOC_NONE: last one */
    uint32_t trace_line; /* line of the trace, from 0 */
    uint8_t type;
} noc_planned_packet;

typedef struct noc_trace_schedule {
    noc_arena arena;             /* memory of the lists */
    noc_planned_packet *packets; /* NULL: the trace is streamed */
    uint32_t count;
    uint32_t *extra_flows; /* extra flows of multicast packets */
    uint32_t extra_flow_count;
    uint32_t *first_packets; /* [source]: first packet; NOC_NONE: none */
    uint64_t start;          /* cycle of the first packet */
    const noc_trace *trace;  /* trace of the schedule; borrowed */
    const char *file;        /* name of the trace's file; borrowed */
    bool has_answers;        /* memory nodes answer requests */
    bool has_core_sources;   /* sources are cores */
    bool names_networks;     /* packets name a network */
    /* all packets with their answers: payload bytes; data bytes in the payload. With addresses:
     * as if every request were sent */
    double bytes, data;
    /* packets with their answers, by class; an upper bound with addresses */
    uint64_t deliveries[NOC_CLASSES];
} noc_trace_schedule;

/* True if chains.h creates the packets. */
static inline bool noc_trace_schedule_is_linked(const noc_trace_schedule *schedule)
{
    return !schedule->trace->has_addresses &&
           (schedule->trace->has_dependencies || schedule->names_networks);
}

/* True if nodes answer packets of a type. */
static inline bool noc_trace_is_answered(const noc_trace_schedule *schedule,
                                         const noc_system *system, int type)
{
    return schedule->has_answers && system->traffic.types[type].reply_type >= 0;
}

/* True if a delivered packet of a type ends its trace line: a read ends with its answer, any
 * other line with its packet. */
static inline bool noc_trace_schedule_ends_line(const noc_trace_schedule *schedule,
                                                const noc_system *system, int type)
{
    if (!schedule->has_answers) return true;
    if (system->traffic.types[type].class == NOC_REPLY) return type == NOC_READ_REPLY;
    return type != NOC_READ_REQUEST || !noc_trace_is_answered(schedule, system, type);
}

/* Adds the bytes of a packet and of its answer to schedule->bytes and schedule->data.
 * `reply_bytes`: size of the answer; 0: size of its packet type. */
void noc_trace_schedule_count(const noc_system *system, const noc_planned_packet *packet,
                              uint32_t reply_bytes, noc_trace_schedule *schedule);
void noc_trace_schedule_clear(noc_trace_schedule *schedule);

#endif
