/* analytic/overlay_latency.h: latency of an overlay under load. */
#ifndef NOC_ANALYTIC_OVERLAY_LATENCY_H
#define NOC_ANALYTIC_OVERLAY_LATENCY_H

#include "analytic/overlay_load.h"

/* Mean cycles from a packet's creation to its delivery, at a rate of packets (of all memory nodes, a cycle). INFINITY
 * from the rate on at which a memory node has no cycle to spare (noc_overlay_full), NAN when out of memory. `queue` is
 * the room of a reply queue in packets, for normalised weights. `by_memory` (may be NULL) gets the mean of each memory
 * node's packets. */
double noc_overlay_latency(const noc_overlay *overlay, const noc_overlay_load *load, int queue,
                           double rate, double *by_memory);

#endif
