/* network/kinds/grid.h: what topologies and routings on a grid of routers share. */
#ifndef NOC_NETWORK_KINDS_GRID_H
#define NOC_NETWORK_KINDS_GRID_H

#include "network/graph/graph.h"
#include "network/graph/routes.h"

enum { NOC_CONCENTRATION_MAX = 16 };

/* te13 5.9: injection and ejection links are 0.05 mm long. */
static const double noc_local_link_mm = 0.05;

static inline uint32_t noc_grid_router(const noc_graph *graph, uint16_t network, int column,
                                       int row)
{
    const noc_network *net = &graph->networks[network];
    return net->first_router + (uint32_t)(row * net->columns + column);
}

/* The `count` lowest of a set of virtual channels. */
static inline uint32_t noc_vcs_lowest(uint32_t vcs, int count)
{
    uint32_t lowest = 0;
    for (; count > 0; count--) lowest |= (vcs & ~lowest) & -(vcs & ~lowest);
    return lowest;
}

/* The lower half of a set of virtual channels, at least one of them if there are two. */
static inline uint32_t noc_vcs_lower_half(uint32_t vcs)
{
    return noc_vcs_lowest(vcs, __builtin_popcount(vcs) / 2);
}

/* Rows of a layer of the network. */
static inline int noc_grid_layer_rows(const noc_network *net)
{
    return net->layers > 1 ? net->rows / net->layers : net->rows;
}

/* Moves from router `at` along its row to a column, or along its column to a row, of its layer,
 * adding the links to the path that is under construction. Return the router reached. */
uint32_t noc_grid_walk_x(const noc_graph *graph, uint32_t at, int column, uint32_t vcs,
                         noc_paths *paths);
uint32_t noc_grid_walk_y(const noc_graph *graph, uint32_t at, int row, uint32_t vcs,
                         noc_paths *paths);

/* Dimension-order paths: the whole way from one router to another, as one path; from layer to
 * layer last. */
void noc_grid_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                 double probability, noc_paths *paths);
void noc_grid_yx(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                 double probability, noc_paths *paths);

/* Both orders, each with half of the packets, and of the virtual channels: XY the lower one. */
void noc_grid_both_orders(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                          noc_paths *paths);

/* A way by the router `via` (noc_via): in dimension order to it, in the lower half of the virtual
 * channels, and from it, in the upper half. With `shortcut` the way ends where it passes its
 * destination. */
void noc_grid_by(const noc_graph *graph, uint32_t from, uint32_t via, uint32_t to, uint32_t vcs,
                 bool shortcut, double probability, noc_paths *paths);

/* Ends the path that is under construction where it reaches a router; returns whether it does. */
bool noc_grid_end_at(const noc_graph *graph, uint32_t router, noc_paths *paths);

/* The link on which such a way begins, and the one on which it ends, between two routers of a grid
 * without express channels: what is left of the way is that from where the first one leads, or to
 * where the last one comes from. `y_first`: noc_grid_yx. */
uint32_t noc_grid_first(const noc_graph *graph, uint32_t from, uint32_t to, bool y_first);
uint32_t noc_grid_last(const noc_graph *graph, uint32_t from, uint32_t to, bool y_first);

/* Terminals of a router with concentration c stand on across x down tiles, as square as c
 * allows. */
typedef struct noc_tiles {
    int across, down;
} noc_tiles;
noc_tiles noc_grid_tiles(int concentration);

/* Adds a router for every position of the network's grid, row by row, and attaches the terminals of
 * its tiles; `local_mm` is the length of a terminal link. Routers stand at their grid position;
 * their crossbars have no links yet. Returns false when out of memory. */
bool noc_grid_routers(noc_graph *graph, uint16_t network, int concentration,
                      noc_memory_ports memory, double local_mm);

/* Gives the crossbars of a grid their links, once all are added; `links` are those of a regular
 * router, each way. Where some router has as many, all are built like it, unless the network is
 * trimmed. A grid that has no such router (a mesh of one or two rows) is built of routers with the
 * links that each has. */
void noc_grid_crossbars(noc_graph *graph, uint16_t network, int links);

/* The same for `count` of its routers from `first` on, the regular ones of which have these links.
 */
typedef struct noc_grid_ports {
    int inputs, outputs;
} noc_grid_ports;
void noc_grid_shape_crossbars(noc_graph *graph, uint32_t first, uint32_t count,
                              noc_grid_ports links);

/* What joins a router to the next in its row, in its column, and in the layer below. */
typedef struct noc_grid_links {
    int row_cycles, column_cycles, layer_cycles;
    double row_mm, column_mm, layer_mm;
} noc_grid_links;

/* Joins every router to these. Returns false when out of memory. */
bool noc_grid_mesh_links(noc_graph *graph, uint16_t network, const noc_grid_links *links);

/* Adds links in both directions between two routers, long ones if they are no neighbours. Returns
 * false when out of memory. */
bool noc_grid_join(noc_graph *graph, uint16_t network, uint32_t a, uint32_t b, int latency,
                   double length_mm);

#endif
