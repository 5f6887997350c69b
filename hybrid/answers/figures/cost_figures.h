/* hybrid/answers/figures/cost_figures.h: figures of an answer from power_area/. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_COST_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_COST_FIGURES_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/loop_activity.h"
#include "power_area/cost.h"

/* Puts areas, leakage and clock, or the reason of their absence; the estimate gets their scale and
 * warnings. Errors as noc_cost_of. */
noc_status noc_figures_put_cost(noc_figures *figures, noc_estimate *estimate, noc_diag *diag);

/* Puts power and energies at an activity. `transactions`: packets created and delivered per cycle,
 * with their replies; NAN if unknown (a nominal activity). Costs must be there. */
noc_status noc_figures_put_power(noc_figures *figures, const noc_activity *activity,
                                 double transactions, noc_diag *diag);

/* Puts the delivered bytes at the closed loop's operating point, and the power there. */
noc_status noc_figures_put_loop_activity(noc_figures *figures, const noc_loop_activity *activity,
                                         noc_diag *diag);

/* Widens power and energies by the interval of the `rate` behind them: dynamic power is
 * proportional to the rate, and delivered data share the leakage. */
void noc_figures_widen_power(noc_figures *figures, const noc_figure *rate);

/* Puts power and energies at a nominal activity, `flits_per_cycle` on every channel, in place of
 * the answer's own. */
noc_status noc_figures_put_nominal_power(const noc_system *system, double flits_per_cycle,
                                         noc_estimate *estimate, noc_diag *diag);

#endif
