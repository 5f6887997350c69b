#include "sampler/engines/overlay/multicast.h"

/* Destinations of a header (dapper 4.2.1: six bits each, besides the usual header). */
enum { IN_HEADER = 6 };

static uint16_t more_flits(uint32_t destinations)
{
    return destinations > IN_HEADER;
}

void noc_multicast_prepare(const noc_hub *hub, noc_packet *packet)
{
    const noc_targets targets = noc_targets_of(&hub->ports->groups, packet);
    packet->flits = (uint16_t)(packet->flits + more_flits(targets.count));
}

void noc_multicast_leave(const noc_hub *hub, noc_packet *packet, uint32_t destinations)
{
    const noc_targets targets = noc_targets_of(&hub->ports->groups, packet);
    const int fewer = more_flits(targets.count) - more_flits(destinations);
    packet->flits = (uint16_t)(packet->flits - fewer);
    noc_targets_cut(&hub->ports->groups, packet, destinations);
}

/* Finds the hop after the injection channel, which all flows of a source share. */
static uint32_t after_injection(const noc_system *s, uint32_t flow)
{
    const noc_path *path = &s->routes.paths[s->traffic.flows[flow].route.first_path];
    return s->routes.hops[path->first].next;
}

void noc_multicast_carry(noc_hub *hub, noc_packet *packet)
{
    if (packet->group == 0) {
        noc_hub_carry(hub, packet, packet->first_hop, NOC_NONE);
        return;
    }
    const noc_targets targets = noc_targets_of(&hub->ports->groups, packet);
    noc_hub_carry(hub, packet, packet->first_hop, hub->system->routes.hops[packet->first_hop].next);
    for (uint32_t k = 0; k < targets.count; k++)
        noc_hub_carry(hub, packet, after_injection(hub->system, targets.flows[k]), NOC_NONE);
}
