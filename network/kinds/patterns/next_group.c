/* Next group: a node sends to the nodes of the next group of a dragonfly, with equal shares. All
 * packets of a group use one link between groups. */
#include "base/min_max.h"
#include "network/kinds/patterns/synthetic.h"

static const noc_topology_kind *find_dragonfly(const noc_design *design)
{
    const noc_topology_kind *topology = design->networks[0].topology;
    return topology->layout & NOC_LAYOUT_DRAGONFLY ? topology : NULL;
}

static noc_status check(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    if (!find_dragonfly(design))
        return noc_design_conflict(design, diag, 0,
                                   NOC_PATHS("traffic.pattern", "network.topology"),
                                   "traffic.pattern = \"next-group\" needs the groups of topology "
                                   "\"dragonfly\", and the topology is \"%s\"",
                                   design->networks[0].topology->name);
    return noc_check_synthetic(design, columns, rows, diag);
}

/* Returns the group of a node, which is its router's. */
static int find_group(const noc_graph *g, uint32_t terminal)
{
    const uint32_t port = g->injections[g->terminals[terminal].first_injection];
    return g->routers[g->channels[port].to].row;
}

/* Fills the shares; groups without nodes are skipped. */
static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    int groups = 0;
    uint32_t members = 0;
    (void)design;
    for (uint32_t t = 0; t < graph->terminal_count; t++)
        groups = max_int(groups, find_group(graph, t) + 1);
    const int next_group = (find_group(graph, source) + 1) % groups;
    for (uint32_t d = 0; d < graph->terminal_count; d++)
        members += find_group(graph, d) == next_group;
    for (uint32_t d = 0; d < graph->terminal_count; d++)
        if (find_group(graph, d) == next_group) shares[d] = 1.0 / members;
}

const noc_pattern_kind noc_pattern_next_group = {
    .name = "next-group",
    .summary = "a node sends to the nodes of the next group of a dragonfly alike",
    .source = "BookSim 2.0: bad_dragon",
    .keys = NOC_KEYS(noc_hot_keys),
    .check = check,
    .fill_shares = fill_shares,
};
