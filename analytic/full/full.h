/* analytic/full/full.h: traffic of a full network: the share that each terminal gets through of a
 * load beyond saturation; rates, trips and makespan of nodes that send as fast as the network
 * accepts.
 *
 * Beyond saturation queues fill up, and packets at their fronts hold up all packets behind, up to
 * the terminals. Where ways meet, routers serve inputs in turn: packets that come over k merges
 * have 1/2^k of the last channel. Rings divide their virtual channels at the dateline, and are
 * first full before it. No closed form is known for networks with such blocking, so the model
 * plays them (play.h). Nothing in it is fitted. docs/model.md, section 6. */
#ifndef NOC_ANALYTIC_FULL_FULL_H
#define NOC_ANALYTIC_FULL_FULL_H

#include "network/graph/system.h"

typedef struct noc_full_shares {
    double load; /* load at which the shares hold, flits per cycle of an injecting node */
    /* [terminal * NOC_CLASSES + class]: share of the requests that the terminal creates, or of the
     * replies that it owes; owned, NULL: none */
    double *of;
    double accepted; /* accepted and answered load, flits per cycle of an injecting node */
    double makespan; /* cycles to the end of all batches; NAN: no batches */
    double latency[NOC_CLASSES]; /* cycles from a packet's creation to its arrival */
    /* part of these cycles from the sending of the packet's head on */
    double in_network[NOC_CLASSES];
} noc_full_shares;

/* True if a system can be played: all of its networks have virtual-channel routers. */
bool noc_full_is_playable(const noc_system *system);

/* Plays a load, of which at most `most` is accepted (flits per cycle of an injecting node).
 * INFINITY: traffic.batch and .outstanding give the packets, shares are relative to the mean rate,
 * which becomes `load`. NOC_EFAILED when out of memory. */
noc_status noc_full_shares_find(const noc_system *system, double load, double most,
                                noc_full_shares *shares);

/* Scales all rates by a factor. */
void noc_full_shares_scale(const noc_system *system, double factor, noc_full_shares *shares);
void noc_full_shares_clear(noc_full_shares *shares);

/* Accepted packets of a flow, as a share of its packets at that load. */
double noc_full_share_of(const noc_full_shares *shares, const noc_flow *flow);

#endif
