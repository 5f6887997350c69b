/* analytic/batches/path_samples.h: samples of destinations, paths and lengths when each terminal
 * sends a number of packets: cycles of each terminal's packets in an empty network, terminals
 * whose packets use each channel, and the channel's work, mean and deviation. */
#ifndef NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H
#define NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H

#include "network/graph/system.h"

/* Cycles from the creation of a packet to the arrival of its tail (a request: of its reply's
 * tail): moments over the destinations, paths and lengths that a terminal draws. */
typedef struct noc_trip {
    double mean, variance;
    bool any; /* true if the terminal sends packets of its own */
} noc_trip;

/* Finds the trips by terminal; the caller frees the list. NULL when out of memory. */
noc_trip *noc_trips_find(const noc_system *system);

typedef struct noc_path_sample {
    /* Relative variance of the time in which packets use the channel, where each terminal sends
     * one packet; with n packets it is 1/n of that. A terminal sends each packet over the channel
     * with its own chance: a sum of binomial variances. */
    double variance;
    /* Terminals whose packets meet on the channel: the square of the sum of their shares over the
     * sum of squares. */
    double terminals;
} noc_path_sample;

/* Samples by channel, 0 where no packet uses it. The caller frees the list; NULL when out of
 * memory. */
noc_path_sample *noc_path_samples_find(const noc_system *system);

#endif
