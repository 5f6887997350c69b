#include "sampler/ports/port_feed.h"

static uint32_t source_of(const noc_ports *p, size_t flow)
{
    return p->system->traffic.flows[flow].source;
}

/* Who has several networks to choose from does not know which one that will be. */
void noc_port_expect(noc_ports *p, size_t flow, int packets)
{
    const noc_terminal *t = &p->system->graph.terminals[source_of(p, flow)];
    const uint32_t channel = p->system->graph.injections[t->first_injection];
    const uint16_t network = p->system->graph.channels[channel].network;
    const noc_port_network *taker = &p->networks[network];
    if (t->injections == 1 && taker->expect) taker->expect(taker->engine, network, flow, packets);
}

/* Whoever chooses among several channels side by side has one lane. */
static unsigned lanes_of(noc_ports *p, uint32_t channel, uint32_t terminal)
{
    const noc_channel *c = &p->system->graph.channels[channel];
    const noc_port_network *taker = &p->networks[c->network];
    if (taker->free_lanes) return taker->free_lanes(taker->engine, c->network, terminal);
    if (taker->came) return p->places[terminal].kept[NOC_REPLY] == 0;
    if (!taker->has_doors) return 1;
    const noc_door *door = &p->doors[c->injector];
    return door->packet == NOC_NONE || door->sharers > 1;
}

unsigned noc_port_free_lanes(noc_ports *p, uint32_t terminal, noc_class class)
{
    const noc_terminal *t = &p->system->graph.terminals[terminal];
    unsigned lanes = 0;
    if (p->terminals[terminal].queues[class].count > 0) return 0;
    for (uint32_t i = 0; i < t->injections; i++)
        lanes |= lanes_of(p, p->system->graph.injections[t->first_injection + i], terminal);
    return lanes;
}

unsigned noc_port_lane(const noc_ports *p, size_t flow)
{
    const noc_terminal *t = &p->system->graph.terminals[source_of(p, flow)];
    const uint32_t channel = p->system->graph.injections[t->first_injection];
    const uint16_t network = p->system->graph.channels[channel].network;
    const noc_port_network *taker = &p->networks[network];
    return t->injections == 1 && taker->lane ? taker->lane(taker->engine, network, flow) : 0;
}

bool noc_ports_multicast(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].carries[NOC_REPLY] && !noc_system_spec(s, n)->overlay.multicast)
            return false;
    return true;
}

void noc_port_feed(noc_ports *p, uint32_t packet)
{
    const uint32_t source = source_of(p, p->packets.all[packet].flow);
    noc_port_push(p, packet);
    noc_port_start(p, source);
}

void noc_port_count_along(noc_ports *p, const noc_packet *packet, uint64_t created, uint64_t origin)
{
    noc_packet along = *packet;
    along.created = created;
    along.origin = origin;
    p->tally.created[NOC_REPLY]++;
    noc_port_count(p, &along);
}
