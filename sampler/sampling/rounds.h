/* sampler/sampling/rounds.h: steady sample, in rounds. Each round doubles the length of the
 * runs; the figures at its end decide on another round. */
#ifndef NOC_SAMPLER_SAMPLING_ROUNDS_H
#define NOC_SAMPLER_SAMPLING_ROUNDS_H

#include "sampler/sampling/sampling.h"

/* State of a sample between two rounds. Zero-initialised. */
typedef struct noc_rounds {
    noc_sampling sampling;
    noc_sample *sample;   /* intervals, flags and effort after the last round; borrowed */
    unsigned late_rounds; /* consecutive rounds in which sources fell behind */
    bool is_last;         /* permitted cycles do not suffice for another round */
    bool is_over;         /* sample has the requested precision, or cannot reach it */
    /* approximate share of the total work before this round, and of this round */
    double done_share, round_share;
    noc_diag *diag; /* messages; borrowed */
} noc_rounds;

/* Prepares the runs of a sample. The options and the sample must outlive the rounds.
 * NOC_EFAILED, with the reason, when out of memory; the caller calls noc_rounds_free in either
 * case. */
noc_status noc_rounds_begin(noc_rounds *rounds, const noc_system *system, double load,
                            const noc_sample_options *options, noc_sample *sample, noc_diag *diag);

/* Runs the next round. NOC_EINTERRUPTED when `progress` returns false and no figures are kept;
 * NOC_EFAILED as for noc_sample_at. */
noc_status noc_rounds_run(noc_rounds *rounds);

/* Completes the sample with the figures after the warm-up. NOC_EFAILED when a conservation law is
 * violated. */
noc_status noc_rounds_end(noc_rounds *rounds);

void noc_rounds_free(noc_rounds *rounds);

#endif
