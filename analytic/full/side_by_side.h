/* analytic/full/side_by_side.h: choice among parallel channels, which have equal ends
 * (network/kinds/choices.h): in turn, or the emptiest one. */
#ifndef NOC_ANALYTIC_FULL_SIDE_BY_SIDE_H
#define NOC_ANALYTIC_FULL_SIDE_BY_SIDE_H

#include "analytic/full/state.h"

/* Links the hops that differ only in the parallel channel. False when out of memory. */
bool noc_full_link_parallel(noc_full *full);

/* Chooses one of the parallel hops of `hop`. */
uint32_t noc_full_choose_parallel(noc_full *full, uint32_t hop);

#endif
