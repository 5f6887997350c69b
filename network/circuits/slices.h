/* network/circuits/slices.h: common parts of topologies of slices (design/slices.h): keys, the
 * grid, and counts of components. */
#ifndef NOC_NETWORK_CIRCUITS_SLICES_H
#define NOC_NETWORK_CIRCUITS_SLICES_H

#include <stdint.h>

#include "design/design.h"

/* Offset of a member of noc_slices, for a table of keys. */
#define NOC_SLICE_KEY(member) \
    (offsetof(noc_network_spec, conflict_free) + offsetof(noc_slices, member))

/* clang-format off */
/* Rows of a table of keys: size of the grid, and time of a hop. */
#define NOC_SLICE_GRID_KEYS                                                                      \
    {"columns", NOC_INTEGER, NOC_SLICE_KEY(columns), 1, 1024, 0, 1, NULL, "routers",             \
     "routers in a row", "rapid18 Table 1: 4, 8, 12", NULL, NOC_BY_GRAPH | NOC_BY_COST},                                     \
    {"rows", NOC_INTEGER, NOC_SLICE_KEY(rows), 1, 1024, 0, 1, NULL, "routers",                   \
     "routers in a column", "rapid18 Table 1: 4, 8, 12", NULL, NOC_BY_GRAPH | NOC_BY_COST},                                  \
    {"hop_cycles", NOC_INTEGER, NOC_SLICE_KEY(hop_cycles), 1, 1000, 1, 0, NULL, "cycles",        \
     "of a router and its link", "", NULL, NOC_BY_CONTENTION | NOC_BY_COST}
/* clang-format on */

/* Grid of tiles (noc_topology_kind). */
void noc_slice_grid(const noc_network_spec *spec, int *columns, int *rows);

typedef struct noc_slice_counts {
    uint64_t slices, routers, links; /* directed links between routers, or ring stages */
    uint64_t used_links;             /* number of links that some flit uses */
    uint64_t token_lines, ejection_buffers;
} noc_slice_counts;

/* Counts the components of slices of memory nodes, each a mesh of routers on all tiles. */
noc_slice_counts noc_memory_slices_count(const noc_slices *slices, int memory_nodes);

/* Counts the components of rings, one for each memory node, with a stage for each stop, or for
 * each core if `stops` is 0. */
noc_slice_counts noc_ring_slices_count(const noc_slices *slices, int memory_nodes, int cores);

/* Counts the components of slices of columns. Cores are on all tiles without a memory node.
 * Columns without a core have no slice. */
noc_slice_counts noc_token_slices_count(const noc_slices *slices, const noc_point *memory_at,
                                        int memory_nodes);

#endif
