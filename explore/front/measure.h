/* explore/front/measure.h: measurement of the designs that decide a front. Designs that may be on
 * the front are sampled, and their samples correct the model's answers (learn.h). Sampling ends
 * when no unmeasured design may beat the measured designs by more than a tolerance (Zuluaga,
 * Krause, Pueschel 2016: e-PAL). One coarse sample in four is of a random design, so that
 * corrections are not learned from the most optimistic answers alone. Measured designs with
 * overlapping intervals stay possible. */
#ifndef NOC_EXPLORE_FRONT_MEASURE_H
#define NOC_EXPLORE_FRONT_MEASURE_H

#include "explore/front/candidates.h"

typedef struct noc_measure_options {
    noc_sampling sampling;
    double confidence; /* confidence of learned intervals of model answers, 0 to 1 */
    /* Share of an objective's value by which an unmeasured design may be better; 0: measures every
     * design that may be on the front. */
    double tolerance;
    uint64_t budget;    /* largest number of samples, coarse ones included */
    const char *engine; /* fingerprint of the sampler (cli/identity/identity.h) */
    /* Called before each batch. `measured`: finished samples, coarse ones included; `now`: samples
     * of this batch; `needed`: samples known to be needed, this batch included. */
    void (*report)(void *context, uint64_t measured, uint64_t now, uint64_t needed);
    void *context;
} noc_measure_options;

/* Numbers of samples and designs of one measurement of a front. */
typedef struct noc_measure_totals {
    /* Samples of this run: coarse samples, and samples to the requested precision. */
    uint64_t coarse_samples, precise_samples;
    /* Unmeasured designs that may beat measured ones by more than the tolerance; 0: front
     * decided. */
    uint64_t undecided_designs;
    /* Unmeasured designs that may be on the front, but by less than the tolerance. */
    uint64_t tolerated_designs;
    /* Sampled designs without a value for an objective, such as saturation if no load saturates. */
    uint64_t unanswered_designs;
    double tolerance, confidence;
    double seconds;         /* wall-clock time of the samples, s */
    double precise_seconds; /* thread time of the precise samples, s */
    /* number of threads; simulated cycles of all samples */
    unsigned threads;
    uint64_t cycles;
} noc_measure_totals;

/* Measures designs, saves the results and marks the front. Adds the results to `entries`, in the
 * order of the store, and finds *candidates again. After NOC_EINTERRUPTED, both include the
 * finished samples. */
noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *candidates, const noc_measure_options *options,
                             noc_measure_totals *totals, noc_diag *diag);

/* Checks that a sample of the space's task measures at least one objective. NOC_EUSAGE if none. */
noc_status noc_measure_check(const noc_space_record *space, const noc_objectives *objectives,
                             noc_diag *diag);

#endif
