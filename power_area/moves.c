#include "power_area/moves.h"

/* Flits per cycle that a terminal sends into a network. */
static double flits_sent(const noc_costing *c, uint16_t network, uint32_t terminal)
{
    const noc_graph *g = &c->system->graph;
    const noc_terminal *t = &g->terminals[terminal];
    double flits = 0.0;
    for (uint32_t i = 0; i < t->injections; i++) {
        const uint32_t channel = g->injections[t->first_injection + i];
        if (g->channels[channel].network == network)
            flits += noc_activity_flits(c->activity, channel);
    }
    return flits;
}

static void add_passage(noc_passage *sum, double factor, noc_passage p)
{
    sum->links += factor * p.links;
    sum->crossbars += factor * p.crossbars;
    sum->latches += factor * p.latches;
    sum->ack_links += factor * p.ack_links;
}

/* Mean passage over a sender's flows `first` to `end` - 1, weighted by their rates. */
static noc_passage mean_passage(const noc_costing *c, uint16_t network, size_t first, size_t end)
{
    const noc_graph *g = &c->system->graph;
    const noc_flow *flows = c->system->traffic.flows;
    noc_passage mean = {0};
    double rate = 0.0;
    for (size_t i = first; i < end; i++) rate += flows[i].rate;
    for (size_t i = first; i < end; i++)
        add_passage(&mean, flows[i].rate / rate,
                    noc_passage_find(c->system->design, &g->networks[network],
                                     &g->terminals[flows[i].source],
                                     &g->terminals[flows[i].destination]));
    return mean;
}

static void add_sender(const noc_costing *c, uint16_t network, size_t first, size_t end,
                       noc_flit_movement *moves)
{
    const noc_flow *flow = &c->system->traffic.flows[first];
    const double flits = flits_sent(c, network, flow->source);
    const double packets = flits / noc_system_mean_flits(c->system, flow->class, network);
    const noc_passage mean = mean_passage(c, network, first, end);
    if (!(flits > 0.0)) return;
    moves->flits += flits;
    moves->packets += packets;
    moves->ack_hops += packets * mean.ack_links;
    add_passage(&moves->passages, flits, mean);
}

noc_flit_movement noc_flit_movement_of(const noc_costing *c, uint16_t network)
{
    const noc_traffic *traffic = &c->system->traffic;
    const noc_network *net = &c->system->graph.networks[network];
    noc_flit_movement moves = {0};
    if (!c->activity) return moves;
    for (size_t first = 0, end; first < traffic->flow_count; first = end) {
        const noc_flow *flow = &traffic->flows[first];
        for (end = first + 1; end < traffic->flow_count; end++)
            if (traffic->flows[end].source != flow->source ||
                traffic->flows[end].class != flow->class)
                break;
        if (net->carries[flow->class]) add_sender(c, network, first, end, &moves);
    }
    return moves;
}
