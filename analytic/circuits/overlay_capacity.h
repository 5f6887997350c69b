/* analytic/circuits/overlay_capacity.h: throughput of an overlay.
 *
 * Rates are of the whole overlay: replies per cycle of all memory nodes together. `windows` are
 * the lengths of equal windows (noc_windows_equal), even where windows are adaptive. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

/* Packets in a window, which have to go whole. A window of `slots` slots, whose queue never
 * empties, sends packets in order of arrival; the first packet that does not fit begins the next
 * window. The kind of that packet is a Markov chain of two states. */
typedef struct noc_window_fill {
    noc_reply_mix mix;
    int slots_max;
    double *ends
        /* chance that a packet ends with a slot, among packets after a first one of each kind */
        [NOC_REPLY_KINDS];
} noc_window_fill;

/* Fills windows of up to `slots_max` slots. False when out of memory; noc_window_fill_clear frees
 * the memory either way. */
bool noc_window_fill_make(noc_window_fill *fill, const noc_reply_mix *mix, int slots_max);
void noc_window_fill_clear(noc_window_fill *fill);

/* Mean flits of a window of `slots` slots, after windows of equal length. */
double noc_window_fill_flits(const noc_window_fill *fill, int slots);

/* Share of a memory node's replies that it can send as the partner of another. */
double noc_overlay_reachable_share(const noc_overlay *overlay, const noc_overlay_load *load,
                                   int memory);

/* Flits of a window of `slots` slots whose queue never empties: all slots, or the slots that whole
 * packets fill. NAN when out of memory. */
double noc_window_flits(const noc_overlay *overlay, const noc_reply_mix *mix, int slots);

/* Flits per cycle that a memory node can send in windows of these lengths. */
double noc_overlay_capacity(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows, int memory);

/* A limit, and the memory node that reaches it first. */
typedef struct noc_overlay_limit {
    double rate; /* replies per cycle */
    int memory;  /* first memory node to reach the limit; -1: all together (adaptive windows) */
} noc_overlay_limit;

/* Rate at which the first memory node has no cycle to spare. With adaptive windows that follow
 * unequal shares the rate is an estimate: flits in the windows of an epoch, wherever they are. */
noc_overlay_limit noc_overlay_full(const noc_overlay *overlay, const noc_overlay_load *load,
                                   const int *windows);

#endif
