#include "analytic/shared_limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/network_model.h"
#include "network/graph/resources.h"

static double derating_factor(const noc_system *s, uint16_t network, unsigned derated)
{
    const noc_resource kind = noc_resource_of_network(&s->graph, network);
    return noc_resource_is_in(derated, kind) ? 1.0 - NOC_DERATED_SHARE : 1.0;
}

bool noc_shared_limits_add(noc_shared_limits *limits, noc_shared_limit limit)
{
    if (limits->count == limits->capacity) {
        const unsigned capacity = 2 * limits->capacity + 4;
        noc_shared_limit *new_list = realloc(limits->list, capacity * sizeof *new_list);
        if (!new_list) return false;
        limits->list = new_list;
        limits->capacity = capacity;
    }
    limits->list[limits->count++] = limit;
    return true;
}

static void derate_limits(const noc_system *s, unsigned derated, noc_shared_limits *limits)
{
    unsigned kept_count = 0;
    for (unsigned i = 0; i < limits->count; i++) {
        noc_shared_limit limit = limits->list[i];
        limit.capacity *= derating_factor(s, limit.network, derated);
        if (isfinite(limit.capacity)) limits->list[kept_count++] = limit;
    }
    limits->count = kept_count;
}

noc_status noc_shared_limits_find(const noc_system *s, unsigned derated, noc_shared_limits *limits)
{
    const noc_graph *g = &s->graph;
    *limits = (noc_shared_limits){.packet_rate = noc_system_packet_rate(s, 1.0)};
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&g->networks[n]);
        if (kind->add_limits && !kind->add_limits(s, n, limits)) return NOC_EFAILED;
    }
    derate_limits(s, derated, limits);
    return NOC_OK;
}

const noc_shared_limit *noc_channel_shared_limit(const noc_shared_limits *limits, uint32_t channel)
{
    for (unsigned i = 0; i < limits->count; i++)
        if (limits->list[i].channel == channel) return &limits->list[i];
    return NULL;
}

bool noc_shared_limit_applies(const noc_system *s, const noc_shared_limit *limit, uint32_t channel)
{
    const noc_channel *c = &s->graph.channels[channel];
    if (c->network != limit->network || c->kind != NOC_INJECTION) return false;
    if (limit->scope == NOC_SHARED_BY_COLUMN)
        return s->graph.terminals[c->from].column == limit->owner_number;
    return limit->scope == NOC_SHARED_BY_ALL || channel == limit->channel;
}

void noc_name_limit_owner(const noc_shared_limit *limit, char *text, size_t size)
{
    const char *kind = limit->scope == NOC_SHARED_BY_MEMORY ? "memory" : "column";
    if (limit->scope == NOC_SHARED_BY_ALL)
        snprintf(text, size, "all memory nodes");
    else
        snprintf(text, size, "%s %d", kind, limit->owner_number);
}

double noc_shared_limit_use(const noc_shared_limit *limit, double packet_rate)
{
    return packet_rate * (limit->flits[NOC_REQUEST] + limit->flits[NOC_REPLY]) / limit->capacity;
}

double noc_shared_limits_bound(const noc_system *s, const noc_shared_limits *limits)
{
    double largest_use = 0.0;
    for (unsigned i = 0; i < limits->count; i++)
        largest_use = fmax(largest_use, noc_shared_limit_use(&limits->list[i], 1.0));
    return s->traffic.injected_flits / largest_use;
}

double noc_allowed_packet_share(const noc_shared_limits *limits, noc_class class, double load,
                                double answered_share)
{
    double lost_share = 0.0;
    for (unsigned i = 0; i < limits->count; i++) {
        const noc_shared_limit *limit = &limits->list[i];
        const double flits = load * limits->packet_rate *
                             (limit->flits[NOC_REQUEST] + answered_share * limit->flits[NOC_REPLY]);
        if (flits > limit->capacity)
            lost_share += limit->packet_share[class] * (1.0 - limit->capacity / flits);
    }
    return 1.0 - lost_share;
}

double noc_networks_bound(const noc_system *s, const noc_loads *loads)
{
    noc_shared_limits limits;
    double bound = noc_loads_bound(s, loads);
    if (noc_shared_limits_find(s, 0, &limits) == NOC_OK)
        bound = fmin(bound, noc_shared_limits_bound(s, &limits));
    free(limits.list);
    return bound;
}
