/* Valiant's routing (Valiant and Brebner, STOC 1981): a packet goes in dimension order to any
 * router of the network, drawn for each packet, and from there in dimension order to its
 * destination. Any pattern becomes two uniform ones; each phase has its own virtual channels. */
#include "network/kinds/grid_keys.h"
#include "network/kinds/kinds.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    const noc_network *net = &graph->networks[network];
    const bool shortcut = noc_grid_has_shortcut(spec);
    for (uint32_t i = 0; i < net->router_count; i++)
        noc_grid_add_via(graph, from, net->first_router + i, to, net->vcs[class], shortcut,
                         1.0 / net->router_count, out);
}

const noc_routing_kind noc_routing_valiant = {
    .name = "valiant",
    .summary = "by any router of the network, drawn for each packet",
    .source = "Valiant and Brebner 1981; te13 4.6",
    .served_layouts = NOC_LAYOUT_GRID | NOC_LAYOUT_TORUS,
    .vc_sets = 2,
    .via_rule = NOC_VIA_ANY,
    .has_layers = true,
    .find_paths = find_paths,
};
