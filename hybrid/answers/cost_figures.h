/* hybrid/answers/cost_figures.h: the metrics of an estimate that power_area/ gives. */
#ifndef NOC_HYBRID_ANSWERS_COST_FIGURES_H
#define NOC_HYBRID_ANSWERS_COST_FIGURES_H

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/loop_activity.h"
#include "power_area/cost.h"

/* Areas, leakage and clock, and what there is to be warned of. Everything else that costs is missing
 * for want of a load. Errors as noc_cost_of. */
noc_status noc_figures_put_cost(const noc_system *system, noc_estimate *estimate, noc_diag *diag);

/* Power and energies at an activity. `transactions`: packets that nodes create and get delivered per cycle, with
 * their replies; NAN when that is not known (a nominal activity). Latencies must be there. */
noc_status noc_figures_put_power(const noc_system *system, const noc_activity *activity,
                                 double transactions, noc_estimate *estimate, noc_diag *diag);

/* What is delivered where a closed loop settles, and the same there; ideal networks take no power. */
noc_status noc_figures_put_loop_activity(const noc_system *system,
                                         const noc_loop_activity *activity, noc_estimate *estimate,
                                         noc_diag *diag);

/* The same at a nominal activity, `flits_per_cycle` on every channel, in place of what was put. */
noc_status noc_figures_put_nominal_power(const noc_system *system, double flits_per_cycle,
                                         noc_estimate *estimate, noc_diag *diag);

#endif
