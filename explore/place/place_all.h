/* explore/place/place_all.h: exhaustive search over all placements of memory nodes. */
#ifndef NOC_EXPLORE_PLACE_PLACE_ALL_H
#define NOC_EXPLORE_PLACE_PLACE_ALL_H

#include "explore/place/place_problem.h"

/* Tries one of each set of symmetric placements, so every placement is covered; for up to 64 tiles.
 * `tick` gets the finished share, 0 to 1. NOC_EINTERRUPTED if it returns false. */
noc_status noc_place_try_all(const noc_place_problem *p, int memory_nodes, unsigned jobs,
                             bool (*tick)(void *context, double done), void *context,
                             noc_place_result *result, noc_diag *diag);

#endif
