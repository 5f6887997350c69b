#include "sampler/engines/hub/hub.h"

#include <stdlib.h>

#include "sampler/ports/deliveries.h"

bool noc_hub_make(noc_hub *hub, const noc_system *system, noc_ports *ports)
{
    const noc_graph *g = &system->graph;
    *hub = (noc_hub){.system = system, .ports = ports};
    hub->flits = calloc((size_t)g->channel_count * NOC_CLASSES + 1, sizeof *hub->flits);
    hub->waiting_packets = calloc(g->terminal_count + 1u, sizeof *hub->waiting_packets);
    return hub->flits && hub->waiting_packets;
}

void noc_hub_clear(noc_hub *hub)
{
    free(hub->flits);
    free(hub->waiting_packets);
}

unsigned noc_hub_distance(const noc_hub *hub, uint32_t from, uint32_t to)
{
    const noc_terminal *a = &hub->system->graph.terminals[from],
                       *b = &hub->system->graph.terminals[to];
    return (unsigned)(abs(a->column - b->column) + abs(a->row - b->row));
}

static void deliver_packet(noc_hub *hub, uint32_t packet)
{
    noc_port_deliver(hub->ports, packet, hub->ports->packets.entries[packet].flits, true);
}

void noc_hub_count_flits(noc_hub *hub, const noc_packet *packet, uint32_t first, uint32_t end)
{
    const noc_class class = hub->system->traffic.flows[packet->flow].class;
    for (uint32_t h = first; h != end; h = hub->system->routes.hops[h].next)
        hub->flits[hub->system->routes.hops[h].channel * NOC_CLASSES + class] += packet->flits;
}

void noc_hub_arrive(noc_hub *hub, uint32_t index)
{
    const noc_packet *packet = &hub->ports->packets.entries[index];
    noc_hub_count_flits(hub, packet, packet->first_hop, NOC_NONE);
    noc_hub_deliver(hub, index);
}

void noc_hub_deliver(noc_hub *hub, uint32_t index)
{
    const noc_packet *packet = &hub->ports->packets.entries[index];
    const noc_flow *flow = &hub->system->traffic.flows[packet->flow];
    noc_packet_queue *waiting = &hub->waiting_packets[flow->destination];
    hub->ports->tally.flits_injected += packet->flits;
    if (waiting->count == 0 && noc_port_admit(hub->ports, flow->destination)) {
        deliver_packet(hub, index);
        return;
    }
    noc_packet_queue_append(&hub->ports->packets, waiting, index);
    hub->waiting_count++;
    hub->waiting_flits += packet->flits;
}

uint32_t noc_hub_channel_flits(const void *engine, uint32_t channel, noc_class class)
{
    const noc_hub *hub = engine;
    return hub->flits[channel * NOC_CLASSES + class];
}

void noc_hub_advance(void *engine)
{
    noc_hub *hub = engine;
    for (uint32_t t = 0; t < hub->system->graph.terminal_count && hub->waiting_count > 0; t++)
        while (hub->waiting_packets[t].count > 0 && noc_port_admit(hub->ports, t)) {
            const uint32_t packet =
                noc_packet_queue_pop(&hub->ports->packets, &hub->waiting_packets[t]);
            hub->waiting_count--;
            hub->waiting_flits -= hub->ports->packets.entries[packet].flits;
            deliver_packet(hub, packet);
        }
}

noc_status noc_hub_check(const void *engine, uint64_t *held, noc_diag *diag)
{
    const noc_hub *hub = engine;
    uint64_t flits = 0;
    for (uint32_t t = 0; t < hub->system->graph.terminal_count; t++) {
        uint32_t packet = hub->waiting_packets[t].first;
        for (uint32_t k = 0; k < hub->waiting_packets[t].count; k++) {
            flits += hub->ports->packets.entries[packet].flits;
            packet = hub->ports->packets.entries[packet].next;
        }
    }
    *held += flits;
    if (flits == hub->waiting_flits) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "internal error: %llu flits wait at the ports of memory nodes, not %llu",
                    (unsigned long long)flits, (unsigned long long)hub->waiting_flits);
}
