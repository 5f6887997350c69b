/* hybrid/training/learning/calibrate.h: making a calibration of the measurements of a suite.
 * Nothing of the model is fitted: its coefficients are constants. How far it deviates is learned
 * (deviations.h); answers corrected by what all other designs tell teach the intervals. */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CALIBRATE_H
#define NOC_HYBRID_TRAINING_LEARNING_CALIBRATE_H

#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/training/suites/suite_answer.h"

typedef struct noc_calibrating {
    unsigned jobs; /* never changes a result */
    const char *version;
    bool (*progress)(void *context, double done); /* false: stop, NOC_EINTERRUPTED */
    void *context;
} noc_calibrating;

/* Learns from the measured designs of the suite and of those that it names (noc_suite_join).
 * NOC_EINPUT when too few are measured, NOC_EFAILED when out of memory, or where correlations have
 * no inverse. The caller clears *calibration (noc_calibration_clear). */
noc_status noc_calibrate(const noc_suite *suite, const noc_calibrating *how,
                         noc_calibration *calibration, noc_diag *diag);

/* Finds which of the suite's measured designs lie outside the ranges: one flag a case. */
void noc_calibration_outside(const noc_ranges *ranges, const noc_suite *suite, bool *outside);

/* The answers for a joined suite's measured designs, one a case, each corrected by what all others
 * tell, checks included, and what they deviate from the model as it is. `field`: what the
 * deviations teach, which the caller clears; NULL: not asked for. */
noc_status noc_calibration_answers(const noc_suite *suite, unsigned jobs, noc_suite_answer *answers,
                                   noc_kriging *field, noc_diag *diag);

/* Learns prediction intervals from the errors of the measured cases, `answers` one each, corrected
 * by what others tell. `outside`: which lie outside a calibration's ranges, and teach how much
 * wider intervals are there; NULL: none do. */
noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *outside, double confidence, noc_intervals *intervals,
                               noc_diag *diag);

#endif
