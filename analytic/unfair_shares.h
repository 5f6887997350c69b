/* analytic/unfair_shares.h: what a network carries when its cores get unequal shares of it.
 *
 * Open loop asks for the same rate of all cores. In a closed loop whose network is backed up,
 * routers that serve their inputs in turn decide: at each, inputs that ask for more than their
 * turns get the same, and what others leave of theirs. A core whose requests pass many of them gets
 * little, and one next to memory nodes as much as it can use: its warps and MSHRs are a cap on
 * shares, and what it leaves goes to the others. Where the channel that saturates first in open
 * loop is one that only distant cores use, the network then carries more (an S-mesh of 6x6: a
 * third); where it is one of those who get much, less (of 11x11, where six cores beside the nodes
 * get half of all and fill the channels to them: 0.6). Of 150 sampled loops' cores the shares agree
 * within 0.3 of the mean where equal ones are 0.9 off, on meshes with memory nodes on one side;
 * where they are on two sides, less well. */
#ifndef NOC_ANALYTIC_UNFAIR_SHARES_H
#define NOC_ANALYTIC_UNFAIR_SHARES_H

#include "network/graph/system.h"

enum { NOC_UNFAIR_CAPS = 6 };

typedef struct noc_unfair {
    double most; /* share of the core that turns give most to, over the mean */
    /* Indexed by the most that a core can use, over the mean of all: 1 (equal shares), and each
     * time twice as much. Flits of the busiest channel, over those with equal shares. */
    double busiest[NOC_UNFAIR_CAPS];
    double
        spread[NOC_UNFAIR_CAPS]; /* the same index: standard deviation of shares, over the mean */
    /* The same flits if all memory nodes are backed up at once and cores wait for each in turn, and
     * none can use more than 8 times the mean. */
    double at_once;
} noc_unfair;

/* All 1 when out of memory. */
noc_unfair noc_unfair_shares_of(const noc_system *system);

/* Flits of the busiest channel when no core gets more than `cap` times what all do in the mean;
 * likewise. */
double noc_unfair_busiest(const noc_unfair *unequal, double cap);
double noc_unfair_spread(const noc_unfair *unequal, double cap);

#endif
