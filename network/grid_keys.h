/* network/grid_keys.h: the keys that topologies on a grid of routers share. */
#ifndef NOC_NETWORK_GRID_KEYS_H
#define NOC_NETWORK_GRID_KEYS_H

#include "network/grid.h"
#include "network/kinds.h"

/* Their parameters; those of a topology's own follow NOC_GRID_ROWS, or NOC_GRID_CONCENTRATION if it
 * has that. */
enum { NOC_GRID_COLUMNS, NOC_GRID_ROWS, NOC_GRID_CONCENTRATION };

/* clang-format off */
/* Two rows of a table of keys: at most so many columns and rows, and the paper that gives their
 * number. */
#define NOC_GRID_KEYS(most, source)                                                       \
    {"columns", NOC_INTEGER, NOC_PARAMETER(NOC_GRID_COLUMNS), 1, most, 0, 1, NULL,        \
     "routers", "routers in a row", source},                                              \
    {"rows", NOC_INTEGER, NOC_PARAMETER(NOC_GRID_ROWS), 1, most, 0, 1, NULL, "routers",   \
     "routers in a column", source}

#define NOC_GRID_CONCENTRATION_KEY                                                             \
    {"concentration", NOC_INTEGER, NOC_PARAMETER(NOC_GRID_CONCENTRATION), 1,                   \
     NOC_CONCENTRATION_MAX, 4, 0, NULL, "nodes",                                               \
     "nodes of a router, on a block of tiles as square as can be", "te13 6.2: 4"}
/* clang-format on */

/* The grid of tiles (noc_topology_kind): a router a tile, or a block of tiles a router. */
void noc_grid_of_routers(const noc_network_spec *spec, int *columns, int *rows);
void noc_grid_of_blocks(const noc_network_spec *spec, int *columns, int *rows);

#endif
