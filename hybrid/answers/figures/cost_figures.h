/* hybrid/answers/figures/cost_figures.h: areas, power, energies and clock of an answer, computed by
 * power_area/. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_COST_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_COST_FIGURES_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/loop_activity.h"
#include "power_area/cost.h"

/* Puts areas, die edge, leakage and clock, or the reason why they are missing. The estimate gets
 * the cost scale and the warnings. Errors as noc_cost_of. */
noc_status noc_figures_put_cost(noc_figures *figures, noc_estimate *estimate, noc_diag *diag);

/* Puts power and energies at an activity. `transactions`: packets created and delivered per cycle,
 * with their replies; NAN: unknown, for a nominal activity. noc_figures_put_cost must come
 * first. */
noc_status noc_figures_put_power(noc_figures *figures, const noc_activity *activity,
                                 double transactions, noc_diag *diag);

/* Puts the delivered bytes and the power at the closed loop's operating point. */
noc_status noc_figures_put_loop_activity(noc_figures *figures, const noc_loop_activity *activity,
                                         noc_diag *diag);

/* Widens the intervals of power and energies by the interval of `rate`: dynamic power is
 * proportional to the rate, and the leakage energy of a delivered flit or packet is inversely
 * proportional. */
void noc_figures_widen_power(noc_figures *figures, const noc_figure *rate);

/* Replaces power and energies of the answer by those at a nominal activity, `flits_per_cycle` on
 * every channel. */
noc_status noc_figures_put_nominal_power(const noc_system *system, double flits_per_cycle,
                                         noc_estimate *estimate, noc_diag *diag);

#endif
