/* No network at all: what the rest of a chip could do. A packet arrives in the cycle in which it is accepted;
 * with `flits_per_cycle` only so many flits are accepted in a cycle over the whole chip, from any source to any
 * destination (te13 3.1, 3.2). It has no area. The graph has one switch without size, whose ports name
 * the terminals. */
#include <stdio.h>

#include "network/kinds.h"
#include "network/switches.h"

enum { FLITS_PER_CYCLE };

static const noc_key keys[] = {
    {"flits_per_cycle", NOC_INTEGER, NOC_PARAMETER(FLITS_PER_CYCLE), 0, 1000000, 0, 0, NULL,
     "flits/cycle", "flits that the whole network accepts in a cycle; 0: any number",
     "te13 footnote 3: 12 is the bisection of a 6x6 mesh"},
};

static noc_size size(const noc_network_spec *spec)
{
    (void)spec;
    return (noc_size){.routers = 1, .links = 0, .longest_path = 1};
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    net->ideal.flits_per_cycle = (uint32_t)spec->parameters[FLITS_PER_CYCLE].integer;
    net->nominal_inputs = 0.0;
    const uint32_t router = noc_graph_add_router(graph, network, 0, 0, (noc_crossbar){0, 0, 0});
    if (router == NOC_NONE) return NOC_EFAILED;
    for (uint32_t t = 0; t < graph->terminal_count; t++)
        if (!noc_graph_attach(graph, network, t, router, router, 1, 0.0)) return NOC_EFAILED;
    return NOC_OK;
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                  const noc_flow *flow, noc_paths *out)
{
    (void)spec, (void)graph, (void)from, (void)to, (void)flow;
    noc_paths_begin(out, 1.0);
}

static void explain(const noc_design *design, int network, char *text, size_t size)
{
    const int limit = design->networks[network].parameters[FLITS_PER_CYCLE].integer;
    if (limit)
        snprintf(text, size, "no latency; %d flits a cycle over the whole chip", limit);
    else
        snprintf(text, size, "no latency, no limit, no area");
}

const noc_topology_kind noc_topology_ideal = {
    .name = "ideal",
    .summary = "no latency and no area; any bandwidth, or so many flits a cycle in all",
    .source = "te13 3.1, 3.2",
    .switching = NOC_SWITCHING_IDEAL,
    .keys = NOC_KEYS(keys),
    .size = size,
    .build = build,
    .paths = paths,
    .explain = explain,
};
