/* explore/front/measure.h: fronts decided by measurements. Designs that may be on the front are
 * sampled, and the samples correct the model's answers (learn.h), until no design may beat the
 * measured ones by more than a tolerance (Zuluaga, Krause, Pueschel 2016: e-PAL). One design in
 * four is drawn at random, so that the corrections are not learned from the luckiest designs alone.
 * Measured designs whose intervals overlap are a tie: they stay possible. */
#ifndef NOC_EXPLORE_FRONT_MEASURE_H
#define NOC_EXPLORE_FRONT_MEASURE_H

#include "explore/front/candidates.h"

typedef struct noc_measure_options {
    noc_sampling sampling;
    double confidence; /* confidence of the learned intervals of model answers, 0 to 1 */
    /* share of each objective; 0: every design that may be on the front is measured */
    double tolerance;
    uint64_t budget;    /* most samples, coarse ones included */
    const char *engine; /* fingerprint of the sampler (engine.h) */
    /* Called before each batch of samples with the number of samples taken (`measured`), in this
     * batch (`now`), and known to be needed including the batch (`needed`). */
    void (*step)(void *context, uint64_t measured, uint64_t now, uint64_t needed);
    void *context;
} noc_measure_options;

typedef struct noc_measure_totals {
    uint64_t coarse, measured; /* samples of this run: coarse ones, and ones to the precision */
    /* designs that may beat the measured ones by more than the tolerance; 0: decided */
    uint64_t undecided;
    uint64_t within; /* designs not measured that may be on the front by less than the tolerance */
    /* designs sampled without a value for some objective, such as saturation where no load
     * saturates */
    uint64_t unanswered;
    double tolerance, confidence;
    double seconds;          /* wall-clock seconds of the samples */
    double measured_seconds; /* thread seconds of the samples to the precision */
    unsigned threads;
    uint64_t cycles;
} noc_measure_totals;

/* Measures designs, saves the results and marks the front. `entries` grow by the measured results;
 * *candidates are found anew. NOC_EINTERRUPTED leaves both usable, with the finished samples. */
noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *candidates, const noc_measure_options *options,
                             noc_measure_totals *totals, noc_diag *diag);

/* NOC_OK if a sample of the space's task measures some of the objectives; otherwise one message. */
noc_status noc_measure_possible(const noc_space_record *space, const noc_objectives *objectives,
                                noc_diag *diag);

#endif
