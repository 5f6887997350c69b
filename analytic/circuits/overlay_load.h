/* analytic/circuits/overlay_load.h: load of an overlay: the packets that memory nodes send over
 * it. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_LOAD_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_LOAD_H

#include "design/overlay.h"

enum { NOC_REPLY_KINDS = 2 };

/* Packets of reads and of writes, of one class: lengths in flits, and shares, with the sum 1. */
typedef struct noc_reply_mix {
    int flits[NOC_REPLY_KINDS];
    double shares[NOC_REPLY_KINDS];
} noc_reply_mix;

/* Returns the mean flits of a packet. */
static inline double noc_reply_mix_flits(const noc_reply_mix *mix)
{
    return mix->shares[0] * mix->flits[0] + mix->shares[1] * mix->flits[1];
}

/* Returns the mean square of a packet's flits. */
static inline double noc_reply_mix_squared_flits(const noc_reply_mix *mix)
{
    return mix->shares[0] * mix->flits[0] * mix->flits[0] +
           mix->shares[1] * mix->flits[1] * mix->flits[1];
}

/* Traffic of an overlay. Every core gets an equal share of a memory node's replies. */
typedef struct noc_overlay_load {
    int memory_nodes, cores;
    const noc_point *memory_points, *core_points; /* places of the nodes on the chip; borrowed */
    const double *shares; /* [memory node]: share of all replies; the sum is 1 */
    noc_reply_mix mix;
    int train; /* packets of a train, which a memory node sends to one core; 0: single packets */
} noc_overlay_load;

#endif
