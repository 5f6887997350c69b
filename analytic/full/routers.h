/* analytic/full/routers.h: routers of a full network: virtual channels and the switch are
 * allocated in turns, as iSLIP with one iteration does (McKeown 1999). */
#ifndef NOC_ANALYTIC_FULL_ROUTERS_H
#define NOC_ANALYTIC_FULL_ROUTERS_H

#include "analytic/full/state.h"

/* Plays the events of the cycle: arrivals, credits, heads that are ready. */
void noc_full_happen(noc_full *full);

/* Plays the routers' part of a cycle, or of one of its steps. */
void noc_full_route(noc_full *full);

#endif
