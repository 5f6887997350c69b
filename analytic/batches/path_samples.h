/* analytic/batches/path_samples.h: statistics of the destinations, paths and lengths that terminals
 * draw for a batch: idle latency of each terminal's packets, and variance of each channel's use. */
#ifndef NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H
#define NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H

#include "network/graph/system.h"

/* Trip of a terminal's packets: cycles from the creation of a packet to the arrival of its tail, or
 * of its reply's tail, in an idle network; moments over the drawn destinations, paths and
 * lengths. */
typedef struct noc_terminal_trip {
    double mean, variance;
    bool has_packets; /* true if the terminal creates packets */
} noc_terminal_trip;

/* Finds the trips by terminal. The caller frees the list. NULL when out of memory. */
noc_terminal_trip *noc_find_terminal_trips(const noc_system *system);

/* Statistics of a channel. */
typedef struct noc_path_sample {
    /* relative variance of the flits on the channel if each terminal sends one packet (sum of
     * binomial variances); with n packets 1/n of it */
    double variance;
    /* effective number of terminals whose packets use the channel: square of the sum of their
     * shares, over the sum of squares */
    double effective_terminals;
} noc_path_sample;

/* Statistics by channel; 0 on channels without packets. The caller frees the list. NULL when out of
 * memory. */
noc_path_sample *noc_find_path_samples(const noc_system *system);

#endif
