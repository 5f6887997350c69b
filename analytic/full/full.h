/* analytic/full/full.h: traffic of a full network: accepted share of each terminal at a load above
 * saturation; rates, latencies and makespan of nodes that send as fast as the network accepts.
 *
 * Above saturation queues fill, and packets at their fronts block all packets behind, up to the
 * terminals. Routers serve their inputs round robin, so packets from behind k merges get 1/2^k of
 * the last channel. Rings divide their virtual channels at the dateline, and fill first in front of
 * it. Such blocking has no known closed form, so the model simulates these networks (play.h),
 * without fitted parameters. docs/model.md, section 6. */
#ifndef NOC_ANALYTIC_FULL_FULL_H
#define NOC_ANALYTIC_FULL_FULL_H

#include "base/arena.h"
#include "network/graph/system.h"

/* Results of a simulated load: accepted shares, and rates, latencies and makespan. */
typedef struct noc_full_shares {
    double load; /* load at which the shares hold, flits per cycle of an injecting node */
    /* [terminal * NOC_CLASSES + class]: accepted share of the requests that the terminal creates,
     * or of its replies to accepted requests; NULL: none */
    double *accepted_shares;
    double accepted_load; /* accepted and answered load, flits per cycle of an injecting node */
    double makespan;      /* cycles to the end of all batches; NAN: no batches */
    double latency[NOC_CLASSES]; /* mean cycles from a packet's creation to its arrival */
    /* mean cycles from the injection of a packet's head to the packet's arrival */
    double network_latency[NOC_CLASSES];
} noc_full_shares;

/* True if a system can be simulated: all networks have virtual-channel routers; one class of
 * traffic; no multicast. */
bool noc_full_is_playable(const noc_system *system);

/* Simulates a load, of which at most `most_accepted` is accepted (flits per cycle of an injecting
 * node). `load` INFINITY: traffic.batch and traffic.outstanding define the packets; shares are
 * relative to the mean rate, which becomes shares->load, and `most_accepted` limits nothing.
 * The list is the arena's. NOC_EFAILED when out of memory: *shares has no list. */
noc_status noc_full_find_shares(const noc_system *system, double load, double most_accepted,
                                noc_arena *arena, noc_full_shares *shares);

/* Scales the accepted shares of all requests, and the accepted load, by a factor. */
void noc_full_scale_shares(const noc_system *system, double factor, noc_full_shares *shares);

/* Returns the accepted share of a flow's packets; of replies, relative to all requests. */
double noc_full_flow_share(const noc_full_shares *shares, const noc_flow *flow);

#endif
