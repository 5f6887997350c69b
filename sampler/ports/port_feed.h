/* sampler/ports/port_feed.h: packets that wait at their node instead of in the port's queue, so
 * that the node decides which goes next, once the port can take one.
 *
 * A node tells the port of each packet that it will submit when the packet comes to wait
 * (noc_port_expect), as windows of overlays follow what waits. The node submits a packet when the
 * packet's lane is free, and hears when its place is free again: the tail has left, or was
 * acknowledged. */
#ifndef NOC_SAMPLER_PORTS_PORT_FEED_H
#define NOC_SAMPLER_PORTS_PORT_FEED_H

#include "sampler/ports/ports.h"

/* Packets of a flow come to wait at their node (`packets` above 0), or will not be submitted after
 * all, as others take what they have along. */
void noc_port_expect(noc_ports *ports, size_t flow, int packets);

/* Channels side by side, and windows of overlays that are for some receivers only, are lanes. Those
 * of a terminal, as a set of bits, that a packet would take in the next cycle with none before it;
 * there is none while packets wait in the port's queue. Of an ideal network: once a cycle. Where
 * several terminals share a channel they take turns with what is in their queues. */
unsigned noc_port_free_lanes(noc_ports *ports, uint32_t terminal, noc_class class);

/* The lane of the packets of a flow. */
unsigned noc_port_lane(const noc_ports *ports, size_t flow);

/* Whether all networks that carry replies take one packet to several cores. */
bool noc_ports_multicast(const noc_system *system);

/* Submits a packet that was made (noc_port_make), which may enter its network in this cycle. */
void noc_port_feed(noc_ports *ports, uint32_t packet);

/* A packet was delivered that had what others were to bring along: counts one of these, made in
 * cycle `created`, as the answer to a request made in cycle `origin`. */
void noc_port_count_along(noc_ports *ports, const noc_packet *packet, uint64_t created,
                          uint64_t origin);

#endif
