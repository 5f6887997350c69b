/* explore/measure.h: fronts decided by measurements: the designs that may be on the front are sampled, the
 * model's intervals are learned anew from them, until none is left that was not measured. */
#ifndef NOC_EXPLORE_MEASURE_H
#define NOC_EXPLORE_MEASURE_H

#include "explore/candidates.h"

typedef struct noc_measure_options {
    noc_sampling sampling;
    double confidence;  /* of the intervals that are learned for the model */
    double model_error; /* until enough is measured */
    uint64_t budget;    /* designs to measure at most */
    /* Before each design: how many were measured, how many more are known to be needed. */
    void (*step)(void *context, uint64_t measured, uint64_t needed);
    void *context;
} noc_measure_options;

typedef struct noc_measure_totals {
    uint64_t measured;  /* by this run */
    uint64_t undecided; /* may be on the front and were not measured: 0 if it is decided */
    double seconds;     /* spent on sampling */
    uint64_t cycles;
} noc_measure_totals;

/* Measures, saves and marks. `entries` grow by what is measured; *candidates are found anew. NOC_EINTERRUPTED
 * leaves both usable, with what was finished. */
noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *candidates, const noc_measure_options *options,
                             noc_measure_totals *totals, noc_diag *diag);

#endif
