/* analytic/circuits/window_queue.h: waits of packets for each other at a sender that may send in
 * windows only.
 *
 * Packets come at random (Poisson) and are sent in order, a flit every `interval` cycles, in one
 * or two windows of a period that repeats. The distribution of waiting flits is followed through a
 * period: window by window in steps, each of which sends the flits between two points of a grid,
 * and from window to window in a few strides. A period leaves the stationary distribution
 * unchanged. */
#ifndef NOC_ANALYTIC_CIRCUITS_WINDOW_QUEUE_H
#define NOC_ANALYTIC_CIRCUITS_WINDOW_QUEUE_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"
#include "analytic/circuits/overlay_openings.h"

typedef struct noc_window_queue {
    double rate; /* packets per cycle */
    noc_reply_mix mix;
    int train;                       /* packets that come together; 0: one by one */
    double interval;                 /* cycles per flit */
    double closed[NOC_OPENINGS_MAX]; /* cycles between the window before and each window */
    double flits[NOC_OPENINGS_MAX];  /* flits that each window holds */
    int windows;
} noc_window_queue;

/* Mean cycles by which waits lengthen a packet's latency, beyond the time in which its train is
 * sent at one go. INFINITY at or above the windows' capacity, NAN when out of memory. */
double noc_window_queue_wait(const noc_window_queue *queue);

/* Flits per period that come, over those that the windows hold. */
double noc_window_queue_load(const noc_window_queue *queue);

/* True if a window has few enough packets for this queue; for many packets the flow of all is as
 * exact. */
bool noc_window_queue_is_small(const noc_window_queue *queue);

#endif
