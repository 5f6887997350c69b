/* sampler/sampling/play.h: single play of a trace on a network, until the last flit has arrived;
 * with addresses, until each request has its answer and no packet is in a network. */
#ifndef NOC_SAMPLER_SAMPLING_PLAY_H
#define NOC_SAMPLER_SAMPLING_PLAY_H

#include "sampler/ports/trace_schedule.h"
#include "sampler/sampling/sample.h"
#include "sampler/sources/trace_tally.h"

typedef struct noc_play {
    uint64_t packets;  /* delivered packets, answers included */
    uint64_t requests; /* requests among the packets */
    /* Cycles from the creation of the first packet to the later one of two events: ejection of
     * the last flit, last answer to a core. */
    uint64_t makespan;
    uint64_t flit_hops;
    double bytes, data; /* payload bytes of the packets; data bytes in the payload */
    /* Means over all packets, cycles (hops: routers); NAN: no such packet. */
    double latency, network_latency, request_latency, reply_latency, round_trip, hops;
    /* mean round trip within a die, and between two dies, cycles; share of the transactions
     * within a die */
    double local_trip, remote_trip, local_share;
    /* quantiles of latencies, cycles; where memory nodes answer, of round trips */
    double p50, p95, p99;
    double accepted; /* flits per cycle and injecting node, of the injected class */
    /* Figures of merge tables and their caches, as in sample.h; NAN: no tables or no addresses. */
    double absorbed, entries_used;
    noc_trace_tally trace_tally; /* packets by class and phase; 0 where requests have addresses */
    uint32_t busiest_channel;    /* channel with the highest utilisation */
    double utilization; /* utilisation of the busiest channel, share of time; NAN: no channels */
} noc_play;

/* Plays a trace. Uses seed, progress, context, utilization and timeline of `options`. NOC_EFAILED
 * when a conservation law is violated or a packet is lost. */
noc_status noc_play_trace(const noc_system *system, const noc_trace_schedule *schedule,
                          const noc_sample_options *options, noc_play *play, noc_diag *diag);

#endif
