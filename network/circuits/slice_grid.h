/* network/circuits/slice_grid.h: what topologies of slices share (design/slices.h): where their
 * settings lie, and the grid. */
#ifndef NOC_NETWORK_CIRCUITS_SLICE_GRID_H
#define NOC_NETWORK_CIRCUITS_SLICE_GRID_H

#include "design/design.h"

/* Of a member of noc_slices, for a table of keys. */
#define NOC_SLICE_KEY(member) \
    (offsetof(noc_network_spec, conflict_free) + offsetof(noc_slices, member))

/* clang-format off */
/* Rows of a table of keys: the grid, and how fast flits move on it. */
#define NOC_SLICE_GRID_KEYS                                                                      \
    {"columns", NOC_INTEGER, NOC_SLICE_KEY(columns), 1, 1024, 0, 1, NULL, "routers",             \
     "routers in a row", "rapid18 Table 1: 4, 8, 12", NULL},                                     \
    {"rows", NOC_INTEGER, NOC_SLICE_KEY(rows), 1, 1024, 0, 1, NULL, "routers",                   \
     "routers in a column", "rapid18 Table 1: 4, 8, 12", NULL},                                  \
    {"hop_cycles", NOC_INTEGER, NOC_SLICE_KEY(hop_cycles), 1, 1000, 1, 0, NULL, "cycles",        \
     "of a router and its link", "", NULL}
/* clang-format on */

/* The grid of tiles (noc_topology_kind). */
void noc_slice_grid(const noc_network_spec *spec, int *columns, int *rows);

#endif
