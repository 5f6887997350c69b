/* sampler/engines/hub/hub.h: destination ports of networks without a detailed graph
 * (network/kinds/hub.h), shared by their engines.
 *
 * A packet counts as injected when its tail arrives, so the network holds only packets that a
 * terminal has not admitted. These packets wait at the terminal's port in the order of arrival. */
#ifndef NOC_SAMPLER_ENGINES_HUB_HUB_H
#define NOC_SAMPLER_ENGINES_HUB_HUB_H

#include "sampler/ports/ports.h"

typedef struct noc_hub {
    const noc_system *system;
    noc_ports *ports;
    /* [channel * NOC_CLASSES + class]: flits carried so far, modulo 2^32 */
    uint32_t *flits;
    noc_packet_queue *waiting_packets; /* [terminal]: packets that the terminal has not admitted */
    uint64_t waiting_flits;
    uint32_t waiting_count;
} noc_hub;

/* Makes a hub; system and ports are borrowed. False when out of memory; the caller calls
 * noc_hub_clear in either case. */
bool noc_hub_make(noc_hub *hub, const noc_system *system, noc_ports *ports);
void noc_hub_clear(noc_hub *hub);

/* Finds the network of a packet with a path. */
static inline uint16_t noc_hub_find_network(const noc_hub *hub, const noc_packet *packet)
{
    return hub->system->graph.channels[hub->system->routes.hops[packet->first_hop].channel].network;
}

/* Distance of two terminals along rows and columns, tiles. */
unsigned noc_hub_distance(const noc_hub *hub, uint32_t from, uint32_t to);

/* Counts the flits of a packet on the hops [first, end). */
void noc_hub_count_flits(noc_hub *hub, const noc_packet *packet, uint32_t first, uint32_t end);

/* Delivers a packet, or queues it at the port of its terminal. */
void noc_hub_deliver(noc_hub *hub, uint32_t packet);

/* Counts the flits of a packet on its whole path, and delivers the packet. */
void noc_hub_arrive(noc_hub *hub, uint32_t packet);

/* True if no packet waits at the ports. */
static inline bool noc_hub_is_clear(const noc_hub *hub)
{
    return hub->waiting_count == 0;
}

/* ---- members of a noc_engine_kind, for engines whose first member is their hub ------------- */

/* Delivers waiting packets that terminals now admit. */
void noc_hub_advance(void *engine);

/* Finds the flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_hub_channel_flits(const void *engine, uint32_t channel, noc_class class);

/* Checks the count of flits that wait at the ports, and adds the count to *held. */
noc_status noc_hub_check(const void *engine, uint64_t *held, noc_diag *diag);

#endif
