/* analytic/overlay_zero_load.h: latency of an overlay without contention: the wait for a window,
 * and the way. */
#ifndef NOC_ANALYTIC_OVERLAY_ZERO_LOAD_H
#define NOC_ANALYTIC_OVERLAY_ZERO_LOAD_H

#include "analytic/overlay_load.h"

/* Cycles from the creation of a memory node's packet to the delivery of its tail, with windows of
 * these lengths: the mean over all cores and over creation in every cycle of a period.
 * docs/model.md (38). */
double noc_overlay_alone(const noc_overlay *overlay, const noc_overlay_load *load,
                         const int *windows, int memory, int flits);

/* The mean over the traffic, with equal windows: adaptive ones have no limit at zero load, since
 * one packet of an epoch turns the next one over to its memory node. `by_kind` (may be NULL) gets
 * the means of reads and writes. */
double noc_overlay_zero_load(const noc_overlay *overlay, const noc_overlay_load *load,
                             const int *windows, double by_kind[NOC_REPLY_KINDS]);

/* Cycles from a tail's injection to its delivery: the mean over all cores. */
double noc_overlay_transit(const noc_overlay *overlay, const noc_overlay_load *load, int memory);

#endif
