/* analytic/unequal.h: what a network carries when its cores get unequal shares of it.
 *
 * Open loop asks for the same rate of all cores. In a closed loop whose network is backed up, routers that serve their
 * inputs in turn decide: at each, inputs that ask for more than their turns get the same, and what others leave of theirs. A core
 * whose requests pass many of them gets little, and one next to memory nodes a lot. Where the
 * channel that saturates first in open loop is one that only distant cores use, the network then carries more
 * (te13-baseline-120: cores differ by a factor of 800), where it is one of those who get much, less (te13-cmesh-express-64). */
#ifndef NOC_ANALYTIC_UNEQUAL_H
#define NOC_ANALYTIC_UNEQUAL_H

#include "network/system.h"

enum { NOC_UNEQUAL_STEPS = 4 };

typedef struct noc_unequal {
    double most; /* share of the core that turns give most to, over the mean */
    /* By step from equal shares (first, 1) to those that turns give (last): requests of all cores when the busiest channel is as busy
     * as with equal shares, over those with these. */
    double carried[NOC_UNEQUAL_STEPS + 1];
} noc_unequal;

/* All 1 when out of memory. */
noc_unequal noc_unequal_of(const noc_system *system);

/* Between the steps; `part` 0: equal shares, 1: those that turns give. */
double noc_unequal_carried(const noc_unequal *unequal, double part);

#endif
