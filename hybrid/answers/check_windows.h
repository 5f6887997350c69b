/* hybrid/answers/check_windows.h: the windows that a check of the model measures
 * (hybrid/correction/discrepancy/check.h). */
#ifndef NOC_HYBRID_ANSWERS_CHECK_WINDOWS_H
#define NOC_HYBRID_ANSWERS_CHECK_WINDOWS_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/discrepancy/check.h"

/* Measures the window at a load. Its random streams are none of those that samples with the same
 * seed have. */
noc_status noc_check_measure(const noc_system *system, const noc_sampling *sampling, double load,
                             noc_check_window *window, noc_diag *diag);

/* Puts the operating point of the design's closed loop from a window of it. The streams are its
 * own, too. */
noc_status noc_check_measure_loop(const noc_system *system, const noc_sampling *sampling,
                                  noc_figures *figures, noc_estimate *estimate, noc_diag *diag);

#endif
