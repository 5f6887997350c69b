/* explore/place/place_bound.h: a proven lower bound of the busiest channel's load over all
 * placements. */
#ifndef NOC_EXPLORE_PLACE_PLACE_BOUND_H
#define NOC_EXPLORE_PLACE_PLACE_BOUND_H

#include <stdint.h>

#include "base/diag.h"

/* In the units of `own` (tile * channels + channel) and `pair` ((tile * tiles + tile) * channels
 * + channel): the linear program over tiles z and pairs y with sum z = memory and, for each tile m,
 * sum over s of y(m,s) = (memory - 1) z(m) (Adams and Sherali 1986), which every placement
 * satisfies. *bound is NAN if it was not solved in a minute. */
noc_status noc_place_bound(int tiles, int memory, int channels, const int32_t *own,
                           const int32_t *pair, double *bound, noc_diag *diag);

#endif
