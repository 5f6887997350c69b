/* Crossbar: one input-queued switch between all nodes. A network of one class has only the ports
 * that it needs: requests N x M, replies M x N. With fewer `ports` than compute nodes, several
 * compute nodes share a port through a concentrator outside of the switch: a multiplexer that
 * accepts packets of its nodes in turn, a flit per cycle in each direction (te13 6.1, cdx19 5.4,
 * icc 2). */
#include <stdio.h>

#include "network/kinds/kinds.h"
#include "network/kinds/switches.h"
#include "network/kinds/unread_conditions.h"

enum { PORTS, CONCENTRATOR_CYCLES, LINKS };

static bool is_shared_port(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->sharers > 1;
}

static bool has_no_concentrator(const noc_unread_question *question)
{
    return !noc_unread_any_channel(question, is_shared_port);
}

static const noc_unread_condition no_concentrator = {has_no_concentrator, false, NULL,
                                                     "every node has its own port (network.ports)"};

static const noc_key keys[] = {
    {"ports", NOC_INTEGER, NOC_PARAMETER(PORTS), 0, 1024, 0, 0, NULL, "ports",
     "ports for the compute nodes, which share them as evenly as can be; 0: one for each",
     "te13 6.1: 10; cdx19 5.4: 16, 24; icc 2: 12", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"concentrator_cycles", NOC_INTEGER, NOC_PARAMETER(CONCENTRATOR_CYCLES), 0, 64, 0, 0, NULL,
     "cycles", "latency of the concentrators, each way", "cdx19 5.4: 0",
     NOC_UNREAD(&no_concentrator), NOC_BY_LOADS | NOC_BY_COST},
    NOC_LINK_KEYS(LINKS),
};

static int count_compute_ports(const noc_design *design, const noc_network_spec *spec)
{
    const int ports = spec->parameters[PORTS].integer;
    return ports ? ports : noc_compute_terminals(design);
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    (void)spec;
    return (noc_size){.router_count = 1, .link_count = 0, .longest_path = 1};
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int computes = noc_compute_terminals(design);
    if (count_compute_ports(design, spec) <= computes) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.ports", "nodes.compute"),
        "network.ports = %d, but nodes.compute = %d share them (at most one port each)",
        spec->parameters[PORTS].integer, computes);
}

/* Returns the ports of compute and memory nodes that carry packets in one direction. */
static int count_used_ports(const noc_graph *g, const noc_network *net, int computes,
                            noc_memory_ports memory_ports, bool is_input)
{
    const int memories =
        (int)g->memory_count * (is_input ? memory_ports.injections : memory_ports.ejections);
    const bool from_compute = net->carries[is_input ? NOC_REQUEST : NOC_REPLY];
    const bool from_memory = net->carries[is_input ? NOC_REPLY : NOC_REQUEST];
    if (g->memory_count == 0) return computes;
    return (from_compute ? computes : 0) + (from_memory ? memories : 0);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    const noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const noc_switches s = {graph, network, spec, LINKS};
    const int ports = count_compute_ports(design, spec), computes = noc_compute_terminals(design);
    const noc_memory_ports memory_ports = noc_count_memory_ports(spec);
    const uint32_t router =
        noc_switch_add(&s, 0, 0, count_used_ports(graph, net, ports, memory_ports, true),
                       count_used_ports(graph, net, ports, memory_ports, false));
    for (int p = 0; p < ports; p++) {
        const int first = noc_group_start(computes, ports, p);
        const int count = noc_group_start(computes, ports, p + 1) - first;
        const int cycles = count > 1 ? spec->parameters[CONCENTRATOR_CYCLES].integer : 0;
        noc_switch_concentrate(&s, first, count, router, NOC_LONG, cycles);
    }
    for (uint32_t m = 0; m < graph->memory_count; m++)
        noc_switch_attach(&s, graph->memory_terminals[m], router, router, NOC_LONG);
}

/* Adds a path without links: a packet uses its injection and ejection channels only. */
static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    (void)spec, (void)graph, (void)from, (void)to, (void)flow;
    noc_paths_begin_way(out, 1.0);
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const int ports = count_compute_ports(design, &design->networks[network]);
    const int computes = noc_compute_terminals(design);
    char groups[64];
    noc_describe_groups(computes, ports, groups, sizeof groups);
    if (ports == computes)
        snprintf(text, size, "a port for each node");
    else
        snprintf(text, size, "%d compute nodes share %d ports, in groups: %s", computes, ports,
                 groups);
}

const noc_topology_kind noc_topology_crossbar = {
    .name = "crossbar",
    .summary = "one switch between all nodes, which may share its ports",
    .source = "cdx19 2.2; concentrated: te13 6.1, cdx19 5.4, icc 2",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("crossbar", NULL)),
};
