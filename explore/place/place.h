/* explore/place/place.h: where to put memory nodes on a grid: every placement by the load of its
 * busiest channel and its mean path, where there are not too many of them; else the least load,
 * proven (place_cuts.h), where paths go along rows and columns, and elsewhere the best that a
 * search finds, with a bound (noc_place_bound).
 *
 * For any routing and topology whose paths do not depend on who is memory: the load of a channel is
 * a sum over memory tiles, less what pairs of them do not send each other, so that a placement
 * costs a few additions. */
#ifndef NOC_EXPLORE_PLACE_PLACE_H
#define NOC_EXPLORE_PLACE_PLACE_H

#include "explore/place/place_problem.h"

/* Placements of up to 64 tiles that are tried one by one; times the effort where no proof by cuts
 * is to be had. */
#define NOC_PLACE_TRIED_MOST 1e8

/* Steps of the first round of a proof for each limit of the load that it tries, under a microsecond
 * each; each further round has four times as many. A number, no time: results are the same on every
 * machine. */
#define NOC_PLACE_STEPS 100000u

/* Called now and then with the share of a piece of work that is done; false stops. */
typedef bool (*noc_tick)(void *context, double done);

/* Looks until the least load is proven, or for as much work as `effort` says: 1 is about a second,
 * 4 a round more, 16 two, INFINITY until `tick` stops it. `result` is filled from the first
 * placement on and only gets better, so that `tick` (may be NULL) may read it where tiles are more
 * than 64; when `tick` stops the search, it is the best found so far (count may be 0), and
 * NOC_EINTERRUPTED is returned. The result depends neither on `jobs` nor on time. */
noc_status noc_place_search(const noc_place_problem *problem, int memory, unsigned jobs,
                            double effort, noc_tick tick, void *context, noc_place_result *result,
                            noc_diag *diag);

/* One round of that, without trying all placements. Where loads are no functions of cuts, the
 * bound is the linear program's. */
noc_status noc_place_prove(const noc_place_problem *problem, int memory, uint64_t steps,
                           noc_tick tick, void *context, noc_place_result *result, noc_diag *diag);

/* A lower bound of the busiest channel's load over all placements, proven by a linear program, in
 * the units of `own` (tile * channels + channel) and `pair` ((tile * tiles + tile) * channels +
 * channel). Its variables are tiles z and pairs y with sum z = memory and, for each tile m, sum
 * over s of y(m,s) = (memory - 1) z(m) (Adams and Sherali 1986), which every placement satisfies.
 * *bound is NAN if the solver did not end within its iterations. */
noc_status noc_place_bound(int tiles, int memory, int channels, const int32_t *own,
                           const int32_t *pair, double *bound, noc_diag *diag);

#endif
