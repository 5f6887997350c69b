/* Clos network (m, n, r): r switches n x m, m switches r x r, r switches m x n, each linked with
 * all of the next stage. A packet draws its middle switch, which determines its path. Nodes use the
 * ports of the outer switches in order; some ports may be unused: 80 + 16 nodes on (8, 10, 10)
 * leave four. */
#include <stdio.h>

#include "network/kinds/kinds.h"
#include "network/kinds/switches.h"

enum { MIDDLE_SWITCHES, EDGE_NODES, EDGE_SWITCHES, LINK_PARAMETERS };

static const noc_key keys[] = {
    {"m", NOC_INTEGER, NOC_PARAMETER(MIDDLE_SWITCHES), 1, 1024, 0, 1, NULL, "switches",
     "switches of the middle stage: ways between two outer switches", "cdx19 Table 1: 8", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    {"n", NOC_INTEGER, NOC_PARAMETER(EDGE_NODES), 1, 1024, 0, 1, NULL, "ports",
     "nodes of a switch of the first and of the last stage", "cdx19 Table 1: 10", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    {"r", NOC_INTEGER, NOC_PARAMETER(EDGE_SWITCHES), 1, 1024, 0, 1, NULL, "switches",
     "switches of the first stage, and as many of the last", "cdx19 Table 1: 10", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LINK_KEYS(LINK_PARAMETERS),
};

static noc_size estimate_size(const noc_network_spec *spec)
{
    const double m = spec->parameters[MIDDLE_SWITCHES].integer,
                 r = spec->parameters[EDGE_SWITCHES].integer;
    return (noc_size){.router_count = m + 2 * r, .link_count = 2 * m * r, .longest_path = 3};
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int n = spec->parameters[EDGE_NODES].integer, r = spec->parameters[EDGE_SWITCHES].integer;
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    if (nodes <= n * r) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.n", "network.r", "nodes.compute", "nodes.memory"),
        "nodes.compute + nodes.memory = %d + %d does not fit a Clos network with %d switches of %d "
        "nodes (at most %d)",
        noc_compute_terminals(design), design->nodes.memory, r, n, n * r);
}

/* Adds the switches, stage by stage. */
static void add_switches(const noc_switches *s, int m, int n, int r)
{
    const uint32_t end = s->graph->terminal_count;
    for (int stage = 0; stage < 3; stage++) {
        for (int row = 0; row < (stage == 1 ? m : r); row++) {
            const uint32_t first = (uint32_t)(row * n), end_terminal = first + (uint32_t)n;
            const int inputs = stage == 0 ? n + noc_switch_extra_ports(s, first, end_terminal, true)
                               : stage == 1 ? r
                                            : m;
            const int outputs = stage == 0 ? m
                                : stage == 1
                                    ? r
                                    : n + noc_switch_extra_ports(s, first, end_terminal, false);
            noc_switch_add(s, stage, row, inputs, outputs);
        }
    }
    const uint32_t base = s->graph->networks[s->network].first_router;
    for (uint32_t t = 0; t < end; t++) {
        const uint32_t edge = base + t / (uint32_t)n;
        noc_switch_attach(s, t, edge, edge + (uint32_t)(r + m), NOC_LONG);
    }
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    const noc_network_spec *spec = &design->networks[graph->networks[network].spec_index];
    const noc_switches s = {graph, network, spec, LINK_PARAMETERS};
    const int m = spec->parameters[MIDDLE_SWITCHES].integer,
              n = spec->parameters[EDGE_NODES].integer;
    const int r = spec->parameters[EDGE_SWITCHES].integer;
    add_switches(&s, m, n, r);
    const uint32_t base = graph->networks[network].first_router;
    for (int edge = 0; edge < r; edge++)
        for (int middle = 0; middle < m; middle++)
            noc_switch_join(&s, base + (uint32_t)edge, base + (uint32_t)(r + middle), NOC_LONG);
    for (int middle = 0; middle < m; middle++)
        for (int edge = 0; edge < r; edge++)
            noc_switch_join(&s, base + (uint32_t)(r + middle), base + (uint32_t)(r + m + edge),
                            NOC_LONG);
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const int m = spec->parameters[MIDDLE_SWITCHES].integer,
              r = spec->parameters[EDGE_SWITCHES].integer;
    const noc_network *net = &graph->networks[graph->routers[from].network];
    for (int middle = 0; middle < m; middle++) {
        const uint32_t middle_switch = net->first_router + (uint32_t)(r + middle);
        noc_paths_begin_way(out, 1.0 / m);
        noc_paths_add_link(out, noc_graph_link(graph, from, middle_switch), net->vcs[flow->class]);
        noc_paths_add_link(out, noc_graph_link(graph, middle_switch, to), net->vcs[flow->class]);
    }
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_network_spec *spec = &design->networks[network];
    const int ports =
        spec->parameters[EDGE_NODES].integer * spec->parameters[EDGE_SWITCHES].integer;
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    snprintf(text, size, "%d nodes on %d ports of the outer switches, %d stay unused", nodes, ports,
             ports - nodes);
}

/* Writes as many middle switches as an outer switch has nodes, so that a path exists for each free
 * pair (Clos 1953, rearranged). */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    const int nodes = c->compute + c->memory;
    int n = 1;
    while (n * n < nodes) n++;
    fprintf(out, " m = %d; n = %d; r = %d;", n, n, (nodes + n - 1) / n);
}

const noc_topology_kind noc_topology_clos = {
    .name = "clos",
    .summary = "Clos network of three stages; a packet draws its middle switch",
    .source = "cdx19 2.1, Table 1; Clos 1953",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("clos", write_size)),
};
