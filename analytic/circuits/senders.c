#include "analytic/circuits/senders.h"

static uint16_t find_network(const noc_system *s, const noc_path *path)
{
    return s->graph.channels[s->routes.hops[path->first_hop].channel].network;
}

/* Returns the share of a flow's packets that use the network. */
static double find_network_share(const noc_system *s, const noc_flow *flow, uint16_t network)
{
    double share = 0.0;
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &s->routes.paths[flow->route.first_path + i];
        if (find_network(s, path) == network) share += path->probability;
    }
    return share;
}

bool noc_senders_find(const noc_system *s, uint16_t network, noc_class class, noc_arena *arena,
                      noc_senders *senders)
{
    const noc_graph *g = &s->graph;
    *senders = (noc_senders){.count = class == NOC_REPLY ? g->memory_count : g->compute_count};
    senders->list = noc_arena_array(arena, senders->count, sizeof *senders->list);
    if (!senders->list) return false;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != class) continue;
        const double packets = flow->rate * find_network_share(s, flow, network);
        noc_sender *sender = &senders->list[g->terminals[flow->source].number];
        senders->class_packets += flow->rate;
        senders->packets += packets;
        sender->packets += packets;
        sender->receivers += packets > 0.0;
    }
    return true;
}

noc_reply_mix noc_find_packet_mix(const noc_system *s, noc_class class, uint16_t network)
{
    const noc_packet_type *types =
        &s->traffic.types[class == NOC_REPLY ? NOC_READ_REPLY : NOC_READ_REQUEST];
    noc_reply_mix mix;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        mix.flits[kind] = types[kind].flits[network];
        mix.shares[kind] = types[kind].share;
    }
    return mix;
}

uint32_t noc_find_sender_channel(const noc_system *s, uint16_t network, noc_class class,
                                 uint32_t number)
{
    const noc_graph *g = &s->graph;
    const uint32_t node =
        class == NOC_REPLY ? g->memory_terminals[number] : g->compute_terminals[number];
    const noc_terminal *t = &g->terminals[node];
    uint32_t i = t->first_injection;
    while (g->channels[g->injections[i]].network != network) i++;
    return g->injections[i];
}

noc_path_ends noc_find_path_ends(const noc_system *s, uint32_t first)
{
    const noc_graph *g = &s->graph;
    const noc_hop *first_hop = &s->routes.hops[first], *last_hop = &s->routes.hops[first_hop->next];
    return (noc_path_ends){&g->terminals[g->channels[first_hop->channel].from],
                           &g->terminals[g->channels[last_hop->channel].to]};
}
