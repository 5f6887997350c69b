/* ROMM with two phases (Nesson and Johnsson, SPAA 1995): a packet goes in dimension order to a
 * router drawn from the smallest rectangle that contains source and destination, and from there in
 * dimension order to its destination. All paths have minimal length; each phase has its own virtual
 * channels. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

/* A side of the rectangle: `count` coordinates from `first`, in steps of 1 or -1. */
typedef struct rectangle_side {
    int first, step, count;
} rectangle_side;

static rectangle_side make_side(int from, int to)
{
    return (rectangle_side){from, from < to ? 1 : -1, (from < to ? to - from : from - to) + 1};
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    const noc_network *net = &graph->networks[network];
    const noc_router *s = &graph->routers[from], *d = &graph->routers[to];
    const int rows = noc_grid_layer_rows(net);
    const rectangle_side x = make_side(s->column, d->column),
                         y = make_side(s->row % rows, d->row % rows),
                         z = make_side(s->row / rows, d->row / rows);
    const int router_count = x.count * y.count * z.count;
    for (int i = 0; i < router_count; i++) {
        const int column = x.first + x.step * (i % x.count);
        const int row = y.first + y.step * (i / x.count % y.count);
        const int layer = z.first + z.step * (i / x.count / y.count);
        const uint32_t via = noc_grid_router(graph, network, column, layer * rows + row);
        noc_grid_add_via(graph, from, via, to, net->vcs[class], false, 1.0 / router_count, out);
    }
}

const noc_routing_kind noc_routing_romm = {
    .name = "romm",
    .summary = "by a router between source and destination, drawn for each packet; as short as can "
               "be",
    .source = "Nesson and Johnsson 1995; te13 4.6",
    .served_layouts = NOC_LAYOUT_GRID,
    .vc_sets = 2,
    .via_rule = NOC_VIA_BETWEEN,
    .has_layers = true,
    .find_paths = find_paths,
};
