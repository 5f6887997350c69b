/* design/cores/coalescers.h: table of mechanisms that merge the memory requests of a GPU on their
 * way to the network (icc, 3.2 and Table 1), with the settings that stand for each. */
#ifndef NOC_DESIGN_CORES_COALESCERS_H
#define NOC_DESIGN_CORES_COALESCERS_H

#include <stddef.h>

typedef struct noc_coalescer {
    const char *name;
    /* settings that stand for the mechanism; NULL: no effect on the network */
    const char *settings;
    const char *summary, *source;
} noc_coalescer;

/* Returns coalescer `i`, in the order from the threads of a warp to the memory controllers; NULL
 * past the end. */
const noc_coalescer *noc_coalescer_at(size_t i);

/* Finds the coalescer of a name in any spelling ("WarpPool", "warp_pool"); NULL: none. */
const noc_coalescer *noc_coalescer_find(const char *word);

#endif
