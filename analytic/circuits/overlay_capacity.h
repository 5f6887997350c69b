/* analytic/circuits/overlay_capacity.h: what an overlay can carry.
 *
 * Rates are of the whole overlay: replies a cycle of all memory nodes together. `windows` are the
 * lengths of equal ones (noc_windows_equal), also where they are adaptive. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

/* A window holds packets that have to go whole: one of so many slots whose queue never empties
 * sends packets in order of arrival, and the first that does not fit begins the next window. Which
 * kind that is makes a chain of two states. */
typedef struct noc_window_fill {
    noc_reply_mix mix;
    int slots_max;
    double *ends
        /* chance that a packet ends with a slot, of those after a first one of each kind */
        [NOC_REPLY_KINDS];
} noc_window_fill;

/* Fills windows of up to `slots_max` slots. False when out of memory; noc_window_fill_clear frees
 * what there is either way. */
bool noc_window_fill_make(noc_window_fill *fill, const noc_reply_mix *mix, int slots_max);
void noc_window_fill_clear(noc_window_fill *fill);

/* Mean flits of a window of so many slots, with windows of the same length before it. */
double noc_window_fill_flits(const noc_window_fill *fill, int slots);

/* The share of a memory node's replies that it can send as the partner of another. */
double noc_overlay_reachable_share(const noc_overlay *overlay, const noc_overlay_load *load,
                                   int memory);

/* Flits of a window of so many slots whose queue never empties: all of them, or what whole packets
 * fill. NAN when out of memory. */
double noc_window_flits(const noc_overlay *overlay, const noc_reply_mix *mix, int slots);

/* Flits a cycle that a memory node can send in windows of these lengths. */
double noc_overlay_capacity(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows, int memory);

/* A limit, and the memory node that comes to it first. */
typedef struct noc_overlay_limit {
    double rate; /* replies a cycle */
    int memory;  /* -1: all together (adaptive windows) */
} noc_overlay_limit;

/* The rate at which the first memory node has no cycle to spare. With adaptive windows that follow
 * unequal shares it is an estimate of what the windows of an epoch hold, wherever they are. */
noc_overlay_limit noc_overlay_full(const noc_overlay *overlay, const noc_overlay_load *load,
                                   const int *windows);

#endif
