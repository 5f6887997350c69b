/* network/kinds/grid_keys.h: key rows shared by topologies on a grid of routers, and the settings
 * that follow from their values. */
#ifndef NOC_NETWORK_KINDS_GRID_KEYS_H
#define NOC_NETWORK_KINDS_GRID_KEYS_H

#include "design/unread.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

/* Condition noc_grid_one_row: each layer of the grid has one row. Condition noc_grid_one_layer: the
 * grid has one layer. */
extern const noc_unread_condition noc_grid_one_row, noc_grid_one_layer;

/* Condition of the shortcut: the routing sends no packets by a drawn router of the whole
 * network. */
extern const noc_unread_condition noc_grid_not_valiant;

/* Parameters of grids. A topology's own parameters follow NOC_GRID_ROWS, or NOC_GRID_CONCENTRATION
 * if the topology has it. */
enum { NOC_GRID_COLUMNS, NOC_GRID_ROWS, NOC_GRID_CONCENTRATION };

/* clang-format off */
/* Key rows of columns and rows, at most `most` each; `source` is the paper with their numbers. */
#define NOC_GRID_KEYS(most, source)                                                     \
    {"columns", NOC_INTEGER, NOC_PARAMETER(NOC_GRID_COLUMNS), 1, most, 0, 1, NULL,      \
     "routers", "routers in a row", source, NULL, NOC_BY_GRAPH | NOC_BY_COST},                                      \
    {"rows", NOC_INTEGER, NOC_PARAMETER(NOC_GRID_ROWS), 1, most, 0, 1, NULL, "routers", \
     "routers in a column", source, NULL, NOC_BY_GRAPH | NOC_BY_COST}

#define NOC_GRID_CONCENTRATION_KEY                                           \
    {"concentration", NOC_INTEGER, NOC_PARAMETER(NOC_GRID_CONCENTRATION), 1, \
     NOC_CONCENTRATION_MAX, 4, 0, NULL, "nodes",                             \
     "nodes of a router, on a block of tiles as square as can be", "te13 6.2: 4", NULL, NOC_BY_GRAPH | NOC_BY_COST}

/* Key rows of the layers of a grid; the parameter NOC_LAYER_x has the number first +
 * NOC_LAYER_x. */
enum {
    NOC_LAYER_COUNT,
    NOC_LAYER_COLUMN_CYCLES,
    NOC_LAYER_CYCLES,
    NOC_LAYER_MM,
    NOC_LAYER_PARAMETERS
};
#define NOC_LAYER_KEYS(first)                                                                      \
    {"layers", NOC_INTEGER, NOC_PARAMETER((first) + NOC_LAYER_COUNT), 1, 64, 1, 0, NULL, "layers", \
     "grids on top of each other, of columns x rows routers each; packets go from one to the "     \
     "other last", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},                                                                      \
    {"column_cycles", NOC_INTEGER, NOC_PARAMETER((first) + NOC_LAYER_COLUMN_CYCLES), 0, 1000, 0,   \
     0, NULL, "cycles", "latency of the links along columns; 0: channel_cycles", "",               \
     NOC_UNREAD(&noc_grid_one_row), NOC_BY_LOADS | NOC_BY_COST},                                                               \
    {"layer_cycles", NOC_INTEGER, NOC_PARAMETER((first) + NOC_LAYER_CYCLES), 0, 1000, 0, 0, NULL,  \
     "cycles", "latency of the links between layers; 0: channel_cycles", "",                       \
     NOC_UNREAD(&noc_grid_one_layer), NOC_BY_LOADS},                                                             \
    {"layer_mm", NOC_REAL, NOC_PARAMETER((first) + NOC_LAYER_MM), 0.001, 100, 0.05, 0, NULL, "mm", \
     "length of a link between layers", "assumed: a through-silicon via of 50 um",                 \
     NOC_UNREAD(&noc_grid_one_layer), NOC_BY_CONTENTION | NOC_BY_COST | NOC_BY_WIRES}
/* clang-format on */

/* Key row of valiant_shortcut, in the parameter `parameter`. noc_grid_has_shortcut returns its
 * value, false for topologies without the key. */
/* clang-format off */
#define NOC_GRID_SHORTCUT_KEY(parameter, fallback)                                                \
    {"valiant_shortcut", NOC_CHOICE, NOC_PARAMETER(parameter), 0, 1, fallback, NOC_YOUNGER,        \
     noc_truth_name, "", "a packet that passes its destination on the way to the router in "      \
     "between has arrived", "BookSim 2.0: flattened butterflies alone",                           \
     NOC_UNREAD(&noc_grid_not_valiant), NOC_BY_ROUTES}
/* clang-format on */
bool noc_grid_has_shortcut(const noc_network_spec *spec);

/* Returns the latencies and lengths of links of a grid with layers. `first`: number of the first
 * layer parameter; `tile_mm`: width of a tile, mm. */
noc_grid_links noc_grid_find_layer_links(const noc_network_spec *spec, int first, double tile_mm);

/* Returns upper bounds on the routers and links of a grid with layers
 * (noc_topology_kind.estimate_size). */
noc_size noc_grid_find_layer_size(const noc_network_spec *spec, int first);

/* Finds the columns and rows of tiles of a grid with layers, one below the other. */
void noc_grid_find_layer_tiles(const noc_network_spec *spec, int first, int *columns, int *rows);

/* Find the columns and rows of tiles (noc_topology_kind.find_tiles) of a grid with a tile per
 * router, or with a block of tiles per router. */
void noc_grid_find_router_tiles(const noc_network_spec *spec, int *columns, int *rows);
void noc_grid_find_block_tiles(const noc_network_spec *spec, int *columns, int *rows);

#endif
