/* analytic/full/full.h: traffic of a network that is full: the share that each terminal gets
 * through of a load beyond saturation; rates, trips and makespan of nodes that send as fast as the
 * network takes it.
 *
 * Beyond saturation queues fill up, and packets at their fronts hold up all that stand behind,
 * up to the terminals; where ways meet routers take turns: packets that come over k merges have
 * 1/2^k of the last channel. Rings divide their virtual channels at the dateline, and are first
 * full before it. No closed form is known for networks with such blocking, so the model plays them
 * (play.h). Nothing in it is fitted. docs/model.md, section 6. */
#ifndef NOC_ANALYTIC_FULL_FULL_H
#define NOC_ANALYTIC_FULL_FULL_H

#include "network/graph/system.h"

typedef struct noc_full_shares {
    double load; /* flits per cycle of an injecting node at which they hold */
    double *of;  /* [terminal * NOC_CLASSES + class]: share of the requests that it creates, of the
                     replies that it owes; owned, NULL: there are none */
    double accepted;             /* flits per cycle of an injecting node, accepted and answered */
    double makespan;             /* cycles to the end of all batches; NAN: there are none */
    double latency[NOC_CLASSES]; /* cycles from a packet's creation to its arrival */
    double in_network[NOC_CLASSES]; /* cycles from when its head is sent */
} noc_full_shares;

/* Returns whether a system can be played: all of its networks have virtual-channel routers. */
bool noc_full_is_playable(const noc_system *system);

/* Plays a load, of which at most `most` is accepted (flits per cycle of an injecting node).
 * INFINITY: traffic.batch and .outstanding say what is sent, shares are of the mean rate, and
 * `load` becomes that. NOC_EFAILED when out of memory. */
noc_status noc_full_shares_find(const noc_system *system, double load, double most,
                                noc_full_shares *shares);

/* Scales all rates by a factor. */
void noc_full_shares_scale(const noc_system *system, double factor, noc_full_shares *shares);
void noc_full_shares_clear(noc_full_shares *shares);

/* Packets of a flow that are accepted, as a share of those at that load. */
double noc_full_share_of(const noc_full_shares *shares, const noc_flow *flow);

#endif
