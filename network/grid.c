#include "network/grid.h"

static int toward(int from, int to)
{
    return from < to ? from + 1 : from - 1;
}

static uint32_t step(const noc_graph *graph, uint32_t at, int column, int row, uint32_t vcs,
                     noc_paths *paths)
{
    const uint32_t next = noc_grid_router(graph, graph->routers[at].network, column, row);
    noc_paths_step(paths, noc_graph_link(graph, at, next), vcs);
    return next;
}

uint32_t noc_grid_walk_x(const noc_graph *graph, uint32_t at, int column, uint32_t vcs,
                         noc_paths *paths)
{
    while (graph->routers[at].column != column) {
        const noc_router *r = &graph->routers[at];
        at = step(graph, at, toward(r->column, column), r->row, vcs, paths);
    }
    return at;
}

uint32_t noc_grid_walk_y(const noc_graph *graph, uint32_t at, int row, uint32_t vcs,
                         noc_paths *paths)
{
    while (graph->routers[at].row != row) {
        const noc_router *r = &graph->routers[at];
        at = step(graph, at, r->column, toward(r->row, row), vcs, paths);
    }
    return at;
}

void noc_grid_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs, noc_paths *paths)
{
    noc_paths_begin(paths, 1.0);
    const uint32_t corner = noc_grid_walk_x(graph, from, graph->routers[to].column, vcs, paths);
    noc_grid_walk_y(graph, corner, graph->routers[to].row, vcs, paths);
}

void noc_grid_yx(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs, noc_paths *paths)
{
    noc_paths_begin(paths, 1.0);
    const uint32_t corner = noc_grid_walk_y(graph, from, graph->routers[to].row, vcs, paths);
    noc_grid_walk_x(graph, corner, graph->routers[to].column, vcs, paths);
}
