/* design/cores/coalescers.h: mechanisms that merge the memory requests of a GPU on their way to the
 * network (icc, 3.2 and Table 1), and the settings here that stand for each. */
#ifndef NOC_DESIGN_CORES_COALESCERS_H
#define NOC_DESIGN_CORES_COALESCERS_H

#include <stddef.h>

typedef struct noc_coalescer {
    const char *name;
    const char *settings; /* NULL: the network sees no difference */
    const char *summary, *source;
} noc_coalescer;

/* Coalescers, from the threads of a warp on to the memory controllers; NULL past the end. */
const noc_coalescer *noc_coalescer_at(size_t i);

/* The coalescer that a word names in any spelling ("WarpPool", "warp_pool"), NULL if none. */
const noc_coalescer *noc_coalescer_called(const char *word);

#endif
