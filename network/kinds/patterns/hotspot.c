/* Hot spot: each packet of each node goes to one of the listed nodes, with equal probability. */
#include "network/kinds/patterns/synthetic.h"

static const noc_key keys[] = {
    {"hotspot_nodes", NOC_INTEGERS, offsetof(noc_traffic_spec, hotspot_nodes), 0, 1048575, 0, 1,
     NULL, "", "numbers of the nodes that receive: x + columns*y", "BookSim 2.0: hotspot", NULL,
     NOC_BY_ROUTES},
};

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)graph;
    (void)source;
    const noc_integers *nodes = &design->traffic.hotspot_nodes;
    for (size_t i = 0; i < nodes->count; i++)
        shares[nodes->values[i]] += 1.0 / (double)nodes->count;
}

const noc_pattern_kind noc_pattern_hotspot = {
    .name = "hotspot",
    .summary = "every node sends to one of traffic.hotspot_nodes",
    .source = "BookSim 2.0: hotspot",
    .keys = NOC_KEYS(keys),
    .check = noc_check_synthetic,
    .fill_shares = fill_shares,
};
