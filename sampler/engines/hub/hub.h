/* sampler/engines/hub/hub.h: destination ports of networks without a detailed graph
 * (network/kinds/hub.h), shared by their engines.
 *
 * A packet counts as injected when its tail arrives, so the network holds only packets that a
 * terminal has not admitted. These packets wait at the terminal's port in the order of arrival. */
#ifndef NOC_SAMPLER_ENGINES_HUB_HUB_H
#define NOC_SAMPLER_ENGINES_HUB_HUB_H

#include "sampler/engines/hub/event_queue.h"
#include "sampler/ports/ports.h"

typedef struct noc_hub {
    const noc_system *system;
    noc_ports *ports;
    /* [channel * NOC_CLASSES + class]: flits carried so far, modulo 2^32 */
    uint32_t *flits;
    noc_packet_queue *waiting_packets; /* [terminal]: packets that the terminal has not admitted */
    uint64_t waiting_flits;
    uint32_t waiting_count;
    noc_event_queue events; /* events of packets that the engine has sent */
} noc_hub;

/* Makes an engine of `size` bytes, whose first member is its hub, with room for `events` events;
 * the other members are 0. ports->arena owns the engine. NULL when out of memory. */
void *noc_hub_new(noc_ports *ports, size_t size, size_t events);

/* Passes the packets of all networks of a switching kind to an engine at once. `interface`: its
 * callbacks; the engine is set. */
void noc_hub_connect(void *engine, noc_switching switching, noc_port_network interface);

/* Finds the network of a packet with a path. */
static inline uint16_t noc_hub_find_network(const noc_hub *hub, const noc_packet *packet)
{
    return hub->system->graph.channels[hub->system->routes.hops[packet->first_hop].channel].network;
}

/* Counts the flits of a packet on the hops [first, end). */
void noc_hub_count_flits(noc_hub *hub, const noc_packet *packet, uint32_t first, uint32_t end);

/* Delivers a packet, or queues it at the port of its terminal. */
void noc_hub_deliver(noc_hub *hub, uint32_t packet);

/* Counts the flits of a packet on its whole path, and delivers the packet. */
void noc_hub_arrive(noc_hub *hub, uint32_t packet);

/* ---- slices (design/slices.h) --------------------------------------------------------------- */

/* Settings of a network of slices. */
static inline const noc_slices *noc_hub_slices(const noc_system *system, uint16_t network)
{
    return &noc_system_spec(system, network)->conflict_free;
}

/* True for rings, which have no grid, and one line per memory node. */
static inline bool noc_hub_is_ring(const noc_slices *slices)
{
    return slices->columns == 0;
}

/* Finds the longest route of a head in the networks of a switching kind, cycles. */
size_t noc_hub_find_longest_route(const noc_system *system, noc_switching switching);

/* Plans the arrival of a packet whose tail is sent in cycle `tail`: after its head's route. */
void noc_hub_plan_arrival(noc_hub *hub, uint32_t packet, uint64_t tail);

/* ---- members of a noc_engine_kind, for engines whose first member is their hub ------------- */

/* Delivers waiting packets that terminals now admit. */
void noc_hub_advance(void *engine);

/* Finds the next cycle with an event: the current one while packets wait at the ports; noc_never:
 * none. */
uint64_t noc_hub_next_event(const void *engine);

/* Finds the flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_hub_channel_flits(const void *engine, uint32_t channel, noc_class class);

/* Checks the count of flits that wait at the ports, and adds the count to *held. */
noc_status noc_hub_check(const void *engine, uint64_t *held, noc_diag *diag);

#endif
