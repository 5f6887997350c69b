/* network/circuits/overlay_check.h: checks of designs with an overlay. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_CHECK_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_CHECK_H

#include "design/overlay.h"
#include "design/refusal.h"

/* Use of an overlay, beside its own settings. */
typedef struct noc_overlay_use {
    bool carries_requests, carries_replies;
    bool has_memory; /* true if traffic goes to memory nodes, and replies come back */
    const noc_point *memory_at;
    int memory_nodes;
    int flits_max; /* most flits of a reply */
    int flit_bytes;
    double tile_mm, clock_mhz;
} noc_overlay_use;

/* Hops of a flit in a cycle: 12 in rapid18 3.2, over tiles of 2 mm at 1000 MHz. */
int noc_overlay_reach(double tile_mm, double clock_mhz);

/* Time of a hop in ps, by the same figures of rapid18 3.2. */
double noc_overlay_hop_ps(double tile_mm);

/* Checks an overlay. False with the first fault in *refusal. */
bool noc_overlay_check(const noc_overlay *overlay, const noc_overlay_use *use,
                       noc_refusal *refusal);

#endif
