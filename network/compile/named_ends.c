#include "network/compile/named_ends.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "design/node_list.h"
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
    const uint32_t from = noc_node_of_number(g, rate->source, false);
    const uint32_t to = noc_node_of_number(g, rate->destination, false);
    if (from == NOC_NONE) return refuse_number(g, rates, rate, rate->source, diag);
    if (to == NOC_NONE) return refuse_number(g, rates, rate, rate->destination, diag);
    if (g->memory_count == 0) return NOC_OK;
    const noc_terminal_kind wanted[] = {NOC_COMPUTE, NOC_MEMORY};
    if (g->terminals[from].kind == wanted[0] && g->terminals[to].kind == wanted[1]) return NOC_OK;
    noc_node_numbers_describe(g, false, numbers);
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

noc_status noc_rates_fill_traffic(noc_system *s, noc_diag *diag)
{
    const noc_rates *rates = s->design->traffic.rates;
    noc_traffic *t = &s->traffic;
    t->relative_rate_square = 1.0;
    if (!rates || noc_traffic_is_eager(&s->design->traffic)) return NOC_OK;
    t->relative_rate =
        noc_arena_array(&s->arena, s->graph.terminal_count, sizeof *t->relative_rate);
    if (!t->relative_rate) return noc_fail_memory(diag);
    for (size_t f = 0; f < t->flow_count; f++)
        if (t->flows[f].class == NOC_REQUEST)
            t->relative_rate[t->flows[f].source] += t->flows[f].rate;
    t->relative_rate_square = 0.0;
    for (uint32_t i = 0; i < s->graph.terminal_count; i++)
        t->relative_rate_square += t->relative_rate[i] * t->relative_rate[i] / t->injector_count;
    t->design_rate = rates->total_rate / rates->source_count;
    return NOC_OK;
}

/* Last row of a node in the file, and the sum of all of the node's rows. */
static const noc_rate *find_last_row(const noc_rate *rows, size_t count, double *sum)
{
    const noc_rate *last = rows;
    *sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        *sum += rows[i].packet_rate;
        if (rows[i].line > last->line) last = &rows[i];
    }
    return last;
}

