/* Adaptive XY or YX: the order whose first link has fewer outstanding flits at the first router.
 * Each order has its own virtual channels, as with O1TURN. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

enum { NO_ORDER, X_FIRST, Y_FIRST };

static void add_link(const noc_routed_packet *p, uint32_t order, noc_options *out)
{
    const uint32_t vcs = noc_routed_packet_vcs(p), lower = noc_vcs_lower_half(vcs);
    noc_options_add(
        out, (noc_route_option){.channel = noc_grid_first_link(p->graph, p->router, p->destination,
                                                               order == Y_FIRST),
                                .vcs = order == X_FIRST ? lower : vcs & ~lower,
                                .state = order,
                                .weight = 1});
}

static void find_options(const noc_routed_packet *p, noc_options *out)
{
    if (p->router == p->destination) return;
    if (p->state != Y_FIRST) add_link(p, X_FIRST, out);
    if (p->state != X_FIRST) add_link(p, Y_FIRST, out);
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_add_both_orders(graph, from, to, graph->networks[network].vcs[class], out);
}

const noc_routing_kind noc_routing_xy_yx_adaptive = {
    .name = "xy-yx-adaptive",
    .summary = "XY or YX, by the fewer flits outstanding at the source's router",
    .source = "BookSim 2.0: adaptive_xy_yx",
    .served_layouts = NOC_LAYOUT_MESH | NOC_LAYOUT_BUTTERFLY,
    .vc_sets = 2,
    .has_layers = true,
    .choice = NOC_CHOICE_LEAST,
    .find_options = find_options,
    .find_paths = find_paths,
};
