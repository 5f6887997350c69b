/* hybrid/intervals/graph_widening.h: how much wider intervals are for graphs of one's own than for
 * other designs outside of a calibration's ranges, which none of a calibration's designs tells.
 *
 * Learned from the half of 100 random graphs that has even numbers (tests/random_graphs.h): each
 * figure that was measured asks for its interval to be so many times as wide, and the table has
 * what 90 % of them ask for (the conformal quantile), 1 at least. The other half tells what it is
 * worth (test_random_graphs; ACCURACY.md). */
#ifndef NOC_HYBRID_INTERVALS_GRAPH_WIDENING_H
#define NOC_HYBRID_INTERVALS_GRAPH_WIDENING_H

#include "network/system.h"

/* Times wider, of a figure among those that are scored (intervals.h); 1 for a design whose networks
 * are all of topologies that nocsight wires. */
double noc_graph_widening(const noc_design *design, size_t scored);

#endif
