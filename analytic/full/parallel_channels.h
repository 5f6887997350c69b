/* analytic/full/parallel_channels.h: choice among parallel channels, which have equal ends
 * (network/kinds/choices.h): in turn, or the emptiest one. Hops are numbers in system->routes. */
#ifndef NOC_ANALYTIC_FULL_PARALLEL_CHANNELS_H
#define NOC_ANALYTIC_FULL_PARALLEL_CHANNELS_H

#include "analytic/full/state.h"

/* Makes full->parallel_hops: rings of the hops that differ only in the parallel channel. */
void noc_full_link_parallel(noc_full *full);

/* Returns the hop that a packet uses among the parallel hops of `hop`; `hop` if it has none. */
uint32_t noc_full_choose_parallel(noc_full *full, uint32_t hop);

#endif
