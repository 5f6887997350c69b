/* hybrid/training/learning/calibrate.h: making of a calibration from the measurements of a suite.
 * Nothing of the model is fitted: its coefficients are constants. Its deviations are learned
 * (deviations.h); answers corrected by all other designs' deviations teach the intervals. */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CALIBRATE_H
#define NOC_HYBRID_TRAINING_LEARNING_CALIBRATE_H

#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/training/suites/suite_answer.h"

typedef struct noc_calibrating {
    unsigned jobs; /* threads; never changes a result */
    const char *version;
    /* called with the share done, 0 to 1; false stops: NOC_EINTERRUPTED */
    bool (*progress)(void *context, double done);
    void *context;
} noc_calibrating;

/* Learns from the measured designs of the suite and of the suites that it names (noc_suite_join).
 * NOC_EINPUT if too few are measured, NOC_EFAILED when out of memory, or if correlations have no
 * inverse. The caller clears *calibration (noc_calibration_clear). */
noc_status noc_calibrate(const noc_suite *suite, const noc_calibrating *how,
                         noc_calibration *calibration, noc_diag *diag);

/* Finds the suite's measured designs outside the ranges: one flag per case. */
void noc_calibration_outside(const noc_ranges *ranges, const noc_suite *suite, bool *outside);

/* Answers for a joined suite's measured designs, one per case, each corrected by all other designs'
 * deviations, with checks and with the deviations from the uncorrected model. `field`: the field
 * learned from the deviations, which the caller clears; NULL: not wanted. */
noc_status noc_calibration_answers(const noc_suite *suite, unsigned jobs, noc_suite_answer *answers,
                                   noc_kriging *field, noc_diag *diag);

/* Learns prediction intervals from the errors of the measured cases; `answers`: one per case,
 * corrected by the other cases. `outside`: flags of cases outside a calibration's ranges, which
 * teach the widening there; NULL: none. */
noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *outside, double confidence, noc_intervals *intervals,
                               noc_diag *diag);

#endif
