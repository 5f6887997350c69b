#include "sampler/engines/hub/hub.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/ports/deliveries.h"

void *noc_hub_new(noc_ports *ports, size_t size, size_t events)
{
    const noc_graph *g = &ports->system->graph;
    noc_hub *hub = noc_arena_array(ports->arena, 1, size);
    if (!hub) return NULL;
    hub->system = ports->system;
    hub->ports = ports;
    hub->flits =
        noc_arena_array(ports->arena, (size_t)g->channel_count * NOC_CLASSES, sizeof *hub->flits);
    hub->waiting_packets =
        noc_arena_array(ports->arena, g->terminal_count, sizeof *hub->waiting_packets);
    noc_event_queue_make(&hub->events, ports->arena, events);
    return ports->arena->is_short ? NULL : hub;
}

void noc_hub_connect(void *engine, noc_switching switching, noc_port_network interface)
{
    noc_hub *hub = engine;
    interface.engine = engine;
    for (uint16_t n = 0; n < hub->system->graph.network_count; n++)
        if (hub->system->graph.networks[n].switching == switching)
            noc_ports_take_at_once(hub->ports, n, interface);
}

/* ---- slices --------------------------------------------------------------------------------- */

size_t noc_hub_find_longest_route(const noc_system *system, noc_switching switching)
{
    size_t longest = 0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_slices *s = noc_hub_slices(system, n);
        const size_t hops =
            noc_hub_is_ring(s) ? system->graph.compute_count : (size_t)(s->columns + s->rows);
        if (system->graph.networks[n].switching == switching)
            longest = max_size(longest, hops * (size_t)s->hop_cycles);
    }
    return longest;
}

void noc_hub_plan_arrival(noc_hub *hub, uint32_t index, uint64_t tail)
{
    const noc_packet *packet = &hub->ports->packets.entries[index];
    const noc_flow *flow = &hub->system->traffic.flows[packet->flow];
    const noc_slices *s = noc_hub_slices(hub->system, noc_hub_find_network(hub, packet));
    const noc_terminal *from = &hub->system->graph.terminals[flow->source],
                       *to = &hub->system->graph.terminals[flow->destination];
    const unsigned hops =
        noc_hub_is_ring(s) ? to->number
                           : (unsigned)(abs(from->column - to->column) + abs(from->row - to->row));
    noc_event_queue_add(
        &hub->events,
        (noc_packet_event){tail + (1u + hops) * (uint64_t)s->hop_cycles - 1, index, NOC_NONE});
}

/* ---- deliveries ----------------------------------------------------------------------------- */

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

uint64_t noc_hub_next_event(const void *engine)
{
    const noc_hub *hub = engine;
    return hub->waiting_count == 0 ? noc_event_queue_next(&hub->events) : hub->ports->now;
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
