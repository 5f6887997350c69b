/* Dimension-order routing XY: along the row to the destination's column, then along the column. One
 * minimal path, no cycles. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    const uint32_t vcs = graph->networks[network].vcs[class];
    noc_grid_add_xy(graph, from, to, vcs, 1.0, out);
}

const noc_routing_kind noc_routing_xy = {
    .name = "xy",
    .summary = "dimension order: along the row, then along the column",
    .source = "te13 Table IV",
    .served_layouts = NOC_LAYOUT_GRID | NOC_LAYOUT_TORUS,
    .vc_sets = 1,
    .has_layers = true,
    .has_dimension_order = true,
    .find_paths = find_paths,
};
