/* analytic/circuits/overlay_epochs.h: latency of an overlay whose windows follow the load, or whose
 * partners can send to some cores only: from window to window, with a fixed stream of random
 * numbers.
 *
 * Backlogs are flits that flow: how much comes in a time is random, when in that time is not, but
 * for what a window loses by it. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_EPOCHS_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_EPOCHS_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

/* Fills in for each memory node the mean cycles by which a packet's latency is longer than without
 * any others and with equal windows, at a rate of packets (of all memory nodes, a cycle) that they
 * can carry. `windows` are the lengths of equal ones; `queue` is the room of a reply queue in
 * packets, for normalised weights. False when out of memory. */
bool noc_overlay_epochs_waits(const noc_overlay *overlay, const noc_overlay_load *load,
                              const int *windows, int queue, double rate, double *waits);

#endif
