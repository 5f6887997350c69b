#include "analytic/gate.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/network_model.h"
#include "network/resources.h"

static double left_of(const noc_system *s, uint16_t network, unsigned derated)
{
    const noc_resource kind = noc_resource_of_network(&s->graph, network);
    return noc_resource_is_in(derated, kind) ? 1.0 - NOC_DERATED_SHARE : 1.0;
}

noc_status noc_gates_find(const noc_system *s, unsigned derated, noc_gates *gates)
{
    const noc_graph *g = &s->graph;
    *gates = (noc_gates){.packets = noc_system_packet_rate(s, 1.0)};
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&g->networks[n]);
        if (!kind->gate) continue;
        if (!gates->list) gates->list = calloc(g->network_count, sizeof *gates->list);
        if (!gates->list) return NOC_EFAILED;
        noc_gate gate = kind->gate(s, n);
        gate.limit *= left_of(s, n, derated);
        if (isfinite(gate.limit)) gates->list[gates->count++] = gate;
    }
    return NOC_OK;
}

double noc_gate_used(const noc_gate *gate, double packet_rate)
{
    return packet_rate * (gate->flits[NOC_REQUEST] + gate->flits[NOC_REPLY]) / gate->limit;
}

double noc_gate_bound(const noc_system *s, noc_gate gate)
{
    return s->traffic.injected_flits / noc_gate_used(&gate, 1.0);
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
