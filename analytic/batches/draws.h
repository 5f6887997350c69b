/* analytic/batches/draws.h: whose packets use a channel, and how much its work differs from its
 * mean when each terminal sends a number of packets whose destinations, paths and lengths are
 * drawn. */
#ifndef NOC_ANALYTIC_BATCHES_DRAWS_H
#define NOC_ANALYTIC_BATCHES_DRAWS_H

#include "network/graph/system.h"

typedef struct noc_draw {
    /* Of the time for which the packets use the channel: its variance over the square of its mean,
     * where each terminal sends one; of more that many times less. A terminal sends each packet
     * over the channel with its own chance, so this is a sum of binomial variances. */
    double variance;
    /* Terminals whose packets meet there: the square of the sum of their shares over the sum of
     * squares. */
    double terminals;
} noc_draw;

/* By channel, 0 where no packet uses it. The caller frees the list; NULL when out of memory. */
noc_draw *noc_draws_find(const noc_system *system);

#endif
