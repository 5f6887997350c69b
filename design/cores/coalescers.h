/* design/cores/coalescers.h: what merges the memory requests of a GPU on their way to the network
 * (icc, 3.2 and Table 1), and the settings that it is made of here. */
#ifndef NOC_DESIGN_CORES_COALESCERS_H
#define NOC_DESIGN_CORES_COALESCERS_H

#include <stddef.h>

typedef struct noc_coalescer {
    const char *name;
    const char *settings; /* NULL: it changes nothing that the network sees */
    const char *summary, *source;
} noc_coalescer;

/* From the threads of a warp to the memory controllers; NULL past the end. */
const noc_coalescer *noc_coalescer_at(size_t i);

/* The one that a word names in any spelling ("WarpPool", "warp_pool"), NULL if none does. */
const noc_coalescer *noc_coalescer_called(const char *word);

#endif
