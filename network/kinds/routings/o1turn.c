/* O1TURN (Seo et al., ISCA 2005): each packet goes XY or YX with equal probability. Each order has
 * its own virtual channels on the links, XY the lower half of the class's. On the channels of
 * terminals packets use any virtual channel of their class, since nothing turns there. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_add_both_orders(graph, from, to, graph->networks[network].vcs[class], out);
}

const noc_routing_kind noc_routing_o1turn = {
    .name = "o1turn",
    .summary = "XY or YX, at random for each packet",
    .source = "te13 4.6; Seo et al. 2005",
    .served_layouts = NOC_LAYOUT_GRID,
    .vc_sets = 2,
    .has_layers = true,
    .find_paths = find_paths,
};
