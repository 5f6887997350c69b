/* analytic/batches/path_samples.h: destinations, paths and lengths of packets are drawn when each terminal
 * sends a number of them: how long the packets of each terminal then take in an empty network,
 * whose packets use each channel, and how much its work differs from its mean. */
#ifndef NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H
#define NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H

#include "network/graph/system.h"

/* Cycles from the creation of a packet to the arrival of its tail (a request: of its reply's tail):
 * moments over the destinations, paths and lengths that a terminal draws. */
typedef struct noc_trip {
    double mean, variance;
    bool any; /* the terminal sends packets of its own */
} noc_trip;

/* Trips by terminal; the caller frees the list. NULL when out of memory. */
noc_trip *noc_trips_find(const noc_system *system);

typedef struct noc_path_sample {
    /* The time for which the packets use the channel: its variance over the square of its mean,
     * where each terminal sends one; of more that many times less. A terminal sends each packet
     * over the channel with its own chance, so this is a sum of binomial variances. */
    double variance;
    /* Terminals whose packets meet there: the square of the sum of their shares over the sum of
     * squares. */
    double terminals;
} noc_path_sample;

/* Draws by channel, 0 where no packet uses it. The caller frees the list; NULL when out of
 * memory. */
noc_path_sample *noc_path_samples_find(const noc_system *system);

#endif
