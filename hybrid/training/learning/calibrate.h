/* hybrid/training/learning/calibrate.h: learns a calibration from the measurements of a suite: the
 * deviations from the model (deviations.h), and intervals from the errors of each design after
 * correction by all others. No coefficient of the model is fitted. */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CALIBRATE_H
#define NOC_HYBRID_TRAINING_LEARNING_CALIBRATE_H

#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/training/suites/suite_answer.h"

typedef struct noc_calibrate_options {
    unsigned jobs; /* threads; never changes a result */
    const char *version;
    /* called with the finished share, 0 to 1; false stops: NOC_EINTERRUPTED */
    bool (*progress)(void *context, double done);
    void *context;
} noc_calibrate_options;

/* Learns from the measured designs of a suite and of the suites that it names (noc_suite_join).
 * NOC_EINPUT for too few measured designs. NOC_EFAILED when out of memory, or if correlations have
 * no inverse. The caller clears *calibration (noc_calibration_clear). */
noc_status noc_calibrate(const noc_suite *suite, const noc_calibrate_options *options,
                         noc_calibration *calibration, noc_diag *diag);

/* Finds the measured designs of a suite that are outside the ranges: one flag per case. */
void noc_suite_find_outside(const noc_ranges *ranges, const noc_suite *suite, bool *is_outside);

/* Answers for the measured designs of a joined suite, one per case, each corrected by the
 * deviations of all other designs, with checks, features and deviations. `field`: output for the
 * learned field, which the caller clears; NULL: not wanted. */
noc_status noc_calibration_answers(const noc_suite *suite, unsigned jobs, noc_suite_answer *answers,
                                   noc_kriging *field, noc_diag *diag);

/* Learns prediction intervals from the errors of the measured cases. `answers`: one per case,
 * corrected by the other cases. `is_outside`: one flag per case outside a calibration's ranges,
 * from which the widening factors are learned; NULL: none is outside. */
noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *is_outside, double confidence, noc_intervals *intervals,
                               noc_diag *diag);

#endif
