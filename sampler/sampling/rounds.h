/* sampler/sampling/rounds.h: a steady sample, a round at a time. Each round makes the runs twice as
 * long; the figures at its end decide whether another round follows. */
#ifndef NOC_SAMPLER_SAMPLING_ROUNDS_H
#define NOC_SAMPLER_SAMPLING_ROUNDS_H

#include "sampler/sampling/sampling.h"

/* A sample between two rounds. Zero-initialised. */
typedef struct noc_rounds {
    noc_sampling sampling;
    noc_sample *sample; /* intervals, flags and effort as of the last round; borrowed */
    unsigned behind;    /* rounds in a row in which sources fell behind */
    bool is_last;       /* allowed cycles do not suffice for another round */
    bool is_over;       /* sample is as precise as requested, or cannot become so */
    double done, share; /* share of all work before this round, and of this round, approximately */
    noc_diag *diag;     /* messages; borrowed */
} noc_rounds;

/* Prepares the runs of a sample. The options and the sample outlive the rounds. NOC_EFAILED, with
 * the reason, when out of memory; the caller frees the rounds in either case. */
noc_status noc_rounds_begin(noc_rounds *rounds, const noc_system *system, double load,
                            const noc_sample_options *options, noc_sample *sample, noc_diag *diag);

/* Runs the next round. NOC_EINTERRUPTED when progress said so and nothing is kept; NOC_EFAILED as
 * for noc_sample_at. */
noc_status noc_rounds_run(noc_rounds *rounds);

/* Completes the sample with the figures after the warm-up. NOC_EFAILED when a conservation law is
 * violated. */
noc_status noc_rounds_end(noc_rounds *rounds);

void noc_rounds_free(noc_rounds *rounds);

#endif
