/* analytic/circuits/window_fill.h: what a window holds of packets that have to go whole.
 *
 * A window of so many slots whose queue never empties sends packets in order of arrival, and the
 * first that does not fit begins the next window. Which kind that is makes a chain of two
 * states. */
#ifndef NOC_ANALYTIC_CIRCUITS_WINDOW_FILL_H
#define NOC_ANALYTIC_CIRCUITS_WINDOW_FILL_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

typedef struct noc_window_fill {
    noc_reply_mix mix;
    int slots_max;
    double *ends
        /* chance that a packet ends with a slot, of those after a first one of each kind */
        [NOC_REPLY_KINDS];
} noc_window_fill;

/* For windows of up to so many slots. False when out of memory; noc_window_fill_clear frees what
 * there is either way. */
bool noc_window_fill_make(noc_window_fill *fill, const noc_reply_mix *mix, int slots_max);
void noc_window_fill_clear(noc_window_fill *fill);

/* Mean flits of a window of so many slots, with windows of the same length before it. */
double noc_window_fill_flits(const noc_window_fill *fill, int slots);

#endif
