/* network/kinds/grid.h: routers, links and paths on a grid of routers, shared by topologies and
 * routings. */
#ifndef NOC_NETWORK_KINDS_GRID_H
#define NOC_NETWORK_KINDS_GRID_H

#include "network/graph/graph.h"
#include "network/graph/routes.h"

enum { NOC_CONCENTRATION_MAX = 16 };

/* Length of injection and ejection links (te13 5.9), mm. */
static const double noc_local_link_mm = 0.05;

/* Returns the number of the router at a position of the network's grid. */
static inline uint32_t noc_grid_router(const noc_graph *graph, uint16_t network, int column,
                                       int row)
{
    const noc_network *net = &graph->networks[network];
    return net->first_router + (uint32_t)(row * net->columns + column);
}

/* Returns the `count` lowest virtual channels of a set. */
static inline uint32_t noc_vcs_find_lowest(uint32_t vcs, int count)
{
    uint32_t lowest = 0;
    for (; count > 0; count--) lowest |= (vcs & ~lowest) & -(vcs & ~lowest);
    return lowest;
}

/* Returns the lower half of a set of virtual channels; at least one if the set has two. */
static inline uint32_t noc_vcs_lower_half(uint32_t vcs)
{
    return noc_vcs_find_lowest(vcs, __builtin_popcount(vcs) / 2);
}

/* Returns the number of rows in a layer of the network; the rows of a grid are those of all
 * layers. */
static inline int noc_grid_layer_rows(const noc_network *net)
{
    return net->layers > 1 ? net->rows / net->layers : net->rows;
}

/* Add the links from a router along its row to a column, or along its column to a row of its layer,
 * to the path under construction. Return the router reached. */
uint32_t noc_grid_walk_x(const noc_graph *graph, uint32_t router, int column, uint32_t vcs,
                         noc_paths *paths);
uint32_t noc_grid_walk_y(const noc_graph *graph, uint32_t router, int row, uint32_t vcs,
                         noc_paths *paths);

/* Add a path in dimension order between two routers, rows first (xy) or columns first (yx), then
 * from layer to layer. The path has `vcs`, a bit each, on all links. */
void noc_grid_add_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                     double probability, noc_paths *paths);
void noc_grid_add_yx(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                     double probability, noc_paths *paths);

/* Adds both paths in dimension order, each with half of the packets: XY in the lower half of the
 * virtual channels, YX in the upper half. */
void noc_grid_add_both_orders(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                              noc_paths *paths);

/* Adds a path through a router (noc_via_rule): in dimension order to router `via`, in the lower
 * half of the virtual channels, then in dimension order to the destination, in the upper half. With
 * `shortcut` the path ends where it passes its destination. */
void noc_grid_add_via(const noc_graph *graph, uint32_t from, uint32_t via, uint32_t to,
                      uint32_t vcs, bool shortcut, double probability, noc_paths *paths);

/* Ends the path under construction where it first reaches a router; false, and no change, if it
 * does not. */
bool noc_grid_cut_path(const noc_graph *graph, uint32_t router, noc_paths *paths);

/* Return the first link, or the last link, of a path in dimension order between two routers of a
 * grid without express channels. The rest of the path is a path in the same order. `y_first`:
 * noc_grid_add_yx. */
uint32_t noc_grid_first_link(const noc_graph *graph, uint32_t from, uint32_t to, bool y_first);
uint32_t noc_grid_last_link(const noc_graph *graph, uint32_t from, uint32_t to, bool y_first);

/* Block of a router's tiles. noc_grid_tiles returns the block of `concentration` tiles that is
 * closest to a square, at least as wide as high. */
typedef struct noc_tiles {
    int tile_columns, tile_rows;
} noc_tiles;
noc_tiles noc_grid_tiles(int concentration);

/* Adds a router for each position of the network's grid, row by row, and attaches the terminals of
 * its tiles by links of `local_mm`. Crossbars have no ports for links yet. */
void noc_grid_add_routers(noc_graph *graph, uint16_t network, int concentration,
                          noc_memory_ports memory, double local_mm);

/* Adds ports for links to the crossbars of a grid, after all links were added. `links`: links of a
 * regular router in each direction. If some router has that number, all routers are built with as
 * many ports, unless the network is trimmed. Otherwise, as on a mesh of one or two rows, each
 * router has ports for its own links. */
void noc_grid_set_crossbars(noc_graph *graph, uint16_t network, int links);

/* Adds ports for links to the crossbars of `count` routers from `first` on, as
 * noc_grid_set_crossbars does; a regular router has `links`. */
typedef struct noc_grid_ports {
    int inputs, outputs;
} noc_grid_ports;
void noc_grid_shape_crossbars(noc_graph *graph, uint32_t first, uint32_t count,
                              noc_grid_ports links);

/* Links to the next router in a row, in a column, and in the next layer: latencies, cycles, and
 * lengths, mm. */
typedef struct noc_grid_links {
    int row_cycles, column_cycles, layer_cycles;
    double row_mm, column_mm, layer_mm;
} noc_grid_links;

/* Links each router with its neighbours in the row, the column and the layers, both ways. */
void noc_grid_add_mesh_links(noc_graph *graph, uint16_t network, const noc_grid_links *links);

/* Adds a link each way between two routers, marked as long if the routers are no neighbours. */
void noc_grid_add_link_pair(noc_graph *graph, uint16_t network, uint32_t a, uint32_t b, int latency,
                            double length_mm);

#endif
