/* sampler/engines/overlay/multicast.h: packets of an overlay that go to several cores at once
 * (dapper 4.2.1).
 *
 * In their Y cycle all columns with a core of theirs turn, north and south if need be, so one
 * transfer serves all, and the last core's transit is the packet's. A header has room for six
 * destinations; a packet to more takes a flit more. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_MULTICAST_H
#define NOC_SAMPLER_ENGINES_OVERLAY_MULTICAST_H

#include "sampler/engines/hub/hub.h"

/* A packet that has come to its sender takes what flits its destinations need. */
void noc_multicast_prepare(const noc_hub *hub, noc_packet *packet);

/* Its flits are carried to all that it goes to. */
void noc_multicast_carry(noc_hub *hub, noc_packet *packet);

/* It goes to the first so many of its destinations only, again. */
void noc_multicast_leave(const noc_hub *hub, noc_packet *packet, uint32_t destinations);

#endif
