/* tests/support/runs/bounds.h: bounds on throughput, and what their tests know of a design by
 * other ways than analytic/ does. */
#ifndef NOC_TESTS_BOUNDS_H
#define NOC_TESTS_BOUNDS_H

#include "analytic/bound/bound.h"
#include "tests/support/helpers.h"

extern const char test_bound_many_to_few[]; /* 6x6 mesh, 28 compute and 8 memory nodes */
extern const char test_bound_small_mesh[];  /* 3x3 mesh, 7 compute and 2 memory nodes */

/* The bound after so many rounds at most, 0: as many as it takes. The caller clears its arena. */
noc_bound test_bound(const noc_system *system, int rounds);

/* Whether a packet may go on from one channel to another: not around a corner in a half router. */
bool test_may_turn(const noc_graph *graph, uint32_t in, uint32_t out);

/* Cycles for which a flow uses a channel if all of it goes there, at unit rate. */
double test_flits_on(const noc_system *system, const noc_flow *flow, uint32_t channel);

#endif
