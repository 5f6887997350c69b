/* hybrid/answers/check_windows.h: short measured windows of a design that check the model
 * (hybrid/correction/discrepancy/check.h). */
#ifndef NOC_HYBRID_ANSWERS_CHECK_WINDOWS_H
#define NOC_HYBRID_ANSWERS_CHECK_WINDOWS_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/discrepancy/check.h"

/* Measures a window at a load, flits per cycle of an injecting node. The window's random streams
 * differ from those of a sample with the same seed. */
noc_status noc_check_measure(const noc_system *system, const noc_sampling *sampling, double load,
                             noc_check_window *window, noc_diag *diag);

/* Measures a window of the design's closed loop, and puts the operating point into *figures. The
 * window's random streams differ from those of a sample with the same seed. */
noc_status noc_check_measure_loop(const noc_system *system, const noc_sampling *sampling,
                                  noc_figures *figures, noc_estimate *estimate, noc_diag *diag);

#endif
