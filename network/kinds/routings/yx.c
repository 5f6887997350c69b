/* Dimension-order routing YX: along the column to the destination's row, then along the row. One
 * minimal path, no cycles. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    const uint32_t vcs = graph->networks[network].vcs[class];
    noc_grid_add_yx(graph, from, to, vcs, 1.0, out);
}

const noc_routing_kind noc_routing_yx = {
    .name = "yx",
    .summary = "dimension order: along the column, then along the row",
    .source = "te13 4.2",
    .served_layouts = NOC_LAYOUT_GRID | NOC_LAYOUT_TORUS,
    .vc_sets = 1,
    .y_first = {true, true},
    .has_layers = true,
    .has_dimension_order = true,
    .find_paths = find_paths,
};
