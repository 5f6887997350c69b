/* analytic/circuits/overlay_latency.h: latency of an overlay under load. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_LATENCY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_LATENCY_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

/* Finds, for each memory node, the mean cycles by which waits lengthen its packets' latency beyond
 * the time that their trains are sent at one go, with equal windows of these lengths, at a rate of
 * packets (of all memory nodes, per cycle). INFINITY from the rate on at which a node has no cycle
 * to spare (noc_overlay_full). `queue`: room of a reply queue in packets, for normalised weights.
 * False when out of memory. */
bool noc_overlay_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits);

#endif
