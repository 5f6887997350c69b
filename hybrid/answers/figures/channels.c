#include "hybrid/answers/figures/channels.h"

#include <math.h>
#include <stdlib.h>

double noc_channel_rate_total(const noc_channel_rate *channel)
{
    double total = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) total += channel->flits[k];
    return total;
}

double *noc_channels_alloc_rates(const noc_system *system)
{
    return calloc(1, noc_channels_rates_size(system) + sizeof(double));
}

size_t noc_channels_rates_size(const noc_system *system)
{
    return (size_t)system->graph.channel_count * NOC_CLASSES * sizeof(double);
}

noc_status noc_channels_find_rates(const noc_system *system, const double *flits, noc_arena *arena,
                                   noc_channel_rates *rates, noc_diag *diag)
{
    const noc_graph *graph = &system->graph;
    *rates =
        (noc_channel_rates){noc_arena_array(arena, graph->channel_count, sizeof *rates->channels),
                            graph->channel_count};
    if (!rates->channels) return noc_fail_memory(diag);
    for (uint32_t c = 0; c < rates->count; c++) {
        noc_channel_rate *channel = &rates->channels[c];
        channel->kind = graph->channels[c].kind;
        channel->network = graph->channels[c].network;
        noc_channel_name(graph, c, channel->name, sizeof channel->name);
        for (uint32_t k = 0; k < NOC_CLASSES; k++) channel->flits[k] = flits[c * NOC_CLASSES + k];
        channel->utilization = noc_system_utilisation(system, flits, c);
    }
    return NOC_OK;
}

void noc_channels_sum_classes(const noc_system *system, double *flits)
{
    for (size_t c = 0; c < system->graph.channel_count; c++) {
        double sum = 0.0;
        for (size_t k = 0; k < NOC_CLASSES; k++) sum += flits[c * NOC_CLASSES + k];
        flits[c] = sum; /* written in place: the entry has been read */
    }
}

/* Sums the requests that a terminal sends on its injection channels, flits per cycle. */
static double sum_sent_requests(const noc_graph *g, const noc_terminal *t, const double *flits)
{
    double sent = 0.0;
    for (uint32_t i = 0; i < t->injections; i++) {
        const uint32_t channel = g->injections[t->first_injection + i];
        sent += flits[(size_t)channel * NOC_CLASSES + NOC_REQUEST] / g->channels[channel].sharers;
    }
    return sent;
}

static bool requests_use_channels(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REQUEST] && !noc_network_has_channels(&g->networks[n]))
            return false;
    return true;
}

noc_node_shares noc_node_shares_find(const noc_system *system, const double *flits)
{
    const noc_graph *g = &system->graph;
    static const double rounding = 1e-9;
    const noc_node_shares none = {NAN, NAN, NOC_NONE, NOC_NONE};
    noc_node_shares shares = {INFINITY, 0.0, NOC_NONE, NOC_NONE};
    double sum = 0.0, nodes = 0.0;
    if (!requests_use_channels(g)) return none;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (!system->traffic.creates_packets[t]) continue;
        const double sent = sum_sent_requests(g, &g->terminals[t], flits);
        if (sent < (1.0 - rounding) * shares.least_share) shares.slowest_node = t;
        if (sent > (1.0 + rounding) * shares.largest_share) shares.busiest_node = t;
        shares.least_share = fmin(shares.least_share, sent);
        shares.largest_share = fmax(shares.largest_share, sent);
        sum += sent;
        nodes += 1.0;
    }
    if (!(sum > 0.0)) return none;
    shares.least_share *= nodes / sum;
    shares.largest_share *= nodes / sum;
    return shares;
}
