/* sampler/engines/overlay/multicast.h: packets of an overlay that go to several cores at once
 * (dapper 4.2.1).
 *
 * In the Y cycle of a packet all columns with one of its cores turn, north and south if needed, so
 * one transfer serves all its cores, and the transit to the last core is the packet's. A header has
 * room for six destinations; a packet to more has one more flit. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_MULTICAST_H
#define NOC_SAMPLER_ENGINES_OVERLAY_MULTICAST_H

#include "sampler/engines/hub/hub.h"

/* Adds the flits that its destinations need to a packet that has come to its sender. */
void noc_multicast_prepare(const noc_hub *hub, noc_packet *packet);

/* Counts a packet's flits on the channels to all its destinations. */
void noc_multicast_carry(noc_hub *hub, noc_packet *packet);

/* Reduces a packet that is to be sent again to the first `destinations` of its destinations. */
void noc_multicast_leave(const noc_hub *hub, noc_packet *packet, uint32_t destinations);

#endif
