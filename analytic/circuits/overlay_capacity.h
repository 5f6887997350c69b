/* analytic/circuits/overlay_capacity.h: capacity and saturation of an overlay's windows.
 *
 * Rates of an overlay are replies per cycle of all memory nodes together. `windows`: [memory node]:
 * cycles of equal windows (noc_windows_divide_equally), even if windows are adaptive. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_CAPACITY_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"
#include "base/arena.h"

/* Fill of windows in which packets have to be sent whole. A window of `slots` slots, whose queue
 * never empties, sends packets in order of arrival; the first packet that does not fit begins the
 * next window. The kind of that packet is a Markov chain of two states. */
typedef struct noc_window_fill {
    noc_reply_mix mix;
    int slots_max; /* most slots of a window */
    /* [kind of the first packet][slot]: probability that a packet ends with the slot */
    double *ends[NOC_REPLY_KINDS];
} noc_window_fill;

/* Computes the fill of windows of up to `slots_max` slots; lists are the arena's. False when out of
 * memory. */
bool noc_window_fill_make(const noc_reply_mix *mix, int slots_max, noc_arena *arena,
                          noc_window_fill *fill);

/* Returns the mean flits of a window of `slots` slots, after windows of equal length. */
double noc_window_fill_flits(const noc_window_fill *fill, int slots);

/* Returns the share of a memory node's replies that the node can send in its partner's window. */
double noc_overlay_reachable_share(const noc_overlay *overlay, const noc_overlay_load *load,
                                   int memory);

/* Returns the flits of a window of `slots` slots whose queue never empties: all slots, or the slots
 * that whole packets fill. NAN when out of memory. */
double noc_window_flits(const noc_overlay *overlay, const noc_reply_mix *mix, int slots);

/* Returns the flits per cycle that a memory node can send: in its own window and, with
 * multiplexing, in its partner's window, which both nodes share. */
double noc_overlay_capacity(const noc_overlay *overlay, const noc_overlay_load *load,
                            const int *windows, int memory);

/* Saturation of an overlay: the rate, and the memory node that saturates first. */
typedef struct noc_overlay_limit {
    double rate; /* replies per cycle */
    int memory;  /* first memory node to saturate; -1: all together (adaptive windows) */
} noc_overlay_limit;

/* Returns the rate at which the first memory node saturates. With adaptive windows and unequal
 * shares the rate is an estimate from the flits in all windows of an epoch. */
noc_overlay_limit noc_overlay_saturation(const noc_overlay *overlay, const noc_overlay_load *load,
                                         const int *windows);

#endif
