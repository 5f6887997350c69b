/* Checkerboard routing with the other reading of case 3, up to 7.3 % slower in te13. */
#include "network/kinds/kinds.h"
#include "network/kinds/routings/checkerboard.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_checkerboard_paths(graph, network, from, to, class, true, out);
}

const noc_routing_kind noc_routing_checkerboard_via = {
    .name = "checkerboard-via",
    .summary = "XY, else YX; from half to full routers by a full router in between",
    .source = "te13 4.2, 5.4",
    .served_layouts = NOC_LAYOUT_GRID,
    .vc_sets = 2,
    .find_paths = find_paths,
};
