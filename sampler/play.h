/* sampler/play.h: a trace played on a network, once, until its last flit has arrived. */
#ifndef NOC_SAMPLER_PLAY_H
#define NOC_SAMPLER_PLAY_H

#include "sampler/playlist.h"
#include "sampler/sample.h"

typedef struct noc_play {
    uint64_t packets;  /* delivered, answers included: all of them */
    uint64_t makespan; /* cycles from the creation of the first to the ejection of the last flit */
    uint64_t flit_hops;
    /* Means over all packets, in cycles; NAN: there was none of the kind. */
    double latency, network_latency, request_latency, reply_latency, round_trip, hops;
    double p50, p95, p99; /* of round trips where memory nodes answer, else of latencies */
    double accepted;      /* flits per cycle and injecting node, of the class that they inject */
    uint32_t busiest;
    double utilization; /* of that channel */
} noc_play;

/* Of `options` seed, progress and utilization count. NOC_EFAILED when a conservation law is
 * violated, or a packet got lost. */
noc_status noc_play_trace(const noc_system *system, const noc_playlist *playlist,
                          const noc_sample_options *options, noc_play *play, noc_diag *diag);

#endif
