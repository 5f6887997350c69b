/* analytic/batches/path_samples.h: statistics of the destinations, paths and lengths that terminals
 * draw for a batch: idle latency of each terminal's packets, and variance of each channel's use. */
#ifndef NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H
#define NOC_ANALYTIC_BATCHES_PATH_SAMPLES_H

#include "base/arena.h"
#include "network/graph/system.h"

/* Trip of a terminal's packets in an idle network, from the creation of a packet to the arrival of
 * its tail, or of its reply's tail. Mean, cycles, and variance, cycles^2, over the drawn
 * destinations, paths and lengths. */
typedef struct noc_terminal_trip {
    double mean, variance;
    bool has_packets; /* true if the terminal creates packets */
} noc_terminal_trip;

/* Finds the trips: [terminal]; a list of the arena. NULL when out of memory. */
noc_terminal_trip *noc_find_terminal_trips(const noc_system *system, noc_arena *arena);

/* Statistics of the use of a channel. */
typedef struct noc_path_sample {
    /* relative variance of the flits on the channel if each terminal sends one packet (sum of
     * binomial variances); n packets of each have 1/n of this variance */
    double variance;
    /* effective number of terminals whose packets use the channel: squared sum of the terminals'
     * shares, over the sum of squared shares */
    double effective_terminals;
} noc_path_sample;

/* Finds the statistics: [channel]; 0 on channels without packets. A list of the arena. NULL when
 * out of memory. */
noc_path_sample *noc_find_path_samples(const noc_system *system, noc_arena *arena);

#endif
