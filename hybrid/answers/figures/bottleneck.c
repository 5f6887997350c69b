#include "hybrid/answers/figures/bottleneck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/shared_limits.h"
#include "hybrid/answers/figures/channels.h"

/* Finds the most utilised channel of a kind; of channels equal but for rounding, the first.
 * NOC_NONE: no channel of the kind has a name. */
static uint32_t busiest_channel(const noc_graph *g, noc_resource kind, const double *used)
{
    static const double rounding = 1e-9;
    uint32_t busiest = NOC_NONE;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (noc_resource_of_channel(g, c) == kind &&
            noc_network_has_channels(noc_graph_network_of(g, c)) &&
            (busiest == NOC_NONE || used[c] > (1.0 + rounding) * used[busiest]))
            busiest = c;
    return busiest;
}

static double used_by_arrivals(const noc_graph *g, uint32_t memory, const double *used)
{
    const noc_terminal *t = &g->terminals[g->memories[memory]];
    double sum = 0.0;
    for (uint32_t i = 0; i < t->ejections; i++) sum += used[g->ejections[t->first_ejection + i]];
    return sum;
}

/* Finds the memory node whose ejection channels are utilised most; of nodes equal but for noise,
 * the first. */
static uint32_t busiest_memory(const noc_graph *g, const double *used)
{
    static const double alike = 0.02;
    uint32_t busiest = 0;
    for (uint32_t m = 1; m < g->memory_count; m++)
        if (used_by_arrivals(g, m, used) > (1.0 + alike) * used_by_arrivals(g, busiest, used))
            busiest = m;
    return busiest;
}

static void put_channel(const noc_system *s, noc_resource kind, const double *used,
                        noc_bottleneck *b)
{
    const uint32_t channel = busiest_channel(&s->graph, kind, used);
    if (channel == NOC_NONE) return;
    snprintf(b->resource, sizeof b->resource, "%s",
             noc_channel_kind_name(s->graph.channels[channel].kind));
    noc_channel_name(&s->graph, channel, b->where, sizeof b->where);
    b->utilization = fmin(used[channel], 1.0);
    b->channel = channel;
}

static double used_of_gate(const noc_system *s, const noc_shared_limit *gate, const double *flits)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (noc_shared_limit_applies(s, gate, c)) sum += flits[c];
    return sum / gate->limit;
}

/* Puts the most utilised window, slice or token of networks without channels, if it is more
 * utilised than the channel found before. */
static void put_gate(const noc_system *s, noc_resource kind, const double *used, noc_bottleneck *b)
{
    static const double alike = 1e-9;
    noc_shared_limits gates;
    const bool found = noc_shared_limits_find(s, 0, &gates) == NOC_OK;
    for (unsigned i = 0; found && i < gates.count; i++) {
        const noc_shared_limit *gate = &gates.list[i];
        if (!gate->resource || noc_resource_of_network(&s->graph, gate->network) != kind) continue;
        const double share = fmin(used_of_gate(s, gate, used), 1.0);
        if (!isnan(b->utilization) && share <= (1.0 + alike) * b->utilization) continue;
        snprintf(b->resource, sizeof b->resource, "%s", gate->resource);
        noc_shared_limit_owner(gate, b->where, sizeof b->where);
        b->utilization = share;
        b->channel = gate->channel;
    }
    free(gates.list);
}

void noc_bottleneck_put(const noc_system *s, noc_resource kind, const noc_use *use,
                        noc_bottleneck *b)
{
    const bool at_memory = kind == NOC_RESOURCE_MEMORY_QUEUE || kind == NOC_RESOURCE_CACHE ||
                           kind == NOC_RESOURCE_DRAM;
    *b = (noc_bottleneck){
        .utilization = fmin(use->members, 1.0), .ceiling = NAN, .channel = NOC_NONE, .network = -1};
    if (isnan(use->members)) b->utilization = NAN;
    snprintf(b->kind, sizeof b->kind, "%s", noc_resource_name(kind));
    if (use->resource) snprintf(b->resource, sizeof b->resource, "%s", use->resource);
    if (!use->channels) return;
    if (noc_resource_is_in(NOC_RESOURCE_CHANNELS, kind)) {
        b->utilization = NAN;
        put_channel(s, kind, use->channels, b);
        put_gate(s, kind, use->channels, b);
    } else if (at_memory) {
        snprintf(b->where, sizeof b->where, "memory %u", busiest_memory(&s->graph, use->channels));
    }
}

void noc_bottleneck_put_workload(const char *name, size_t workloads, noc_bottleneck *b)
{
    snprintf(b->workload, sizeof b->workload, "%s", name);
    b->workloads = workloads;
}

void noc_bottleneck_time_used(const noc_system *s, const double *flits, double *use)
{
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        /* written in place: the entry has been read */
        use[c] = noc_system_time_used(s, flits, c);
}
