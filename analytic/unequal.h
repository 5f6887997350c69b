/* analytic/unequal.h: what a network carries when its cores get unequal shares of it.
 *
 * Open loop asks for the same rate of all cores. In a closed loop whose network is backed up, routers that serve their
 * inputs in turn decide: a core whose requests pass many of them gets little, and one next to memory nodes a lot. Where the
 * channel that saturates first in open loop is one that only distant cores use, the network then carries more
 * (te13-baseline-120: cores differ by a factor of 800). */
#ifndef NOC_ANALYTIC_UNEQUAL_H
#define NOC_ANALYTIC_UNEQUAL_H

#include "network/system.h"

/* Requests that all cores get through together when each has the share that turns at routers give it, over those
 * when all have the same. Every channel carries at most what the busiest one does in the latter case; cores at a
 * full channel stay where they are while the others go on (weighted max-min fairness; Bertsekas and Gallager 1992,
 * 6.5.2). 1 when out of memory. */
double noc_unequal_gain(const noc_system *system);

#endif
