/* hybrid/correction/intervals/layer_widening.h: how much wider intervals are for graphs of one's
 * own in which packets may use a part only of the virtual channels of their class
 * (network/graph/vc_layers.h), than for other designs outside of a calibration's ranges.
 *
 * Learned from random graphs with layers that have even numbers
 * (tests/support/designs/random_graphs.h): each figure that was measured asks for its interval
 * to be so many times as wide, and 90 % of them ask for this (the conformal quantile; latencies
 * at 30, 60 and 80 % of saturation together). Those of odd numbers tell what it is worth
 * (test_random_graphs, accuracy.md). Graphs without layers ask for nothing. */
#ifndef NOC_HYBRID_CORRECTION_INTERVALS_LAYER_WIDENING_H
#define NOC_HYBRID_CORRECTION_INTERVALS_LAYER_WIDENING_H

#include <stdbool.h>

#include "network/graph/system.h"

/* Whether a design is one of these graphs; looks at all hops. */
bool noc_has_layer_parts(const noc_system *system);

/* Times wider for these, of a figure among those that are scored (intervals.h). */
double noc_layer_widening(size_t scored);

#endif
