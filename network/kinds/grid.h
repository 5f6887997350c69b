/* network/kinds/grid.h: functions shared by topologies and routings on a grid of routers. */
#ifndef NOC_NETWORK_KINDS_GRID_H
#define NOC_NETWORK_KINDS_GRID_H

#include "network/graph/graph.h"
#include "network/graph/routes.h"

enum { NOC_CONCENTRATION_MAX = 16 };

/* Length of injection and ejection links, mm (te13 5.9). */
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

/* Walks from router `at` along its row to a column, or along its column to a row, in its layer, and
 * adds the links to the path under construction. Returns the router reached. */
uint32_t noc_grid_walk_x(const noc_graph *graph, uint32_t at, int column, uint32_t vcs,
                         noc_paths *paths);
uint32_t noc_grid_walk_y(const noc_graph *graph, uint32_t at, int row, uint32_t vcs,
                         noc_paths *paths);

/* Adds a path in dimension order, the whole way from one router to another; layers come last. */
void noc_grid_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                 double probability, noc_paths *paths);
void noc_grid_yx(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                 double probability, noc_paths *paths);

/* Adds both orders, each with half of the packets and half of the virtual channels: XY has the
 * lower half. */
void noc_grid_both_orders(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                          noc_paths *paths);

/* Adds a way by the router `via` (noc_via): in dimension order to `via`, in the lower half of the
 * virtual channels, and from `via` on, in the upper half. With `shortcut` the way ends where it
 * passes its destination. */
void noc_grid_by(const noc_graph *graph, uint32_t from, uint32_t via, uint32_t to, uint32_t vcs,
                 bool shortcut, double probability, noc_paths *paths);

/* Ends the path under construction where the path reaches a router; returns whether it does. */
bool noc_grid_end_at(const noc_graph *graph, uint32_t router, noc_paths *paths);

/* First link, and last link, of a way in dimension order between two routers of a grid without
 * express channels: the rest of the way starts behind the first link, or ends before the last one.
 * `y_first`: noc_grid_yx. */
uint32_t noc_grid_first(const noc_graph *graph, uint32_t from, uint32_t to, bool y_first);
uint32_t noc_grid_last(const noc_graph *graph, uint32_t from, uint32_t to, bool y_first);

/* Tiles of a router with concentration c: across x down, as square as c allows. */
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
 * router, each way. If some router has as many, all are built like it, unless the network is
 * trimmed. A grid without such a router (a mesh of one or two rows) is built of routers with the
 * links that each has. */
void noc_grid_crossbars(noc_graph *graph, uint16_t network, int links);

/* Gives `count` routers from `first` on their links; `links` are those of a regular router. */
typedef struct noc_grid_ports {
    int inputs, outputs;
} noc_grid_ports;
void noc_grid_shape_crossbars(noc_graph *graph, uint32_t first, uint32_t count,
                              noc_grid_ports links);

/* Latencies and lengths of the links to the next router in a row, in a column, and in the layer
 * below. */
typedef struct noc_grid_links {
    int row_cycles, column_cycles, layer_cycles;
    double row_mm, column_mm, layer_mm;
} noc_grid_links;

/* Joins every router to its neighbours. Returns false when out of memory. */
bool noc_grid_mesh_links(noc_graph *graph, uint16_t network, const noc_grid_links *links);

/* Adds links in both directions between two routers, long ones if the routers are no neighbours.
 * Returns false when out of memory. */
bool noc_grid_join(noc_graph *graph, uint16_t network, uint32_t a, uint32_t b, int latency,
                   double length_mm);

#endif
