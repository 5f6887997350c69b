/* analytic/draws.h: how much the work of a channel differs from its mean when each terminal sends a
 * number of packets whose destinations, paths and lengths are drawn. */
#ifndef NOC_ANALYTIC_DRAWS_H
#define NOC_ANALYTIC_DRAWS_H

#include "network/system.h"

/* Of a packet of each terminal, and its reply: the relative variance of the time for which they use
 * each channel, over the number of packets that each sends: 0 where none uses it. A terminal sends
 * each packet over a channel with its own chance, so this is a sum of binomial variances. The
 * caller frees the list, by channel; NULL when out of memory. */
double *noc_draws_find(const noc_system *system);

#endif
