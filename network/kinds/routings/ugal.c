/* UGAL, universal globally adaptive load balancing (Singh 2005), with the state of the first router
 * only: a packet goes the shortest way, or through a drawn router, whichever has the smaller
 * product of hops and outstanding flits on its first link.
 *
 * On a flattened butterfly a drawn router has any coordinate in each dimension in which source and
 * destination differ, else their coordinate, so that the path through it uses the dimensions of the
 * shortest way. Paths to it use the lower half of the virtual channels; paths from it, and shortest
 * ones, use the upper half. Dragonflies have their own rules (topologies/dragonfly.c). */
#include "network/kinds/ugal.h"

#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

static int count_hops(const noc_graph *g, uint32_t from, uint32_t to)
{
    const noc_router *a = &g->routers[from], *b = &g->routers[to];
    return (a->column != b->column) + (a->row != b->row);
}

static void find_starts(const noc_routed_packet *p, noc_options *out)
{
    const noc_router *from = &p->graph->routers[p->router],
                     *to = &p->graph->routers[p->destination];
    const int columns = from->column == to->column ? 1 : p->network->columns;
    const int rows = from->row == to->row ? 1 : p->network->rows;
    for (int i = 0; i < columns * rows; i++) {
        const int column = columns == 1 ? from->column : i % columns;
        const int row = rows == 1 ? from->row : i / columns;
        const uint32_t via = (uint32_t)(row * p->network->columns + column);
        const bool is_own = p->network->first_router + via == p->router;
        noc_options_add_start(out, is_own ? NOC_UGAL_DIRECT : noc_ugal_drawn_state(via),
                              1.0 / columns / rows);
    }
}

/* Adds the link towards a router, with the virtual channels of the packet's phase. */
static void add_link(const noc_routed_packet *p, uint32_t goal, uint32_t state, int weight,
                     int bias, noc_options *out)
{
    const uint32_t vcs = noc_routed_packet_vcs(p), lower = noc_vcs_lower_half(vcs);
    noc_options_add(
        out, (noc_route_option){.channel = noc_grid_first_link(p->graph, p->router, goal, false),
                                .vcs = state == NOC_UGAL_DIRECT ? vcs & ~lower : lower,
                                .state = state,
                                .weight = (uint16_t)weight,
                                .bias = (uint16_t)bias});
}

static void find_options(const noc_routed_packet *p, noc_options *out)
{
    const noc_graph *g = p->graph;
    const uint32_t via = p->network->first_router + noc_ugal_via_router(p->state);
    if (p->state == NOC_UGAL_DIRECT || (!noc_ugal_is_drawn(p->state) && p->router == via)) {
        if (p->router != p->destination) add_link(p, p->destination, NOC_UGAL_DIRECT, 1, 0, out);
    } else if (noc_ugal_is_drawn(p->state)) {
        add_link(p, via, noc_ugal_via_state(noc_ugal_via_router(p->state)),
                 count_hops(g, p->router, via) + count_hops(g, via, p->destination),
                 noc_ugal_threshold(p->spec) + 1, out);
        add_link(p, p->destination, NOC_UGAL_DIRECT, count_hops(g, p->router, p->destination), 0,
                 out);
    } else {
        add_link(p, via, p->state, 1, 0, out);
    }
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_add_xy(graph, from, to, graph->networks[network].vcs[class], 1.0, out);
}

const noc_routing_kind noc_routing_ugal = {
    .name = "ugal",
    .summary =
        "the shortest way, or by a router drawn for each packet where that has less in front "
        "of it",
    .source = "Singh 2005; BookSim 2.0: ugal",
    .served_layouts = NOC_LAYOUT_BUTTERFLY | NOC_LAYOUT_DRAGONFLY,
    .vc_sets = 2,
    .via_rule = NOC_VIA_ANY,
    .choice = NOC_CHOICE_FIRST_LEAST,
    .find_options = find_options,
    .find_starts = find_starts,
    .find_paths = find_paths,
};
