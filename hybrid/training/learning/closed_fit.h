/* hybrid/training/learning/closed_fit.h: learning from samples of closed loops. */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CLOSED_FIT_H
#define NOC_HYBRID_TRAINING_LEARNING_CLOSED_FIT_H

#include "hybrid/training/learning/closed_cases.h"

/* Learns the deviations of teaching cases from the model, and the intervals from the errors left
 * after each case is predicted by all others. Cases must be solved. NOC_EFAILED when out of memory,
 * or if the cases' correlations have no inverse. The caller clears *calibration
 * (noc_closed_calibration_clear) in either case. */
noc_status noc_closed_fit(const noc_closed_cases *cases, double confidence,
                          noc_closed_calibration *calibration, noc_diag *diag);

#endif
