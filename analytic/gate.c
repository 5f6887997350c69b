#include "analytic/gate.h"

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

bool noc_gates_add(noc_gates *gates, noc_gate gate)
{
    if (gates->count == gates->capacity) {
        const unsigned capacity = 2 * gates->capacity + 4;
        noc_gate *grown = realloc(gates->list, capacity * sizeof *grown);
        if (!grown) return false;
        gates->list = grown;
        gates->capacity = capacity;
    }
    gates->list[gates->count++] = gate;
    return true;
}

static void derate(const noc_system *s, unsigned derated, noc_gates *gates)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < gates->count; i++) {
        noc_gate gate = gates->list[i];
        gate.limit *= left_of(s, gate.network, derated);
        if (isfinite(gate.limit)) gates->list[kept++] = gate;
    }
    gates->count = kept;
}

noc_status noc_gates_find(const noc_system *s, unsigned derated, noc_gates *gates)
{
    const noc_graph *g = &s->graph;
    *gates = (noc_gates){.packets = noc_system_packet_rate(s, 1.0)};
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&g->networks[n]);
        if (kind->gates && !kind->gates(s, n, gates)) return NOC_EFAILED;
    }
    derate(s, derated, gates);
    return NOC_OK;
}

const noc_gate *noc_gates_at(const noc_gates *gates, uint32_t channel)
{
    for (unsigned i = 0; i < gates->count; i++)
        if (gates->list[i].channel == channel) return &gates->list[i];
    return NULL;
}

bool noc_gate_has(const noc_system *s, const noc_gate *gate, uint32_t channel)
{
    const noc_channel *c = &s->graph.channels[channel];
    if (c->network != gate->network || c->kind != NOC_INJECTION) return false;
    if (gate->scope == NOC_GATE_OF_COLUMN)
        return s->graph.terminals[c->from].column == gate->number;
    return gate->scope == NOC_GATE_OF_ALL || channel == gate->channel;
}

void noc_gate_owner(const noc_gate *gate, char *text, size_t size)
{
    const char *kind = gate->scope == NOC_GATE_OF_MEMORY ? "memory" : "column";
    if (gate->scope == NOC_GATE_OF_ALL)
        snprintf(text, size, "all memory nodes");
    else
        snprintf(text, size, "%s %d", kind, gate->number);
}

double noc_gate_used(const noc_gate *gate, double packet_rate)
{
    return packet_rate * (gate->flits[NOC_REQUEST] + gate->flits[NOC_REPLY]) / gate->limit;
}

double noc_gates_bound(const noc_system *s, const noc_gates *gates)
{
    double used = 0.0;
    for (unsigned i = 0; i < gates->count; i++)
        used = fmax(used, noc_gate_used(&gates->list[i], 1.0));
    return s->traffic.injected_flits / used;
}

double noc_gates_pass(const noc_gates *gates, noc_class class, double load, double requests)
{
    double lost = 0.0;
    for (unsigned i = 0; i < gates->count; i++) {
        const noc_gate *gate = &gates->list[i];
        const double flits =
            load * gates->packets * (gate->flits[NOC_REQUEST] + requests * gate->flits[NOC_REPLY]);
        if (flits > gate->limit) lost += gate->share[class] * (1.0 - gate->limit / flits);
    }
    return 1.0 - lost;
}

double noc_networks_bound(const noc_system *s, const noc_loads *loads)
{
    noc_gates gates;
    double bound = noc_loads_bound(s, loads);
    if (noc_gates_find(s, 0, &gates) == NOC_OK) bound = fmin(bound, noc_gates_bound(s, &gates));
    free(gates.list);
    return bound;
}
