/* hybrid/answers/figures/cost_figures.h: the figures of an answer that power_area/ gives. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_COST_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_COST_FIGURES_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/loop_activity.h"
#include "power_area/cost.h"

/* Areas, leakage and clock, or why there are none; the estimate gets their scale, and what there is
 * to be warned of. Errors as noc_cost_of. */
noc_status noc_figures_put_cost(noc_figures *figures, noc_estimate *estimate, noc_diag *diag);

/* Power and energies at an activity. `transactions`: packets that nodes create and get delivered
 * per cycle, with their replies; NAN when that is not known (a nominal activity). Costs must be
 * there. */
noc_status noc_figures_put_power(noc_figures *figures, const noc_activity *activity,
                                 double transactions, noc_diag *diag);

/* What is delivered where a closed loop settles, and the power there. */
noc_status noc_figures_put_loop_activity(noc_figures *figures, const noc_loop_activity *activity,
                                         noc_diag *diag);

/* Widens power and energies by what is not known of the `rate` that they are of: dynamic power is
 * in proportion to the rate, and leakage is shared by what is delivered. */
void noc_figures_widen_power(noc_figures *figures, const noc_figure *rate);

/* Power and energies of an answer at a nominal activity, `flits_per_cycle` on every channel, in
 * place of its own. */
noc_status noc_figures_put_nominal_power(const noc_system *system, double flits_per_cycle,
                                         noc_estimate *estimate, noc_diag *diag);

#endif
