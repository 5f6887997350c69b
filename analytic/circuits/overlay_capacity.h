/* analytic/circuits/overlay_capacity.h: what an overlay can carry.
 *
 * Rates are of the whole overlay: replies a cycle of all memory nodes together. `windows` are the
 * lengths of equal ones (noc_windows_equal), also where they are adaptive. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H

#include "analytic/circuits/overlay_load.h"

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
