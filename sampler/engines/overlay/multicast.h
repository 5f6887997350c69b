/* sampler/engines/overlay/multicast.h: multicast packets of an overlay (dapper 4.2.1).
 *
 * In the cycle in which a packet turns into its columns, all columns with a destination receive it,
 * northwards, southwards or both, so one transfer serves all cores; the packet's transit lasts to
 * the last core. A header holds six destinations; a packet to more cores has an extra flit. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_MULTICAST_H
#define NOC_SAMPLER_ENGINES_OVERLAY_MULTICAST_H

#include "sampler/engines/hub/hub.h"

/* Adds the extra flits of the destinations to a new packet. */
void noc_multicast_add_flits(const noc_hub *hub, noc_packet *packet);

/* Counts the flits of a packet on the channels to all its destinations. */
void noc_multicast_count_flits(noc_hub *hub, noc_packet *packet);

/* Reduces a packet, before its repetition, to the first `destinations` destinations. */
void noc_multicast_reduce(const noc_hub *hub, noc_packet *packet, uint32_t destinations);

#endif
