/* analytic/full/side_by_side.h: channels between the same two ends, of which packets choose one as
 * they get there (network/kinds/choices.h): in turn, or the emptiest. */
#ifndef NOC_ANALYTIC_FULL_SIDE_BY_SIDE_H
#define NOC_ANALYTIC_FULL_SIDE_BY_SIDE_H

#include "analytic/full/state.h"

/* Finds hops that differ only in such a channel. False when out of memory. */
bool noc_full_find_beside(noc_full *full);

/* Hop of a packet whose path names `hop`. */
uint32_t noc_full_choose(noc_full *full, uint32_t hop);

#endif
