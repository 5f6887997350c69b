/* analytic/circuits/overlay_load.h: packets that memory nodes send over an overlay. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_LOAD_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_LOAD_H

#include "design/overlay.h"

enum { NOC_REPLY_KINDS = 2 };

/* Replies to reads and to writes: their lengths in flits, and their shares, which sum to 1. */
typedef struct noc_reply_mix {
    int flits[NOC_REPLY_KINDS];
    double shares[NOC_REPLY_KINDS];
} noc_reply_mix;

static inline double noc_reply_mix_flits(const noc_reply_mix *mix)
{
    return mix->shares[0] * mix->flits[0] + mix->shares[1] * mix->flits[1];
}

static inline double noc_reply_mix_squared_flits(const noc_reply_mix *mix)
{
    return mix->shares[0] * mix->flits[0] * mix->flits[0] +
           mix->shares[1] * mix->flits[1] * mix->flits[1];
}

/* Traffic of an overlay. Every core gets an equal share of a memory node's replies. Packets of a
 * memory node come together in trains of `train` for one core; 0: one by one. */
typedef struct noc_overlay_load {
    int memory_nodes, cores;
    const noc_point *memory_at, *core_at;
    const double *shares; /* [memory node]: share of all replies; the sum is 1 */
    noc_reply_mix mix;
    int train;
} noc_overlay_load;

#endif
