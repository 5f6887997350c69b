#include "network/kinds/routings/checkerboard.h"

#include "network/kinds/kinds.h"

/* Adds paths through the full routers of the minimal rectangle at which a packet from a half router
 * can change from YX to XY: in another row than the source, an even number of columns from it. All
 * have equal probability. */
static void add_paths_via(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t xy,
                          uint32_t yx, noc_paths *out)
{
    const noc_router *s = &graph->routers[from], *d = &graph->routers[to];
    const int column_step = d->column < s->column ? -1 : 1, row_step = d->row < s->row ? -1 : 1;
    const int columns = (d->column - s->column) * column_step, rows = (d->row - s->row) * row_step;
    int count = 0;
    for (int pass = 0; pass < 2; pass++) { /* pass 0 counts the routers, pass 1 adds the paths */
        for (int y = 1; y <= rows; y += 2) {
            for (int x = 0; x <= columns; x += 2) {
                count += pass == 0;
                if (pass == 0) continue;
                const int column = s->column + x * column_step, row = s->row + y * row_step;
                noc_paths_begin_way(out, 1.0 / count);
                uint32_t router = noc_grid_walk_y(graph, from, row, yx, out);
                router = noc_grid_walk_x(graph, router, column, yx, out);
                router = noc_grid_walk_x(graph, router, d->column, xy, out);
                noc_grid_walk_y(graph, router, d->row, xy, out);
            }
        }
    }
}

void noc_checkerboard_paths(const noc_graph *graph, uint16_t network, uint32_t from, uint32_t to,
                            noc_class class, bool has_case3_via, noc_paths *out)
{
    const noc_router *s = &graph->routers[from], *d = &graph->routers[to];
    const uint32_t vcs = graph->networks[network].vcs[class];
    const uint32_t xy = noc_vcs_lower_half(vcs), yx = vcs & ~xy;
    const bool xy_turns_at_half =
        graph->routers[noc_grid_router(graph, network, d->column, s->row)].is_half;
    const bool yx_turns_at_half =
        graph->routers[noc_grid_router(graph, network, s->column, d->row)].is_half;
    const bool is_same_row = s->row == d->row, is_same_column = s->column == d->column;
    if (is_same_row || !xy_turns_at_half)
        noc_grid_add_xy(graph, from, to, xy, 1.0, out);
    else if (is_same_column || (!yx_turns_at_half && !(has_case3_via && s->is_half)))
        noc_grid_add_yx(graph, from, to, yx, 1.0, out);
    else if (s->is_half)
        add_paths_via(graph, from, to, xy, yx, out);
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_checkerboard_paths(graph, network, from, to, class, false, out);
}

const noc_routing_kind noc_routing_checkerboard = {
    .name = "checkerboard",
    .summary = "minimal ways that turn at full routers only; YX from half to full routers",
    .source = "te13 4.2",
    .served_layouts = NOC_LAYOUT_GRID,
    .vc_sets = 2,
    .find_paths = find_paths,
};
