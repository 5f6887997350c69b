/* explore/place/place.h: placement of memory nodes on a grid. Where placements are few: every
 * placement, by the load of its busiest channel and its mean path. Where paths go along rows and
 * columns: the least load, proven (place_cuts.h). Elsewhere: the best placement of a search, with a
 * bound (noc_place_bound).
 *
 * Holds for any routing and topology whose paths do not depend on which nodes are memory: the load
 * of a channel is a sum over memory tiles, less the traffic that pairs of them do not send each
 * other, so that a placement costs a few additions. */
#ifndef NOC_EXPLORE_PLACE_PLACE_H
#define NOC_EXPLORE_PLACE_PLACE_H

#include "explore/place/place_problem.h"

/* Most placements, of up to 64 tiles, that are tried one by one; multiplied by the effort where no
 * proof by cuts is possible. */
#define NOC_PLACE_TRIED_MOST 1e8

/* Steps of the first round of a proof for each limit of the load, under a microsecond each; each
 * further round has four times as many. Steps are counted, not timed: results are equal on every
 * machine. */
#define NOC_PLACE_STEPS 100000u

/* Called now and then with the share of the work done, 0 to 1; false stops. */
typedef bool (*noc_tick)(void *context, double done);

/* Searches until the least load is proven, or until `effort` is spent: 1 is about a second, 4 one
 * more round, 16 two, INFINITY until `tick` stops the search. `result` is filled from the first
 * placement on and only improves, so that `tick` (may be NULL) may read it where tiles are more
 * than 64. When `tick` stops the search, `result` is the best found so far (count may be 0), and
 * NOC_EINTERRUPTED is returned. The result depends neither on `jobs` nor on time. */
noc_status noc_place_search(const noc_place_problem *problem, int memory, unsigned jobs,
                            double effort, noc_tick tick, void *context, noc_place_result *result,
                            noc_diag *diag);

/* Runs one round of noc_place_search, without trying all placements. Where loads are no functions
 * of cuts, the bound is the linear program's. */
noc_status noc_place_prove(const noc_place_problem *problem, int memory, uint64_t steps,
                           noc_tick tick, void *context, noc_place_result *result, noc_diag *diag);

/* Lower bound of the busiest channel's load over all placements, proven by a linear program, in the
 * units of `own` (tile * channels + channel) and `pair` ((tile * tiles + tile) * channels +
 * channel). Its variables are tiles z and pairs y with sum z = memory and, for each tile m, sum
 * over s of y(m,s) = (memory - 1) z(m) (Adams and Sherali 1986), which every placement satisfies.
 * *bound is NAN if the solver did not end within its iterations. */
noc_status noc_place_bound(int tiles, int memory, int channels, const int32_t *own,
                           const int32_t *pair, double *bound, noc_diag *diag);

#endif
