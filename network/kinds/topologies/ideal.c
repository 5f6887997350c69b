/* Ideal network without latency and area, an upper bound for the rest of a chip. A packet arrives
 * in the cycle in which it is accepted. With `flits_per_cycle`, at most this number of flits is
 * accepted per cycle over the whole chip, from any source to any destination (te13 3.1, 3.2). */
#include <stdio.h>

#include "network/kinds/hub.h"

enum { FLITS_PER_CYCLE };

static const noc_key keys[] = {
    {"flits_per_cycle", NOC_INTEGER, NOC_PARAMETER(FLITS_PER_CYCLE), 0, 1000000, 0, 0, NULL,
     "flits/cycle", "flits that the whole network accepts in a cycle; 0: any number",
     "te13 footnote 3: 12 is the bisection of a 6x6 mesh", NULL, NOC_BY_CONTENTION},
};

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    net->ideal.flits_per_cycle = (uint32_t)spec->parameters[FLITS_PER_CYCLE].integer;
    net->is_limited = net->ideal.flits_per_cycle > 0;
    noc_hub_build(graph, design, network);
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const int limit = design->networks[network].parameters[FLITS_PER_CYCLE].integer;
    if (limit)
        snprintf(text, size, "no latency; %d flits a cycle over the whole chip", limit);
    else
        snprintf(text, size, "no latency, no limit, no area");
}

const noc_topology_kind noc_topology_ideal = {
    .name = "ideal",
    .summary = "no latency and no area; any bandwidth, or a bandwidth in flits a cycle in all",
    .source = "te13 3.1, 3.2",
    .switching = NOC_SWITCHING_IDEAL,
    .keys = NOC_KEYS(keys),
    .estimate_size = noc_hub_size,
    .build = build,
    .find_paths = noc_hub_paths,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS({
        .name = "ideal",
        .compute = NOC_STARTER_COMPUTE,
        .memory = NOC_STARTER_MEMORY,
        .request = {"ideal", "flit_bytes = 16;", NULL},
        .clock_mhz = NOC_STARTER_MHZ,
        .head_comment =
            "# No network at all: the limit that no other can pass. It has no area and no "
            "power.\n",
    }),
};
