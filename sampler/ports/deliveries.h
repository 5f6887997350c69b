/* sampler/ports/deliveries.h: delivery of packets: flits from the engines, counts of complete
 * packets, and the list of arrivals for the nodes. */
#ifndef NOC_SAMPLER_PORTS_DELIVERIES_H
#define NOC_SAMPLER_PORTS_DELIVERIES_H

#include "sampler/ports/ports.h"

/* ---- for engines ---------------------------------------------------------------------------- */

/* Ends a packet whose tail has reached its destination: the decoder of the port gets the packet, or
 * the packet is counted and, if nodes need it, listed as an arrival. */
void noc_port_end_packet(noc_ports *ports, uint32_t packet);

/* Delivers flits of a packet to its destination; `tail`: the tail is among the flits. */
static inline void noc_port_deliver(noc_ports *ports, uint32_t packet, unsigned flits, bool tail)
{
    const uint8_t type = ports->packets.entries[packet].type;
    ports->tally.flits_ejected[ports->system->traffic.types[type].class] += flits;
    if (tail) noc_port_end_packet(ports, packet);
}

/* Delivers a flit of a multicast packet at its k-th destination, in the order of
 * noc_packet_targets. The packet ends with the last flit at the last destination. A packet that
 * answers several requests (noc_target_answer) ends at each destination, with the last flit
 * there. */
void noc_port_deliver_copy(noc_ports *ports, uint32_t packet, uint32_t k);

/* ---- for nodes ------------------------------------------------------------------------------ */

/* Ends the packets that leave their decoder in this cycle, before nodes receive the arrivals. */
void noc_ports_deliver_decoded(noc_ports *ports);

/* Counts a packet delivered in this cycle. */
void noc_port_count_packet(noc_ports *ports, const noc_packet *packet);

/* First packet in the list of arrivals; NOC_NONE: empty. */
static inline uint32_t noc_port_first_arrival(const noc_ports *ports)
{
    return ports->first_arrival;
}

/* Removes the first packet from the list of arrivals, and frees its record. */
void noc_port_drop_arrival(noc_ports *ports);

/* Removes the first packet from the list of arrivals, and keeps its record until
 * noc_port_free_record. Returns its number. */
uint32_t noc_port_hold_arrival(noc_ports *ports);
void noc_port_free_record(noc_ports *ports, uint32_t packet);

#endif
