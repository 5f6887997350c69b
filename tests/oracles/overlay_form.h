/* tests/oracles/overlay_form.h: latency and saturation of a whole overlay with traffic that is
 * alike for all cores, for comparison with simulated figures: the sum of what the model has for a
 * packet alone (analytic/circuits/overlay_openings.h), of its waits and of the way. */
#ifndef NOC_TESTS_ORACLES_OVERLAY_FORM_H
#define NOC_TESTS_ORACLES_OVERLAY_FORM_H

#include "analytic/circuits/overlay_capacity.h"

/* Mean cycles from a packet's creation to the delivery of its tail where nothing else is sent, with
 * equal windows: adaptive ones have no limit at zero load, since one packet of an epoch turns the
 * next one over to its memory node. `by_kind` (may be NULL) gets the means of reads and writes. */
double oracle_overlay_zero_load(const noc_overlay *overlay, const noc_overlay_load *load,
                                const int *windows, double by_kind[NOC_REPLY_KINDS]);

/* Mean cycles from a packet's creation to its delivery, at a rate of packets (of all memory nodes,
 * a cycle). INFINITY from the rate on at which a memory node has no cycle to spare
 * (noc_overlay_saturation), NAN when out of memory. `queue` is the room of a reply queue in
 * packets, for normalised weights. `by_memory` (may be NULL) gets the mean of each memory node's
 * packets. */
double oracle_overlay_latency(const noc_overlay *overlay, const noc_overlay_load *load, int queue,
                              double rate, double *by_memory);

/* The rate at which no more than `accepted` of it is sent (0.98: saturation). */
noc_overlay_limit oracle_overlay_saturation(const noc_overlay *overlay,
                                            const noc_overlay_load *load, const int *windows,
                                            double accepted);

#endif
