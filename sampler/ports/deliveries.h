/* sampler/ports/deliveries.h: packets at their destinations: what engines tell of flits, what is
 * counted of a packet that is complete, and who hears of it. */
#ifndef NOC_SAMPLER_PORTS_DELIVERIES_H
#define NOC_SAMPLER_PORTS_DELIVERIES_H

#include "sampler/ports/ports.h"

/* ---- for engines ---------------------------------------------------------------------------- */

/* The tail of a packet is at its destination. */
void noc_port_end(noc_ports *ports, uint32_t packet);

/* Flits of a packet are at its destination, the tail among them or not. */
static inline void noc_port_deliver(noc_ports *ports, uint32_t packet, unsigned flits, bool tail)
{
    const uint8_t type = ports->packets.all[packet].type;
    ports->tally.flits_ejected[ports->system->traffic.types[type].class] += flits;
    if (tail) noc_port_end(ports, packet);
}

/* A flit of a packet to several terminals is at the destination of one of its flows, the k-th; the
 * packet is delivered with the last flit to the last of them, or, where it answers several
 * (noc_target_answer), to each of them with its last one. */
void noc_port_deliver_copy(noc_ports *ports, uint32_t packet, uint32_t k);

/* ---- for nodes ------------------------------------------------------------------------------ */

/* Delivers the packets that codecs have decoded, before nodes hear of a cycle's arrivals. */
void noc_ports_decode(noc_ports *ports);

/* Counts a packet that is delivered now. */
void noc_port_count(noc_ports *ports, const noc_packet *packet);

/* The first packet whose arrival nobody has heard of, NOC_NONE if there is none; noc_port_forget
 * strikes it off. */
static inline uint32_t noc_port_arrival(const noc_ports *ports)
{
    return ports->first_arrival;
}

void noc_port_forget(noc_ports *ports);

/* Strikes it off and keeps its record, which is given back when nobody needs it any more. */
uint32_t noc_port_hold(noc_ports *ports);
void noc_port_let_go(noc_ports *ports, uint32_t packet);

#endif
