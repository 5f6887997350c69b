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

static int hops(const noc_graph *g, uint32_t from, uint32_t to)
{
    const noc_router *a = &g->routers[from], *b = &g->routers[to];
    return (a->column != b->column) + (a->row != b->row);
}

static void starts(const noc_traveller *p, noc_options *out)
{
    const noc_router *from = &p->graph->routers[p->at], *to = &p->graph->routers[p->to];
    const int columns = from->column == to->column ? 1 : p->network->columns;
    const int rows = from->row == to->row ? 1 : p->network->rows;
    for (int i = 0; i < columns * rows; i++) {
        const int column = columns == 1 ? from->column : i % columns;
        const int row = rows == 1 ? from->row : i / columns;
        const uint32_t via = (uint32_t)(row * p->network->columns + column);
        const bool is_own = p->network->first_router + via == p->at;
        noc_options_start(out, is_own ? NOC_UGAL_ON : noc_ugal_drawn(via), 1.0 / columns / rows);
    }
}

/* Adds the link towards a router, with the virtual channels of the packet's phase. */
static void add(const noc_traveller *p, uint32_t goal, uint32_t state, int weight, int bias,
                noc_options *out)
{
    const uint32_t vcs = noc_traveller_vcs(p), lower = noc_vcs_lower_half(vcs);
    noc_options_add(out, (noc_route_option){.channel = noc_grid_first(p->graph, p->at, goal, false),
                                            .vcs = state == NOC_UGAL_ON ? vcs & ~lower : lower,
                                            .state = state,
                                            .weight = (uint16_t)weight,
                                            .bias = (uint16_t)bias});
}

static void options(const noc_traveller *p, noc_options *out)
{
    const noc_graph *g = p->graph;
    const uint32_t via = p->network->first_router + noc_ugal_via(p->state);
    if (p->state == NOC_UGAL_ON || (!noc_ugal_is_drawn(p->state) && p->at == via)) {
        if (p->at != p->to) add(p, p->to, NOC_UGAL_ON, 1, 0, out);
    } else if (noc_ugal_is_drawn(p->state)) {
        add(p, via, noc_ugal_going(noc_ugal_via(p->state)),
            hops(g, p->at, via) + hops(g, via, p->to), noc_ugal_threshold(p->spec) + 1, out);
        add(p, p->to, NOC_UGAL_ON, hops(g, p->at, p->to), 0, out);
    } else {
        add(p, via, p->state, 1, 0, out);
    }
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                  uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_xy(graph, from, to, graph->networks[network].vcs[class], 1.0, out);
}

const noc_routing_kind noc_routing_ugal = {
    .name = "ugal",
    .summary =
        "the shortest way, or by a router drawn for each packet where that has less in front "
        "of it",
    .source = "Singh 2005; BookSim 2.0: ugal",
    .serves = NOC_LAYOUT_BUTTERFLY | NOC_LAYOUT_DRAGONFLY,
    .vc_sets = 2,
    .via = NOC_VIA_ANY,
    .choice = NOC_CHOICE_FIRST_LEAST,
    .options = options,
    .starts = starts,
    .paths = paths,
};
