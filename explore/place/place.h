/* explore/place/place.h: search for the placement of memory nodes on a grid with the smallest load
 * of the busiest channel. A small number of placements is tried completely. If paths go along rows
 * and columns, a proof finds the smallest load (place_cuts.h). Otherwise a local search finds a
 * good placement, and a linear program a lower bound (noc_place_bound).
 *
 * Paths must not depend on which nodes are memory. Then a channel's load is a sum over memory
 * tiles, less the traffic that pairs of memory nodes do not send each other, and one placement
 * costs a few additions. */
#ifndef NOC_EXPLORE_PLACE_PLACE_H
#define NOC_EXPLORE_PLACE_PLACE_H

#include "explore/place/place_problem.h"

/* Largest number of placements, of up to 64 tiles, that are all tried; multiplied by the effort if
 * a proof by cuts is impossible. */
#define NOC_PLACE_TRIED_MOST 1e8

/* Number of steps, for each limit of the load, in the first round of a proof. A step takes less
 * than a microsecond. Each further round has four times as many steps. Steps are counted, not
 * timed, so that results are equal on every machine. */
#define NOC_PLACE_STEPS 100000u

/* Progress callback; `done`: finished share, 0 to 1. Stops the search if it returns false. */
typedef bool (*noc_place_tick)(void *context, double done);

/* Searches until the smallest load is proven or `effort` is spent. Effort 1 is one round, about a
 * second; 4 is two rounds, 16 three; INFINITY searches until `tick` stops. `result` has a placement
 * from early on and only improves; `tick` (may be NULL) may read it if tiles are more than 64. If
 * `tick` stops the search, `result` has the best placements so far, possibly none, and the status
 * is NOC_EINTERRUPTED. The result depends neither on `jobs` (threads) nor on time. */
noc_status noc_place_search(const noc_place_problem *problem, int memory_nodes, unsigned jobs,
                            double effort, noc_place_tick tick, void *context,
                            noc_place_result *result, noc_diag *diag);

/* Runs one round of noc_place_search, without trying all placements. If loads are no functions of
 * cuts, the bound is that of noc_place_bound. */
noc_status noc_place_prove(const noc_place_problem *problem, int memory_nodes, uint64_t steps,
                           noc_place_tick tick, void *context, noc_place_result *result,
                           noc_diag *diag);

/* Finds a lower bound of the busiest channel's load over all placements by a linear program, in the
 * units of `node_loads` (tile * channels + channel) and `pair_loads` ((tile * tiles + tile) *
 * channels + channel). Variables are tiles z and pairs y with sum z = memory_nodes and, for each
 * tile m, sum over s of y(m,s) = (memory_nodes - 1) z(m) (Adams and Sherali 1986), which every
 * placement satisfies. *bound is NAN if the solver did not finish within its iterations. */
noc_status noc_place_bound(int tiles, int memory_nodes, int channels, const int32_t *node_loads,
                           const int32_t *pair_loads, double *bound, noc_diag *diag);

#endif
