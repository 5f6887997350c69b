/* Adaptive XY or YX: the order whose first link has fewer outstanding flits at the first router.
 * Each order has its own virtual channels, as with O1TURN. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

enum { UNDECIDED, X_FIRST, Y_FIRST };

static void add(const noc_traveller *p, uint32_t order, noc_options *out)
{
    const uint32_t vcs = noc_traveller_vcs(p), lower = noc_vcs_lower_half(vcs);
    noc_options_add(
        out, (noc_route_option){.channel = noc_grid_first(p->graph, p->at, p->to, order == Y_FIRST),
                                .vcs = order == X_FIRST ? lower : vcs & ~lower,
                                .state = order,
                                .weight = 1});
}

static void options(const noc_traveller *p, noc_options *out)
{
    if (p->at == p->to) return;
    if (p->state != Y_FIRST) add(p, X_FIRST, out);
    if (p->state != X_FIRST) add(p, Y_FIRST, out);
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                  uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_both_orders(graph, from, to, graph->networks[network].vcs[class], out);
}

const noc_routing_kind noc_routing_xy_yx_adaptive = {
    .name = "xy-yx-adaptive",
    .summary = "XY or YX, by the fewer flits outstanding at the source's router",
    .source = "BookSim 2.0: adaptive_xy_yx",
    .serves = NOC_LAYOUT_MESH | NOC_LAYOUT_BUTTERFLY,
    .vc_sets = 2,
    .in_layers = true,
    .choice = NOC_CHOICE_LEAST,
    .options = options,
    .paths = paths,
};
