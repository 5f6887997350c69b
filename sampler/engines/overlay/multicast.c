#include "sampler/engines/overlay/multicast.h"

/* Destinations of a header (dapper 4.2.1: six bits each, besides the usual header). */
enum { HEADER_DESTINATIONS = 6 };

static uint16_t count_extra_flits(uint32_t destinations)
{
    return destinations > HEADER_DESTINATIONS;
}

void noc_multicast_add_flits(const noc_hub *hub, noc_packet *packet)
{
    const noc_targets targets = noc_packet_targets(&hub->ports->groups, packet);
    packet->flits = (uint16_t)(packet->flits + count_extra_flits(targets.count));
}

void noc_multicast_reduce(const noc_hub *hub, noc_packet *packet, uint32_t destinations)
{
    const noc_targets targets = noc_packet_targets(&hub->ports->groups, packet);
    const int flits_saved = count_extra_flits(targets.count) - count_extra_flits(destinations);
    packet->flits = (uint16_t)(packet->flits - flits_saved);
    noc_targets_truncate(&hub->ports->groups, packet, destinations);
}

/* Finds the hop after the injection channel, which all flows of a source share. */
static uint32_t find_second_hop(const noc_system *s, uint32_t flow)
{
    const noc_path *path = &s->routes.paths[s->traffic.flows[flow].route.first_path];
    return s->routes.hops[path->first_hop].next;
}

void noc_multicast_count_flits(noc_hub *hub, noc_packet *packet)
{
    if (packet->group == 0) {
        noc_hub_count_flits(hub, packet, packet->first_hop, NOC_NONE);
        return;
    }
    const noc_targets targets = noc_packet_targets(&hub->ports->groups, packet);
    noc_hub_count_flits(hub, packet, packet->first_hop,
                        hub->system->routes.hops[packet->first_hop].next);
    for (uint32_t k = 0; k < targets.count; k++)
        noc_hub_count_flits(hub, packet, find_second_hop(hub->system, targets.flows[k]), NOC_NONE);
}
