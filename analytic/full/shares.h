/* analytic/full/shares.h: of what is offered beyond saturation, the share that each terminal gets
 * through, as full.h plays it; of nodes that send as fast as the network takes it, their rates. */
#ifndef NOC_ANALYTIC_FULL_SHARES_H
#define NOC_ANALYTIC_FULL_SHARES_H

#include "network/graph/system.h"

typedef struct noc_full_shares {
    double load; /* flits per cycle of an injecting node at which they hold */
    double *of; /* [terminal * NOC_CLASSES + class]: of the requests that it creates, of the replies
                    that it owes; owned, NULL: there are none */
    double accepted; /* and answered: flits per cycle of an injecting node */
    double makespan; /* cycles to the end of all batches; NAN: there are none */
    double latency[NOC_CLASSES], in_network[NOC_CLASSES]; /* cycles (full.h) */
} noc_full_shares;

/* Plays a load; no more than `most` of all is accepted. INFINITY: traffic.batch and .outstanding say what is sent,
 * shares are of the mean rate, and `load` becomes that. NOC_EFAILED when out of memory. */
noc_status noc_full_shares_find(const noc_system *system, double load, double most,
                                noc_full_shares *shares);
void noc_full_shares_clear(noc_full_shares *shares);

/* Packets of a flow that are accepted, as a share of those at that load. */
double noc_full_share_of(const noc_full_shares *shares, const noc_flow *flow);

#endif
