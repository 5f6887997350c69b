/* hybrid/training/learning/closed_fit.h: learns the calibration of closed loops from their
 * samples. */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CLOSED_FIT_H
#define NOC_HYBRID_TRAINING_LEARNING_CLOSED_FIT_H

#include "hybrid/training/learning/closed_cases.h"

/* Learns the deviations of training cases from the model, and intervals from the errors of each
 * case after correction by all others. noc_closed_cases_solve_open must come first. NOC_EFAILED
 * when out of memory, or if the cases' correlations have no inverse. The caller clears *calibration
 * (noc_kriging_clear of its deviations) in either case. */
noc_status noc_closed_fit(const noc_closed_cases *cases, double confidence,
                          noc_closed_calibration *calibration, noc_diag *diag);

#endif
