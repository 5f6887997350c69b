/* explore/front/measure.h: fronts decided by measurements: the designs that may be on the front are
 * sampled, the model's answers corrected anew by them (learn.h), until none is left that may beat
 * what was measured by more than a tolerance (Zuluaga, Krause, Pueschel 2016: e-PAL). One design in
 * four is drawn at random, so that what is learned is not only about the luckiest. Measured designs
 * whose intervals overlap are a tie: they stay possible. */
#ifndef NOC_EXPLORE_FRONT_MEASURE_H
#define NOC_EXPLORE_FRONT_MEASURE_H

#include "explore/front/candidates.h"

typedef struct noc_measure_options {
    noc_sampling sampling;
    double confidence;  /* confidence of the intervals that are learned for the model */
    double tolerance;   /* a share of each objective; 0: all that may be on the front is measured */
    uint64_t budget;    /* samples at most */
    const char *engine; /* fingerprint of the sampler (engine.h) */
    /* Before each batch of samples: how many were taken, how many it has, how many are known to be
     * needed with it. */
    void (*step)(void *context, uint64_t measured, uint64_t now, uint64_t needed);
    void *context;
} noc_measure_options;

typedef struct noc_measure_totals {
    uint64_t coarse, measured; /* samples by this run: first looks, and those to the precision */
    uint64_t undecided; /* may beat the measured by more than the tolerance: 0 if it is decided */
    uint64_t within;    /* not measured, and may be on the front by less than that */
    uint64_t
        unanswered; /* sampled, but an objective came out missing: no load saturates them, say */
    double tolerance, confidence;
    double seconds;          /* wall-clock time of the samples */
    double measured_seconds; /* time of all threads on samples to the precision */
    unsigned threads;
    uint64_t cycles;
} noc_measure_totals;

/* Measures, saves and marks. `entries` grow by what is measured; *candidates are found anew.
 * NOC_EINTERRUPTED leaves both usable, with what was finished. */
noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *candidates, const noc_measure_options *options,
                             noc_measure_totals *totals, noc_diag *diag);

/* True if a sample of the space's task tells all of the objectives; if not, one message. */
noc_status noc_measure_possible(const noc_space_record *space, const noc_objectives *objectives,
                                noc_diag *diag);

#endif