noc_status noc_rates_check_ports(const noc_system *s, noc_diag *diag)
{
    static const double rounding = 1e-9;
    const noc_rates *rates = s->design->traffic.rates;
    const double flits = s->traffic.injected_flits;
    if (!rates || !s->traffic.relative_rate) return NOC_OK;
    for (size_t i = 0, count; i < rates->count; i += count) {
        const noc_rate *rows = noc_rates_of_source(rates, rates->list[i].source, &count);
        const uint32_t node = noc_node_of_number(&s->graph, rows->source, false);
        const double most = noc_system_port_flits(s, node) / flits;
        double sum;
        const noc_rate *last = find_last_row(rows, count, &sum);
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

static const char *word_of(noc_terminal_kind kind)
{
    return kind == NOC_COMPUTE ? "compute" : "memory";
}

/* Refuses a number of a list; the message has the range of numbers. */
static noc_status refuse_list_number(const noc_system *s, const char *key, int number,
                                     noc_terminal_kind kind, noc_diag *diag)
{
    const noc_graph *g = &s->graph;
    const bool memory = kind == NOC_MEMORY;
    const char *word = memory ? "memory node" : "compute node";
    uint32_t count = memory ? g->memory_count : g->compute_count;
    if (g->has_tiles || g->memory_count == 0) {
        word = "node";
        count = noc_node_numbers_count(g, false);
    }
    return noc_design_conflict(s->design, diag, 0, NOC_PATHS(key),
                               "%s: there is no %s %d (%ss are 0..%u)", key, word, number, word,
                               count - 1);
}

static noc_status check_list(const noc_system *s, const char *key, const noc_node_list *nodes,
                             noc_terminal_kind kind, noc_diag *diag)
{
    const noc_graph *g = &s->graph;
    char numbers[NOC_NODE_NUMBERS_CHARS] = "";
    for (size_t i = 0; i < nodes->count; i++) {
        const noc_named_nodes *entry = &nodes->list[i];
        if (entry->level) continue;
        const uint32_t node = noc_node_of_list_number(g, (uint32_t)entry->number, kind);
        if (node == NOC_NONE) return refuse_list_number(s, key, entry->number, kind, diag);
        if (g->memory_count == 0 || g->terminals[node].kind == kind) continue;
        if (!g->has_tiles) return refuse_list_number(s, key, entry->number, kind, diag);
        noc_node_numbers_describe(g, false, numbers);
        return noc_design_conflict(s->design, diag, 0, NOC_PATHS(key),
                                   "%s: node %d is no %s node (requests go from compute to memory "
                                   "nodes; %s)",
                                   key, entry->number, word_of(kind), numbers);
    }
    return NOC_OK;
}

static noc_status check_halves(const noc_system *s, noc_diag *diag)
{
    if (!s->graph.stays_within_halves || !s->graph.has_half_conflict) return NOC_OK;
    return noc_design_conflict(s->design, diag, 0,
                               NOC_PATHS("network.reach", "network.halves", "network.levels"),
                               "network.reach = \"half\": the networks put some node on different "
                               "halves (halves and the groups of the last levels have to be the "
                               "same in all networks)");
}

noc_status noc_traffic_check_ends(const noc_system *s, noc_diag *diag)
{
    const noc_traffic_spec *t = &s->design->traffic;
    if (check_halves(s, diag) != NOC_OK) return NOC_EINPUT;
    const noc_status status = check_list(s, "traffic.sources", &t->sources, NOC_COMPUTE, diag);
    return status == NOC_OK
               ? check_list(s, "traffic.destinations", &t->destinations, NOC_MEMORY, diag)
               : status;
}

noc_status noc_traffic_check_flows(const noc_system *s, noc_diag *diag)
{
    if (s->traffic.flow_count > 0 || s->merged_rates.packets ||
        !noc_traffic_has_node_lists(&s->design->traffic))
        return NOC_OK;
    return noc_design_conflict(
        s->design, diag, 0, NOC_PATHS("traffic.destinations", "traffic.sources", "traffic.pattern"),
        "traffic.sources and destinations leave no pair of nodes that sends anything by "
        "traffic.pattern = \"%s\"",
        s->design->traffic.pattern->name);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Describes the groups of a network for a kind of nodes: "tpc:0..39, gpc:0..5". */
static void describe_groups(const noc_network_spec *spec, noc_terminal_kind kind, char *text,
                            size_t size)
{
    int groups;
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; used < size && spec->topology->groups->find_level(spec, kind, i, &groups);
         i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.30s:0..%d", i ? ", " : "",
                                 spec->topology->groups->find_level(spec, kind, i, &groups),
                                 groups - 1);
}

/* Refuses a group of an unknown level, and names the nearest level. */
static noc_status refuse_level(const noc_design *d, int network, const char *key,
                               const noc_named_nodes *entry, noc_terminal_kind kind, noc_diag *diag)
{
    const noc_network_spec *spec = &d->networks[network];
    noc_nearest_search nearest = {.wanted = entry->level};
    char groups[300];
    int count;
    const char *name;
    for (size_t i = 0; (name = spec->topology->groups->find_level(spec, kind, i, &count)); i++)
        noc_nearest_consider(&nearest, name);
    const char *nearest_name = noc_nearest_name(&nearest);
    describe_groups(spec, kind, groups, sizeof groups);
    return noc_design_conflict(
        d, diag, 0, NOC_PATHS(key), "%s: %s nodes have no level '%s'%s%s%s (groups are %s)", key,
        word_of(kind), entry->level, nearest_name ? "; did you mean '" : "",
        nearest_name ? nearest_name : "", nearest_name ? "'?" : "", *groups ? groups : "none");
}

/* First network whose topology has groups; -1: none. */
static int network_with_groups(const noc_design *d)
{
    for (int n = 0; n < d->network_count; n++)
        if (d->networks[n].topology->groups) return n;
    return -1;
}

static noc_status resolve_group(const noc_design *d, int network, const char *key,
                                noc_terminal_kind kind, noc_named_nodes *entry, noc_diag *diag)
{
    const noc_network_spec *spec = &d->networks[network];
    const noc_node_groups *node_groups = spec->topology->groups;
    const char *name;
    int groups = 0;
    size_t level = 0;
    while ((name = node_groups->find_level(spec, kind, level, &groups)) &&
           strcmp(name, entry->level) != 0)
        level++;
    if (!name) return refuse_level(d, network, key, entry, kind, diag);
    if (entry->number >= groups)
        return noc_design_conflict(d, diag, 0, NOC_PATHS(key),
                                   "%s: there is no group \"%s:%d\" (%s:0..%d)", key, name,
                                   entry->number, name, groups - 1);
    entry->count = node_groups->count_nodes(d, network, kind, level, entry->number, &entry->first);
    return entry->count > 0 ? NOC_OK : noc_fail_memory(diag);
}

static noc_status resolve_list(const noc_design *d, const char *key, noc_terminal_kind kind,
                               noc_node_list *nodes, noc_diag *diag)
{
    const int network = network_with_groups(d);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < nodes->count && status == NOC_OK; i++) {
        noc_named_nodes *entry = &nodes->list[i];
        if (!entry->level) continue;
        if (network < 0)
            return noc_design_conflict(d, diag, 0, NOC_PATHS(key),
                                       "%s: \"%s:%d\" is a group of a hierarchy, and "
                                       "network.topology = \"%s\" has none (numbers of nodes)",
                                       key, entry->level, entry->number,
                                       d->networks[0].topology->name);
        status = resolve_group(d, network, key, kind, entry, diag);
    }
    return status;
}

noc_status noc_traffic_resolve_groups(noc_design *d, noc_diag *diag)
{
    const noc_status status =
        resolve_list(d, "traffic.sources", NOC_COMPUTE, &d->traffic.sources, diag);
    return status == NOC_OK
               ? resolve_list(d, "traffic.destinations", NOC_MEMORY, &d->traffic.destinations, diag)
               : status;
}
