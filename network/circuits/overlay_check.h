/* network/circuits/overlay_check.h: checks of an overlay's settings against the design around
 * it, and its signal speed. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_CHECK_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_CHECK_H

#include "design/overlay.h"
#include "design/refusal.h"

/* Properties of a design, besides the overlay's settings, that the checks need. */
typedef struct noc_overlay_context {
    bool carries_requests, carries_replies;
    bool has_memory;            /* true: requests go to memory nodes, and replies come back */
    const noc_point *memory_at; /* borrowed; tile of each memory node */
    int memory_nodes;
    int flits_max; /* flits of the longest reply */
    int flit_bytes;
    double tile_mm, clock_mhz;
} noc_overlay_context;

/* Most hops of a flit in a cycle: 12 over tiles of 2 mm at 1000 MHz (rapid18 3.2), and inversely
 * proportional to tile length and clock. */
int noc_overlay_reach(double tile_mm, double clock_mhz);

/* Time of a hop, ps, at the speed of noc_overlay_reach. */
double noc_overlay_hop_ps(double tile_mm);

/* Checks an overlay. False: *refusal has the first fault. */
bool noc_overlay_check(const noc_overlay *overlay, const noc_overlay_context *use,
                       noc_refusal *refusal);

#endif
