#include "network/compile/named_ends.h"

#include <stdlib.h>

#include "network/graph/node_numbers.h"
#include "network/kinds/traffic_keys.h"

/* ---- tables of rates ------------------------------------------------------------------------ */

static noc_place place_of(const noc_rates *rates, const noc_rate *rate)
{
    return (noc_place){rates->file, rate->line};
}

static noc_status refuse_number(const noc_graph *g, const noc_rates *rates, const noc_rate *rate,
                                uint32_t number, noc_diag *diag)
{
    return noc_fail(diag, NOC_EINPUT, place_of(rates, rate),
                    "there is no node %u (nodes are 0..%u%s)", number,
                    noc_node_numbers_count(g, false) - 1,
                    g->rows > 1 ? ": their tiles, column + columns x row" : "");
}

static noc_status check_rate(const noc_graph *g, const noc_rates *rates, const noc_rate *rate,
                             noc_diag *diag)
{
    char numbers[NOC_NODE_NUMBERS_CHARS];
    const uint32_t from = noc_node_numbered(g, rate->source, false);
    const uint32_t to = noc_node_numbered(g, rate->destination, false);
    if (from == NOC_NONE) return refuse_number(g, rates, rate, rate->source, diag);
    if (to == NOC_NONE) return refuse_number(g, rates, rate, rate->destination, diag);
    if (g->memory_count == 0) return NOC_OK;
    const noc_terminal_kind wanted[] = {NOC_COMPUTE, NOC_MEMORY};
    if (g->terminals[from].kind == wanted[0] && g->terminals[to].kind == wanted[1]) return NOC_OK;
    noc_node_numbers_say(g, false, numbers);
    return noc_fail(diag, NOC_EINPUT, place_of(rates, rate),
                    "no requests go from node %u to node %u (they go from compute to memory nodes, "
                    "which answer; %s)",
                    rate->source, rate->destination, numbers);
}

noc_status noc_rates_check(const noc_system *s, noc_diag *diag)
{
    const noc_rates *rates = s->design->traffic.rates;
    noc_status status = NOC_OK;
    if (rates && s->graph.terminal_count > NOC_RATES_NODES_MAX)
        return noc_fail(diag, NOC_EINPUT, (noc_place){rates->file, 0},
                        "tables of rates are for %d nodes at most, and there are %u",
                        NOC_RATES_NODES_MAX, s->graph.terminal_count);
    for (size_t i = 0; rates && i < rates->count && status == NOC_OK; i++)
        status = check_rate(&s->graph, rates, &rates->list[i], diag);
    return status;
}

noc_status noc_rates_pace(noc_system *s, noc_diag *diag)
{
    const noc_rates *rates = s->design->traffic.rates;
    noc_traffic *t = &s->traffic;
    t->pace_square = 1.0;
    if (!rates || noc_traffic_is_eager(&s->design->traffic)) return NOC_OK;
    t->pace = calloc(s->graph.terminal_count + 1, sizeof *t->pace);
    if (!t->pace) return noc_fail_memory(diag);
    for (size_t f = 0; f < t->flow_count; f++)
        if (t->flows[f].class == NOC_REQUEST) t->pace[t->flows[f].source] += t->flows[f].rate;
    t->pace_square = 0.0;
    for (uint32_t i = 0; i < s->graph.terminal_count; i++)
        t->pace_square += t->pace[i] * t->pace[i] / t->injectors;
    t->own_rate = rates->sum / rates->sources;
    return NOC_OK;
}

/* The row of a node that stands last in the file, and the sum of all of its rows. */
static const noc_rate *last_of(const noc_rate *rows, size_t count, double *sum)
{
    const noc_rate *last = rows;
    *sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        *sum += rows[i].packets;
        if (rows[i].line > last->line) last = &rows[i];
    }
    return last;
}

noc_status noc_rates_check_ports(const noc_system *s, noc_diag *diag)
{
    static const double rounding = 1e-9;
    const noc_rates *rates = s->design->traffic.rates;
    const double flits = s->traffic.injected_flits;
    if (!rates || !s->traffic.pace) return NOC_OK;
    for (size_t i = 0, count; i < rates->count; i += count) {
        const noc_rate *rows = noc_rates_of(rates, rates->list[i].source, &count);
        const uint32_t node = noc_node_numbered(&s->graph, rows->source, false);
        const double most = noc_system_port_flits(s, node) / flits;
        double sum;
        const noc_rate *last = last_of(rows, count, &sum);
        if (sum <= most * (1.0 + rounding)) continue;
        return noc_fail(
            diag, NOC_EINPUT, place_of(rates, last),
            "node %u sends %g packets a cycle %s, and its port can inject at most %g (%g flits a "
            "cycle, of packets of %g flits on average)",
            rows->source, sum, count > 1 ? "with this line" : "here", most, most * flits, flits);
    }
    return NOC_OK;
}

/* ---- lists of sources and destinations ------------------------------------------------------- */

static noc_status check_list(const noc_system *s, const char *key, const noc_integers *list,
                             noc_terminal_kind kind, noc_diag *diag)
{
    const noc_graph *g = &s->graph;
    char numbers[NOC_NODE_NUMBERS_CHARS] = "";
    for (size_t i = 0; i < list->count; i++) {
        const uint32_t node = noc_node_numbered(g, (uint32_t)list->values[i], false);
        if (node == NOC_NONE)
            return noc_design_conflict(s->design, diag, 0, NOC_PATHS(key),
                                       "%s: there is no node %d (nodes are 0..%u)", key,
                                       list->values[i], noc_node_numbers_count(g, false) - 1);
        if (g->memory_count == 0 || g->terminals[node].kind == kind) continue;
        noc_node_numbers_say(g, false, numbers);
        return noc_design_conflict(s->design, diag, 0, NOC_PATHS(key),
                                   "%s: node %d is no %s node (requests go from compute to memory "
                                   "nodes; %s)",
                                   key, list->values[i], kind == NOC_COMPUTE ? "compute" : "memory",
                                   numbers);
    }
    return NOC_OK;
}

noc_status noc_traffic_check_ends(const noc_system *s, noc_diag *diag)
{
    const noc_traffic_spec *t = &s->design->traffic;
    const noc_status status = check_list(s, "traffic.sources", &t->sources, NOC_COMPUTE, diag);
    return status == NOC_OK
               ? check_list(s, "traffic.destinations", &t->destinations, NOC_MEMORY, diag)
               : status;
}

noc_status noc_traffic_check_some(const noc_system *s, noc_diag *diag)
{
    if (s->traffic.flow_count > 0 || s->merged.packets ||
        !noc_traffic_names_ends(&s->design->traffic))
        return NOC_OK;
    return noc_design_conflict(
        s->design, diag, 0, NOC_PATHS("traffic.destinations", "traffic.sources", "traffic.pattern"),
        "traffic.sources and destinations leave no pair of nodes that sends anything by "
        "traffic.pattern = \"%s\"",
        s->design->traffic.pattern->name);
}
