#include "hybrid/answers/figures/bottleneck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/shared_limits.h"
#include "hybrid/answers/figures/channels.h"

/* Finds the most utilised channel of a kind; of channels equal but for rounding, the first.
 * NOC_NONE: no channel of the kind has a name. */
static uint32_t find_busiest_channel(const noc_graph *g, noc_resource kind,
                                     const double *utilization)
{
    static const double rounding = 1e-9;
    uint32_t busiest = NOC_NONE;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (noc_resource_of_channel(g, c) == kind &&
            noc_network_has_channels(noc_graph_channel_network(g, c)) &&
            (busiest == NOC_NONE || utilization[c] > (1.0 + rounding) * utilization[busiest]))
            busiest = c;
    return busiest;
}

static double sum_ejection_use(const noc_graph *g, uint32_t memory, const double *utilization)
{
    const noc_terminal *t = &g->terminals[g->memory_terminals[memory]];
    double sum = 0.0;
    for (uint32_t i = 0; i < t->ejections; i++)
        sum += utilization[g->ejections[t->first_ejection + i]];
    return sum;
}

/* Finds the memory node whose ejection channels are utilised most; of nodes equal but for noise,
 * the first. */
static uint32_t find_busiest_memory(const noc_graph *g, const double *utilization)
{
    static const double noise = 0.02;
    uint32_t busiest = 0;
    for (uint32_t m = 1; m < g->memory_count; m++)
        if (sum_ejection_use(g, m, utilization) >
            (1.0 + noise) * sum_ejection_use(g, busiest, utilization))
            busiest = m;
    return busiest;
}

static void put_channel(const noc_system *s, noc_resource kind, const double *utilization,
                        noc_bottleneck *b)
{
    const uint32_t channel = find_busiest_channel(&s->graph, kind, utilization);
    if (channel == NOC_NONE) return;
    snprintf(b->resource, sizeof b->resource, "%s",
             noc_channel_kind_name(s->graph.channels[channel].kind));
    noc_channel_name(&s->graph, channel, b->where, sizeof b->where);
    b->utilization = fmin(utilization[channel], 1.0);
    b->channel = channel;
}

static double find_limit_use(const noc_system *s, const noc_shared_limit *limit,
                             const double *flits)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (noc_shared_limit_applies(s, limit, c)) sum += flits[c];
    return sum / limit->capacity;
}

/* Puts the most utilised window, slice or token of networks without channels, if it is more
 * utilised than the channel found before. */
static void put_shared_limit(const noc_system *s, noc_resource kind, const double *utilization,
                             noc_bottleneck *b)
{
    static const double rounding = 1e-9;
    noc_shared_limits limits;
    const bool found = noc_shared_limits_find(s, 0, &limits) == NOC_OK;
    for (unsigned i = 0; found && i < limits.count; i++) {
        const noc_shared_limit *limit = &limits.list[i];
        if (!limit->resource || noc_resource_of_network(&s->graph, limit->network) != kind)
            continue;
        const double share = fmin(find_limit_use(s, limit, utilization), 1.0);
        if (!isnan(b->utilization) && share <= (1.0 + rounding) * b->utilization) continue;
        snprintf(b->resource, sizeof b->resource, "%s", limit->resource);
        noc_name_limit_owner(limit, b->where, sizeof b->where);
        b->utilization = share;
        b->channel = limit->channel;
    }
    free(limits.list);
}

void noc_bottleneck_put(const noc_system *s, noc_resource kind, const noc_resource_use *use,
                        noc_bottleneck *b)
{
    const bool is_memory = kind == NOC_RESOURCE_MEMORY_QUEUE || kind == NOC_RESOURCE_CACHE ||
                           kind == NOC_RESOURCE_DRAM;
    *b = (noc_bottleneck){.utilization = fmin(use->member_utilization, 1.0),
                          .held_utilization = NAN,
                          .channel = NOC_NONE,
                          .network = -1};
    if (isnan(use->member_utilization)) b->utilization = NAN;
    snprintf(b->kind, sizeof b->kind, "%s", noc_resource_name(kind));
    if (use->part) snprintf(b->resource, sizeof b->resource, "%s", use->part);
    if (!use->channel_utilization) return;
    if (noc_resource_is_in(NOC_RESOURCE_CHANNELS, kind)) {
        b->utilization = NAN;
        put_channel(s, kind, use->channel_utilization, b);
        put_shared_limit(s, kind, use->channel_utilization, b);
    } else if (is_memory) {
        snprintf(b->where, sizeof b->where, "memory %u",
                 find_busiest_memory(&s->graph, use->channel_utilization));
    }
}

void noc_bottleneck_put_workload(const char *name, size_t workloads, noc_bottleneck *b)
{
    snprintf(b->workload, sizeof b->workload, "%s", name);
    b->workload_count = workloads;
}

void noc_channels_find_use(const noc_system *s, const double *flits, double *utilization)
{
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        /* written in place: the entry has been read */
        utilization[c] = noc_system_utilisation(s, flits, c);
}
