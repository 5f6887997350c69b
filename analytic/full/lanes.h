/* analytic/full/lanes.h: future events of a full network, and packets in their lanes. */
#ifndef NOC_ANALYTIC_FULL_LANES_H
#define NOC_ANALYTIC_FULL_LANES_H

#include "analytic/full/state.h"

/* Schedules an event `cycles` later, at most as many as the wheel has; 0: in this cycle, when the
 * routers run next. Sets full->short_of_memory if memory is short. */
void noc_full_event_in(noc_full *full, uint64_t cycles, noc_full_event event);

/* Puts a packet at the end of a lane, still without flits. Returns the stay. */
uint32_t noc_full_enter(noc_full *full, uint32_t lane, noc_stay stay);

/* Removes the packet at the front of a lane. */
void noc_full_leave(noc_full *full, uint32_t lane);

/* Releases a lane that nobody sends into any more. */
void noc_full_let_go(noc_full *full, uint32_t lane);

#endif
