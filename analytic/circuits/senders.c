#include "analytic/circuits/senders.h"

#include <stdlib.h>

static uint16_t network_of(const noc_system *s, const noc_path *path)
{
    return s->graph.channels[s->routes.hops[path->first].channel].network;
}

/* Returns the share of a flow's packets that use the network. */
static double share_on(const noc_system *s, const noc_flow *flow, uint16_t network)
{
    double share = 0.0;
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &s->routes.paths[flow->route.first_path + i];
        if (network_of(s, path) == network) share += path->probability;
    }
    return share;
}

noc_status noc_senders_find(const noc_system *s, uint16_t network, noc_class class,
                            noc_senders *senders)
{
    const noc_graph *g = &s->graph;
    *senders = (noc_senders){.count = class == NOC_REPLY ? g->memory_count : g->compute_count};
    senders->list = calloc(senders->count + 1u, sizeof *senders->list);
    if (!senders->list) return NOC_EFAILED;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != class) continue;
        const double packets = flow->rate * share_on(s, flow, network);
        noc_sender *sender = &senders->list[g->terminals[flow->source].number];
        senders->all += flow->rate;
        senders->packets += packets;
        sender->packets += packets;
        sender->receivers += packets > 0.0;
    }
    return NOC_OK;
}

void noc_senders_clear(noc_senders *senders)
{
    free(senders->list);
    *senders = (noc_senders){.count = 0};
}

noc_reply_mix noc_mix_on(const noc_system *s, noc_class class, uint16_t network)
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

uint32_t noc_sender_channel(const noc_system *s, uint16_t network, noc_class class, uint32_t number)
{
    const noc_graph *g = &s->graph;
    const uint32_t node = class == NOC_REPLY ? g->memories[number] : g->computes[number];
    const noc_terminal *t = &g->terminals[node];
    uint32_t i = t->first_injection;
    while (g->channels[g->injections[i]].network != network) i++;
    return g->injections[i];
}

noc_ends noc_ends_of(const noc_system *s, uint32_t first)
{
    const noc_graph *g = &s->graph;
    const noc_hop *in = &s->routes.hops[first], *out = &s->routes.hops[in->next];
    return (noc_ends){&g->terminals[g->channels[in->channel].from],
                      &g->terminals[g->channels[out->channel].to]};
}
