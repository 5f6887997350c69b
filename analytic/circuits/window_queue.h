/* analytic/circuits/window_queue.h: mean wait at a sender that may send in periodic windows only.
 *
 * Packets arrive at random (Poisson) and are sent in order, a flit every `interval` cycles, in one
 * or two windows of a period. The distribution of waiting flits is computed on a grid: through a
 * window in steps, each of which sends one unit of the grid, and between windows in a few strides.
 * The wanted distribution is the stationary one, which a period leaves unchanged. */
#ifndef NOC_ANALYTIC_CIRCUITS_WINDOW_QUEUE_H
#define NOC_ANALYTIC_CIRCUITS_WINDOW_QUEUE_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"
#include "analytic/circuits/overlay_openings.h"

typedef struct noc_window_queue {
    double rate;       /* packets per cycle */
    noc_reply_mix mix; /* lengths of the packets */
    int train;         /* packets of a train; 0: single packets */
    double interval;   /* cycles per flit */
    /* [window]: cycles from the end of the previous window to its start */
    double closed_cycles[NOC_OPENINGS_MAX];
    double window_flits[NOC_OPENINGS_MAX]; /* [window]: flits that the window holds */
    int window_count;                      /* windows of a period */
} noc_window_queue;

/* Returns the mean wait of a packet for other packets, cycles, beyond the time in which its train
 * is sent without a break. INFINITY at or above the windows' capacity, NAN when out of memory. */
double noc_window_queue_wait(const noc_window_queue *queue);

/* Returns the utilisation: flits that arrive per period over flits that the windows hold. */
double noc_window_queue_use(const noc_window_queue *queue);

/* True if noc_window_queue_wait holds: few packets arrive between windows, and few fit in a window.
 * For many packets a simulation of even flows (overlay_latency.c) is as exact. */
bool noc_window_queue_is_small(const noc_window_queue *queue);

#endif
