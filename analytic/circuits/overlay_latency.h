/* analytic/circuits/overlay_latency.h: mean waits of an overlay's packets under load. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_LATENCY_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_LATENCY_H

#include <stdbool.h>

#include "analytic/circuits/overlay_load.h"

/* Finds the waits. `waits`: [memory node]: mean cycles by which a packet's latency exceeds its
 * latency in equal windows without other packets, less the cycles in which the earlier packets of
 * its train are sent; INFINITY from saturation on (noc_overlay_saturation). `windows`: [memory
 * node]: cycles of equal windows. `rate`: packets per cycle of all memory nodes. `queue`: packets
 * that a reply queue holds, for the weights of adaptive windows. False when out of memory. */
bool noc_overlay_waits(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                       int queue, double rate, double *waits);

#endif
