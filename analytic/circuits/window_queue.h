/* analytic/circuits/window_queue.h: how long packets wait for each other at a sender that may send
 * in windows only.
 *
 * Packets come at random (Poisson) and are sent in order, a flit every `interval` cycles, in one or
 * two windows of a period that repeats. The distribution of the flits that wait is followed through
 * a period: window by window in steps, each of which sends as many flits as there are between two
 * points of a grid, and from window to window in a few strides. The stationary one is what a period
 * leaves as it was. */
#ifndef NOC_ANALYTIC_CIRCUITS_WINDOW_QUEUE_H
#define NOC_ANALYTIC_CIRCUITS_WINDOW_QUEUE_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"
#include "analytic/circuits/overlay_openings.h"

typedef struct noc_window_queue {
    double rate; /* packets a cycle */
    noc_reply_mix mix;
    int train;       /* packets that come together; 0: one by one */
    double interval; /* cycles a flit */
    double
        closed[NOC_OPENINGS_MAX]; /* cycles before each window opens, since the one before closed */
    double flits[NOC_OPENINGS_MAX]; /* that each holds */
    int windows;
} noc_window_queue;

/* Mean cycles by which a packet's latency is longer than without any others, but for those that its
 * train takes to send at one go. INFINITY at or above
 * what the windows hold, NAN when out of memory. */
double noc_window_queue_wait(const noc_window_queue *queue);

/* Flits a period that the windows hold, over those that come. */
double noc_window_queue_load(const noc_window_queue *queue);

/* True if there are few enough packets in a window for that; of many the flow of all tells as
 * much. */
bool noc_window_queue_is_small(const noc_window_queue *queue);

#endif
