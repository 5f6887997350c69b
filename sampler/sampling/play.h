/* sampler/sampling/play.h: a trace played on a network, once, until its last flit has arrived; a
 * trace with addresses until each request has its answer, and nothing is under way. */
#ifndef NOC_SAMPLER_SAMPLING_PLAY_H
#define NOC_SAMPLER_SAMPLING_PLAY_H

#include "sampler/ports/trace_schedule.h"
#include "sampler/sampling/sample.h"
#include "sampler/sources/trace_tally.h"

typedef struct noc_play {
    uint64_t packets;  /* packets delivered, answers included: all of them */
    uint64_t requests; /* requests among the packets */
    /* Cycles from the creation of the first packet to the ejection of the last flit, or to the last
     * answer to a core, whichever is later. */
    uint64_t makespan;
    uint64_t flit_hops;
    double bytes, data; /* bytes of the packets: payload; data in the payload */
    /* Means over all packets, in cycles; NAN: no packet of the kind. */
    double latency, network_latency, request_latency, reply_latency, round_trip, hops;
    /* round trips between nodes of one die, and of two, cycles; share of the transactions on one
     * die */
    double local_trip, remote_trip, local_share;
    /* quantiles of round trips where memory nodes answer, else of latencies, cycles */
    double p50, p95, p99;
    double accepted; /* flits per cycle and injecting node, of the class that nodes inject */
    /* Figures of merge tables and their caches, as in sample.h; NAN: no tables, or no addresses. */
    double absorbed, entries_used;
    noc_trace_tally parts; /* packets by class and phase; 0 where requests have addresses */
    uint32_t busiest;
    double utilization; /* utilisation of the busiest channel, share of the time */
} noc_play;

/* Plays a trace. Among `options` seed, progress and utilization are used. NOC_EFAILED when a
 * conservation law is violated, or a packet got lost. */
noc_status noc_play_trace(const noc_system *system, const noc_trace_schedule *schedule,
                          const noc_sample_options *options, noc_play *play, noc_diag *diag);

#endif
