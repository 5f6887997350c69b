/* sampler/engines/hub/hub.h: the ports of networks whose inside the graph does not show
 * (network/kinds/hub.h): what their engines share.
 *
 * A packet is counted as injected when its tail arrives, so none is in such a network but those
 * that their terminal does not let in: they wait at its port, in the order in which they came. */
#ifndef NOC_SAMPLER_ENGINES_HUB_HUB_H
#define NOC_SAMPLER_ENGINES_HUB_HUB_H

#include "sampler/ports/ports.h"

typedef struct noc_hub {
    const noc_system *system;
    noc_ports *ports;
    uint32_t *flits;          /* [channel * NOC_CLASSES + class]: carried so far, modulo 2^32 */
    noc_packet_line *outside; /* by terminal: packets that it has not let in */
    uint64_t outside_flits;
    uint32_t outside_count;
} noc_hub;

/* False when out of memory; noc_hub_clear frees what there is either way. */
bool noc_hub_make(noc_hub *hub, const noc_system *system, noc_ports *ports);
void noc_hub_clear(noc_hub *hub);

/* The network that a packet takes. It is placed. */
static inline uint16_t noc_hub_network_of(const noc_hub *hub, const noc_packet *packet)
{
    return hub->system->graph.channels[hub->system->routes.hops[packet->first_hop].channel].network;
}

/* Tiles from a terminal to another, along rows and columns. */
unsigned noc_hub_distance(const noc_hub *hub, uint32_t from, uint32_t to);

/* The flits of a packet go over the hops from `first` on to before `end`. */
void noc_hub_carry(noc_hub *hub, const noc_packet *packet, uint32_t first, uint32_t end);

/* A packet that was carried is there. */
void noc_hub_land(noc_hub *hub, uint32_t packet);

/* The tail of a packet has come, over its whole path. */
void noc_hub_arrive(noc_hub *hub, uint32_t packet);

/* True if nothing waits at the ports. */
static inline bool noc_hub_is_clear(const noc_hub *hub)
{
    return hub->outside_count == 0;
}

/* ---- members of a noc_engine_kind, for engines whose first member is their hub ------------- */

/* Lets in what terminals have made room for. */
void noc_hub_advance(void *engine);

/* Flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_hub_channel_flits(const void *engine, uint32_t channel, noc_class class);

/* What waits at the ports is what was counted; adds it to *held. */
noc_status noc_hub_check(const void *engine, uint64_t *held, noc_diag *diag);

#endif
