/* analytic/full/virtual_channels.h: scheduling of events, and queues of packets in virtual
 * channels, in a simulated full network. */
#ifndef NOC_ANALYTIC_FULL_VIRTUAL_CHANNELS_H
#define NOC_ANALYTIC_FULL_VIRTUAL_CHANNELS_H

#include "analytic/full/state.h"

/* Schedules an event `cycles` cycles later, fewer than the event wheel has slots; 0: in this cycle,
 * before the routers' next step. Sets full->arena->is_short when out of memory. */
void noc_full_schedule_event(noc_full *full, uint64_t cycles, noc_full_event event);

/* Appends a packet, of which no flit has arrived, to a virtual channel. Returns the number of the
 * packet's entry. */
uint32_t noc_full_add_packet(noc_full *full, uint32_t vc, noc_vc_packet packet);

/* Removes the packet at the front of a virtual channel. */
void noc_full_remove_packet(noc_full *full, uint32_t vc);

/* Frees a virtual channel for the next packet. */
void noc_full_release_vc(noc_full *full, uint32_t vc);

#endif
