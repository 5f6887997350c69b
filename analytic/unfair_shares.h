/* analytic/unfair_shares.h: throughput of a network whose cores get unequal shares of it.
 *
 * Open loop asks for equal rates of all cores. In a closed loop whose network is backed up,
 * routers that serve their inputs in turn decide: at each, inputs that ask for more than their
 * turns get equal shares, and the turns that others leave. A core whose requests pass many routers
 * gets little, and one next to memory nodes as much as it can use: its warps and MSHRs cap its
 * share, and the others get the rest. Where only distant cores use the channel that saturates
 * first in open loop, the network then carries more (an S-mesh of 6x6: a third); where cores with
 * large shares use it, less (of 11x11, where six cores beside the nodes get half of all and fill
 * the channels to them: 0.6). For 150 sampled loops' cores the shares agree within 0.3 of the mean
 * where equal shares are 0.9 off, on meshes with memory nodes on one side; with memory nodes on
 * two sides, less well. */
#ifndef NOC_ANALYTIC_UNFAIR_SHARES_H
#define NOC_ANALYTIC_UNFAIR_SHARES_H

#include "network/graph/system.h"

enum { NOC_UNFAIR_CAPS = 6 };

typedef struct noc_unfair {
    double most; /* share of the core that turns give most to, over the mean */
    /* Flits of the busiest channel, over those with equal shares; indexed by the most that a core
     * can use, over the mean of all: 1 (equal shares), 2, 4, ... */
    double busiest[NOC_UNFAIR_CAPS];
    double spread[NOC_UNFAIR_CAPS]; /* standard deviation of shares, over the mean, by that index */
    /* Flits of the busiest channel, over those with equal shares, if all memory nodes are backed
     * up at once, cores wait for each in turn, and no core can use more than 8 times the mean. */
    double at_once;
} noc_unfair;

/* Finds the shares. All figures are 1 when out of memory. */
noc_unfair noc_unfair_shares_of(const noc_system *system);

/* Flits of the busiest channel, over those with equal shares, when no core gets more than `cap`
 * times the mean of all. */
double noc_unfair_busiest(const noc_unfair *unequal, double cap);
double noc_unfair_spread(const noc_unfair *unequal, double cap);

#endif
