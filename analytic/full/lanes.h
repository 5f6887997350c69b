/* analytic/full/lanes.h: events to come in a full network, and packets in their lanes. */
#ifndef NOC_ANALYTIC_FULL_LANES_H
#define NOC_ANALYTIC_FULL_LANES_H

#include "analytic/full/state.h"

/* Notes an event so many cycles later, no more than the wheel has; 0: in this cycle, when the
 * routers are at work again. Sets full->short_of_memory if memory is short. */
void noc_full_event_in(noc_full *full, uint64_t cycles, noc_full_event event);

/* Puts a packet at the end of a lane, without flits yet. Returns the stay. */
uint32_t noc_full_enter(noc_full *full, uint32_t lane, noc_stay stay);

/* Takes the packet at the front out of a lane. */
void noc_full_leave(noc_full *full, uint32_t lane);

/* Nobody sends into a lane any more. */
void noc_full_let_go(noc_full *full, uint32_t lane);

#endif
