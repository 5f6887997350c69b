/* network/grid.h: what topologies and routings on a grid of routers share. */
#ifndef NOC_NETWORK_GRID_H
#define NOC_NETWORK_GRID_H

#include "network/graph.h"
#include "network/routes.h"

static inline uint32_t noc_grid_router(const noc_graph *graph, uint16_t network, int column, int row)
{
    const noc_network *net = &graph->networks[network];
    return net->first_router + (uint32_t)(row * net->columns + column);
}

/* Moves from router `at` along its row to a column, or along its column to a row, adding the links to
 * the path that is under construction. Return the router reached. */
uint32_t noc_grid_walk_x(const noc_graph *graph, uint32_t at, int column, uint32_t vcs,
                         noc_paths *paths);
uint32_t noc_grid_walk_y(const noc_graph *graph, uint32_t at, int row, uint32_t vcs,
                         noc_paths *paths);

/* Dimension-order paths: the whole way from one router to another, as one path of probability 1. */
void noc_grid_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs, noc_paths *paths);
void noc_grid_yx(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs, noc_paths *paths);

#endif
