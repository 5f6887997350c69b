/* analytic/unfair_shares.h: throughput of a network whose cores get unequal shares of it.
 *
 * In open loop all cores send at equal rates. In a closed loop with a saturated network,
 * round-robin routers set the rates: at each router, inputs with unlimited demand get equal shares
 * of the turns that other inputs leave. A core whose requests pass many routers gets a small share.
 * A core next to memory nodes gets as much as its warps and MSHRs allow; the others share the
 * remainder. If only distant cores use the channel that saturates first in open loop, the network
 * carries more (an S-mesh of 6x6: a third); if cores with large shares use it, less (11x11, where
 * six cores beside the nodes get half of all and fill the channels to them: 0.6). In 150 sampled
 * loops on meshes with memory nodes on one side, the shares agree within 0.3 of the mean, where
 * equal shares are 0.9 off; with memory nodes on two sides the agreement is worse. */
#ifndef NOC_ANALYTIC_UNFAIR_SHARES_H
#define NOC_ANALYTIC_UNFAIR_SHARES_H

#include "network/graph/system.h"

enum { NOC_UNFAIR_CAPS = 6 };

typedef struct noc_unfair_shares {
    double largest_share; /* largest share of a core, over the mean, at the largest cap */
    /* [cap index]: flits of the busiest channel, over its flits at equal shares. The cap, 2^index,
     * is the largest share that a core can use, over the mean; 1: equal shares */
    double busiest_flits[NOC_UNFAIR_CAPS];
    /* [cap index]: standard deviation of the shares, over the mean */
    double deviation[NOC_UNFAIR_CAPS];
    /* flits of the busiest channel, over its flits at equal shares, if all memory nodes are
     * saturated at once, cores wait for each in turn, and the cap is 8 times the mean */
    double simultaneous_flits;
} noc_unfair_shares;

/* Finds the shares. When out of memory: 1 for all figures, 0 for the deviations. */
noc_unfair_shares noc_find_unfair_shares(const noc_system *system);

/* Return the flits of the busiest channel, over its flits at equal shares, and the standard
 * deviation of the shares, over the mean, if no core gets more than `cap` times the mean;
 * interpolated between the caps. */
double noc_unfair_busiest_flits(const noc_unfair_shares *shares, double cap);
double noc_unfair_deviation(const noc_unfair_shares *shares, double cap);

#endif
