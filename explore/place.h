/* explore/place.h: where to put memory nodes on a grid: every placement by the load of its busiest
 * channel and its mean path, where there are not too many of them; else the least load, proven
 * (place_cuts.h), where paths go along rows and columns, and elsewhere the best that a search
 * finds, with a bound (place_bound.h).
 *
 * For any routing and topology whose paths do not depend on who is memory: the load of a channel is
 * a sum over memory tiles, less what pairs of them do not send each other, so that a placement
 * costs a few additions. */
#ifndef NOC_EXPLORE_PLACE_H
#define NOC_EXPLORE_PLACE_H

#include "explore/place_problem.h"

/* Placements that are tried one by one: where the least load can be proven (place_cuts.h), and
 * elsewhere. */
#define NOC_PLACE_TRIED_MOST      1e8
#define NOC_PLACE_EXHAUSTIVE_MOST 5e9

/* Steps of a proof for each limit of the load that it tries, under a microsecond each; 16 memory
 * nodes on 16x16 tiles need fewer. A number, no time: results are the same on every machine. */
#define NOC_PLACE_STEPS 20000000u

/* `tick` (may be NULL) is called now and then with the share done; false stops: NOC_EINTERRUPTED.
 * The result does not depend on `jobs`. */
noc_status noc_place_search(const noc_place_problem *problem, int memory, unsigned jobs,
                            bool (*tick)(void *context, double done), void *context,
                            noc_place_result *result, noc_diag *diag);

/* The same without trying all placements. Where loads are no functions of cuts, the bound is the
 * linear program's. */
noc_status noc_place_prove(const noc_place_problem *problem, int memory, uint64_t steps,
                           bool (*tick)(void *context, double done), void *context,
                           noc_place_result *result, noc_diag *diag);

#endif
