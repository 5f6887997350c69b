#include "analytic/shared_limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/network_model.h"
#include "network/graph/resources.h"

static double left_of(const noc_system *s, uint16_t network, unsigned derated)
{
    const noc_resource kind = noc_resource_of_network(&s->graph, network);
    return noc_resource_is_in(derated, kind) ? 1.0 - NOC_DERATED_SHARE : 1.0;
}

bool noc_shared_limits_add(noc_shared_limits *gates, noc_shared_limit gate)
{
    if (gates->count == gates->capacity) {
        const unsigned capacity = 2 * gates->capacity + 4;
        noc_shared_limit *grown = realloc(gates->list, capacity * sizeof *grown);
        if (!grown) return false;
        gates->list = grown;
        gates->capacity = capacity;
    }
    gates->list[gates->count++] = gate;
    return true;
}

static void derate(const noc_system *s, unsigned derated, noc_shared_limits *gates)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < gates->count; i++) {
        noc_shared_limit gate = gates->list[i];
        gate.limit *= left_of(s, gate.network, derated);
        if (isfinite(gate.limit)) gates->list[kept++] = gate;
    }
    gates->count = kept;
}

noc_status noc_shared_limits_find(const noc_system *s, unsigned derated, noc_shared_limits *gates)
{
    const noc_graph *g = &s->graph;
    *gates = (noc_shared_limits){.packets = noc_system_packet_rate(s, 1.0)};
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&g->networks[n]);
        if (kind->gates && !kind->gates(s, n, gates)) return NOC_EFAILED;
    }
    derate(s, derated, gates);
    return NOC_OK;
}

const noc_shared_limit *noc_shared_limits_at(const noc_shared_limits *gates, uint32_t channel)
{
    for (unsigned i = 0; i < gates->count; i++)
        if (gates->list[i].channel == channel) return &gates->list[i];
    return NULL;
}

bool noc_shared_limit_applies(const noc_system *s, const noc_shared_limit *gate, uint32_t channel)
{
    const noc_channel *c = &s->graph.channels[channel];
    if (c->network != gate->network || c->kind != NOC_INJECTION) return false;
    if (gate->scope == NOC_SHARED_BY_COLUMN)
        return s->graph.terminals[c->from].column == gate->number;
    return gate->scope == NOC_SHARED_BY_ALL || channel == gate->channel;
}

void noc_shared_limit_owner(const noc_shared_limit *gate, char *text, size_t size)
{
    const char *kind = gate->scope == NOC_SHARED_BY_MEMORY ? "memory" : "column";
    if (gate->scope == NOC_SHARED_BY_ALL)
        snprintf(text, size, "all memory nodes");
    else
        snprintf(text, size, "%s %d", kind, gate->number);
}

double noc_shared_limit_used(const noc_shared_limit *gate, double packet_rate)
{
    return packet_rate * (gate->flits[NOC_REQUEST] + gate->flits[NOC_REPLY]) / gate->limit;
}

double noc_shared_limits_bound(const noc_system *s, const noc_shared_limits *gates)
{
    double used = 0.0;
    for (unsigned i = 0; i < gates->count; i++)
        used = fmax(used, noc_shared_limit_used(&gates->list[i], 1.0));
    return s->traffic.injected_flits / used;
}

double noc_shared_limits_pass(const noc_shared_limits *gates, noc_class class, double load,
                              double requests)
{
    double lost = 0.0;
    for (unsigned i = 0; i < gates->count; i++) {
        const noc_shared_limit *gate = &gates->list[i];
        const double flits =
            load * gates->packets * (gate->flits[NOC_REQUEST] + requests * gate->flits[NOC_REPLY]);
        if (flits > gate->limit) lost += gate->share[class] * (1.0 - gate->limit / flits);
    }
    return 1.0 - lost;
}

double noc_networks_bound(const noc_system *s, const noc_loads *loads)
{
    noc_shared_limits gates;
    double bound = noc_loads_bound(s, loads);
    if (noc_shared_limits_find(s, 0, &gates) == NOC_OK)
        bound = fmin(bound, noc_shared_limits_bound(s, &gates));
    free(gates.list);
    return bound;
}
