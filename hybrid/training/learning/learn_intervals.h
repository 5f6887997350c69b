/* hybrid/training/learning/learn_intervals.h: prediction intervals, learned from the errors of a
 * suite's designs. */
#ifndef NOC_HYBRID_TRAINING_LEARNING_LEARN_INTERVALS_H
#define NOC_HYBRID_TRAINING_LEARNING_LEARN_INTERVALS_H

#include "hybrid/correction/intervals/intervals.h"
#include "hybrid/training/suites/suite_answer.h"

/* Learns from the measured cases, `answers` one each, corrected by what others tell. `outside`:
 * which lie outside a calibration's ranges, and teach how much wider intervals are there; NULL:
 * none do. */
noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *outside, double confidence, noc_intervals *intervals,
                               noc_diag *diag);

#endif
