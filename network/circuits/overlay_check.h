/* network/circuits/overlay_check.h: designs that an overlay cannot be. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_CHECK_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_CHECK_H

#include "design/overlay.h"
#include "design/refusal.h"

/* What an overlay is used for, beside its own settings. */
typedef struct noc_overlay_use {
    bool carries_requests, carries_replies;
    bool has_memory; /* traffic goes to memory nodes, and replies come back */
    const noc_point *memory_at;
    int memory_nodes;
    int flits_max; /* of a reply */
    int flit_bytes;
    double tile_mm, clock_mhz;
} noc_overlay_use;

/* Hops that a flit makes in a cycle: rapid18 3.2 has 12, over tiles of 2 mm at 1000 MHz. */
int noc_overlay_reach(double tile_mm, double clock_mhz);

/* The time of a hop in ps, by the same figures. */
double noc_overlay_hop_ps(double tile_mm);

/* False with the first thing that is wrong. */
bool noc_overlay_check(const noc_overlay *overlay, const noc_overlay_use *use,
                       noc_refusal *refusal);

#endif
