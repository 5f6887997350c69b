/* hybrid/answers/check_windows.h: measurement of the windows of a model check
 * (hybrid/correction/discrepancy/check.h). */
#ifndef NOC_HYBRID_ANSWERS_CHECK_WINDOWS_H
#define NOC_HYBRID_ANSWERS_CHECK_WINDOWS_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/discrepancy/check.h"

/* Measures the window at a load. Its random streams differ from those of samples with the same
 * seed. */
noc_status noc_check_measure(const noc_system *system, const noc_sampling *sampling, double load,
                             noc_check_window *window, noc_diag *diag);

/* Puts the operating point of the design's closed loop from a measured window. Its random streams
 * differ from those of samples, too. */
noc_status noc_check_measure_loop(const noc_system *system, const noc_sampling *sampling,
                                  noc_figures *figures, noc_estimate *estimate, noc_diag *diag);

#endif
