/* Minimal adaptive routing with escape channels (Duato, IEEE TPDS 1993): a head requests virtual
 * channels on all links that lead nearer to its destination, and an escape channel, on which
 * packets go in dimension order to their destination. Escape channels close no circle, so a head
 * can always wait for one. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

/* States of a packet: on an adaptive virtual channel, or on the escape channel. */
enum { ADAPTIVE_STATE, ESCAPE_STATE };

static void add_adaptive_link(const noc_routed_packet *p, int column, int row, noc_options *out)
{
    const uint32_t vcs = noc_routed_packet_vcs(p), escape = noc_vcs_find_lowest(vcs, 1);
    const uint16_t network = p->graph->routers[p->router].network;
    const uint32_t next = noc_grid_router(p->graph, network, column, row);
    noc_options_add(out, (noc_route_option){.channel = noc_graph_link(p->graph, p->router, next),
                                            .vcs = vcs & ~escape,
                                            .state = ADAPTIVE_STATE,
                                            .weight = 1,
                                            .priority = 1});
}

/* Returns the next coordinate from one towards another. */
static int step_toward(int from, int to)
{
    return from + (to > from) - (to < from);
}

static void find_options(const noc_routed_packet *p, noc_options *out)
{
    const noc_router *at = &p->graph->routers[p->router], *to = &p->graph->routers[p->destination];
    const int rows = noc_grid_layer_rows(p->network);
    const int y = at->row % rows, destination_y = to->row % rows, layer = at->row / rows;
    if (p->router == p->destination) return;
    if (p->state == ADAPTIVE_STATE) {
        if (at->column != to->column)
            add_adaptive_link(p, step_toward(at->column, to->column), at->row, out);
        if (y != destination_y)
            add_adaptive_link(p, at->column, layer * rows + step_toward(y, destination_y), out);
        if (layer != to->row / rows)
            add_adaptive_link(p, at->column, step_toward(layer, to->row / rows) * rows + y, out);
    }
    noc_options_add(out, (noc_route_option){.channel = noc_grid_first_link(p->graph, p->router,
                                                                           p->destination, false),
                                            .vcs = noc_vcs_find_lowest(noc_routed_packet_vcs(p), 1),
                                            .state = ESCAPE_STATE,
                                            .weight = 1});
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_add_both_orders(graph, from, to, graph->networks[network].vcs[class], out);
}

const noc_routing_kind noc_routing_min_adaptive = {
    .name = "min-adaptive",
    .summary = "any shortest way, link by link as virtual channels are free; an escape channel in "
               "dimension order",
    .source = "Duato 1993; BookSim 2.0: min_adapt",
    .served_layouts = NOC_LAYOUT_MESH | NOC_LAYOUT_TORUS,
    .vc_sets = 2,
    .has_layers = true,
    .choice = NOC_CHOICE_ALLOCATOR,
    .find_options = find_options,
    .find_paths = find_paths,
};
