/* network/circuits/slice_counts.h: what networks without conflicts (slices.h) are built of. */
#ifndef NOC_NETWORK_CIRCUITS_SLICE_COUNTS_H
#define NOC_NETWORK_CIRCUITS_SLICE_COUNTS_H

#include <stdint.h>

#include "design/slices.h"

typedef struct noc_slice_counts {
    uint64_t slices, routers, links; /* directed links between routers, or ring stages */
    uint64_t used_links;             /* those that a flit ever takes */
    uint64_t token_lines, ejection_buffers;
} noc_slice_counts;

noc_slice_counts noc_memory_slices_count(const noc_slices *slices, int memory_nodes);
noc_slice_counts noc_ring_slices_count(const noc_slices *slices, int memory_nodes, int cores);

/* Cores are wherever no memory node is. Columns without a core have no slice. */
noc_slice_counts noc_token_slices_count(const noc_slices *slices, const noc_point *memory_at,
                                        int memory_nodes);

#endif
