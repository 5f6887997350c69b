/* sampler/ports/deliveries.h: packets at their destinations: flits that engines deliver, counts of
 * complete packets, and the list of arrivals for the nodes. */
#ifndef NOC_SAMPLER_PORTS_DELIVERIES_H
#define NOC_SAMPLER_PORTS_DELIVERIES_H

#include "sampler/ports/ports.h"

/* ---- for engines ---------------------------------------------------------------------------- */

/* Ends a packet whose tail is at its destination. */
void noc_port_end(noc_ports *ports, uint32_t packet);

/* Delivers flits of a packet to its destination; `tail`: the tail is one of them. */
static inline void noc_port_deliver(noc_ports *ports, uint32_t packet, unsigned flits, bool tail)
{
    const uint8_t type = ports->packets.all[packet].type;
    ports->tally.flits_ejected[ports->system->traffic.types[type].class] += flits;
    if (tail) noc_port_end(ports, packet);
}

/* Delivers a flit of a packet to several terminals at the destination of its k-th flow. The packet
 * is delivered with the last flit to the last destination, or, where it answers several requests
 * (noc_target_answer), to each destination with its last flit. */
void noc_port_deliver_copy(noc_ports *ports, uint32_t packet, uint32_t k);

/* ---- for nodes ------------------------------------------------------------------------------ */

/* Delivers the packets that codecs have decoded, before nodes are told of a cycle's arrivals. */
void noc_ports_decode(noc_ports *ports);

/* Counts a packet that is delivered now. */
void noc_port_count(noc_ports *ports, const noc_packet *packet);

/* First packet in the list of arrivals; NOC_NONE: empty. noc_port_forget removes it. */
static inline uint32_t noc_port_arrival(const noc_ports *ports)
{
    return ports->first_arrival;
}

void noc_port_forget(noc_ports *ports);

/* Removes the first packet from the list of arrivals and keeps its record, until noc_port_let_go
 * gives it back. */
uint32_t noc_port_hold(noc_ports *ports);
void noc_port_let_go(noc_ports *ports, uint32_t packet);

#endif
