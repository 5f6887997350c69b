/* Minimal adaptive routing with escape channels (Duato, IEEE TPDS 1993): a head requests virtual
 * channels on all links that lead nearer to its destination, and an escape channel, on which
 * packets go in dimension order to their destination. Escape channels close no circle, so a head
 * can always wait for one. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

/* States of a packet: on an adaptive virtual channel, or on the escape channel. */
enum { FREE, ESCAPED };

static void add_free(const noc_traveller *p, int column, int row, noc_options *out)
{
    const uint32_t vcs = noc_traveller_vcs(p), escape = noc_vcs_lowest(vcs, 1);
    const uint16_t network = p->graph->routers[p->at].network;
    const uint32_t next = noc_grid_router(p->graph, network, column, row);
    noc_options_add(out, (noc_route_option){.channel = noc_graph_link(p->graph, p->at, next),
                                            .vcs = vcs & ~escape,
                                            .state = FREE,
                                            .weight = 1,
                                            .priority = 1});
}

/* Returns the next coordinate from one towards another. */
static int toward(int from, int to)
{
    return from + (to > from) - (to < from);
}

static void options(const noc_traveller *p, noc_options *out)
{
    const noc_router *at = &p->graph->routers[p->at], *to = &p->graph->routers[p->to];
    const int rows = noc_grid_layer_rows(p->network);
    const int y = at->row % rows, goal_y = to->row % rows, layer = at->row / rows;
    if (p->at == p->to) return;
    if (p->state == FREE) {
        if (at->column != to->column) add_free(p, toward(at->column, to->column), at->row, out);
        if (y != goal_y) add_free(p, at->column, layer * rows + toward(y, goal_y), out);
        if (layer != to->row / rows)
            add_free(p, at->column, toward(layer, to->row / rows) * rows + y, out);
    }
    noc_options_add(out,
                    (noc_route_option){.channel = noc_grid_first(p->graph, p->at, p->to, false),
                                       .vcs = noc_vcs_lowest(noc_traveller_vcs(p), 1),
                                       .state = ESCAPED,
                                       .weight = 1});
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                  uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_both_orders(graph, from, to, graph->networks[network].vcs[class], out);
}

const noc_routing_kind noc_routing_min_adaptive = {
    .name = "min-adaptive",
    .summary = "any shortest way, link by link as virtual channels are free; an escape channel in "
               "dimension order",
    .source = "Duato 1993; BookSim 2.0: min_adapt",
    .serves = NOC_LAYOUT_MESH | NOC_LAYOUT_TORUS,
    .vc_sets = 2,
    .in_layers = true,
    .choice = NOC_CHOICE_ALLOCATOR,
    .options = options,
    .paths = paths,
};
