/* analytic/full/routers.h: routers of a simulated full network: round-robin allocation of virtual
 * channels and switch, as iSLIP with one iteration (McKeown 1999). */
#ifndef NOC_ANALYTIC_FULL_ROUTERS_H
#define NOC_ANALYTIC_FULL_ROUTERS_H

#include "analytic/full/state.h"

/* Simulates all scheduled events of the cycle, also of terminals (noc_full_event_kind). */
void noc_full_play_events(noc_full *full);

/* Simulates the routers' part of a cycle, or of one of its steps. */
void noc_full_route_flits(noc_full *full);

#endif
