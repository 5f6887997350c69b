/* analytic/circuits/overlay_latency.h: mean waits of an overlay's packets under load. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_LATENCY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_LATENCY_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

/* Finds the waits: [memory node]: mean cycles of waits of its packets, in excess of latency without
 * other packets, of equal windows and of the time in which a train is sent. `windows`: [memory
 * node]: cycles of equal windows; `rate`: packets per cycle of all memory nodes; `queue`: packets
 * of a reply queue, for normalised weights. INFINITY from saturation on (noc_overlay_saturation).
 * False when out of memory. */
bool noc_overlay_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits);

#endif
