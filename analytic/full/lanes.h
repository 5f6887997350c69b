/* analytic/full/lanes.h: event queue of a simulated full network, and packets in its virtual
 * channels. */
#ifndef NOC_ANALYTIC_FULL_LANES_H
#define NOC_ANALYTIC_FULL_LANES_H

#include "analytic/full/state.h"

/* Schedules an event `cycles` later, less than the size of the wheel; 0: in this cycle, when the
 * routers run next. Sets full->is_out_of_memory when out of memory. */
void noc_full_schedule_event(noc_full *full, uint64_t cycles, noc_full_event event);

/* Appends a packet without flits to a virtual channel. Returns its number. */
uint32_t noc_full_add_packet(noc_full *full, uint32_t vc, noc_vc_packet packet);

/* Removes the packet at the front of a virtual channel. */
void noc_full_remove_packet(noc_full *full, uint32_t vc);

/* Frees a virtual channel for the next packet. */
void noc_full_release_vc(noc_full *full, uint32_t vc);

#endif
