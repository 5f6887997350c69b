/* Class-based deterministic routing: requests XY, replies YX, so that replies leave the rows of
 * memory controllers at once. Each class has its own virtual channels, so that the two orders never
 * mix. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    const uint32_t vcs = graph->networks[network].vcs[class];
    if (class == NOC_REQUEST)
        noc_grid_add_xy(graph, from, to, vcs, 1.0, out);
    else
        noc_grid_add_yx(graph, from, to, vcs, 1.0, out);
}

const noc_routing_kind noc_routing_cdr = {
    .name = "cdr",
    .summary = "class-based: requests XY, replies YX",
    .source = "te13 4.6, Abts et al. 2009",
    .served_layouts = NOC_LAYOUT_GRID,
    .vc_sets = 1,
    .y_first = {[NOC_REPLY] = true},
    .has_layers = true,
    .has_dimension_order = true,
    .find_paths = find_paths,
};
