/* hybrid/answers/loop_model.h: operating point of a closed loop by the model, of one workload or a
 * set. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_MODEL_H
#define NOC_HYBRID_ANSWERS_LOOP_MODEL_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/loop_activity.h"
#include "hybrid/answers/widths.h"

/* Finds the operating point of each workload of a system. `model` is the system's. `calibration`
 * NULL: the model as derived. `activity`, begun before, receives the traffic; NULL: not needed. */
noc_status noc_closed_points_find(const noc_system *system, const noc_calibration *calibration,
                                  const noc_corrected_model *model, const noc_workload_part *parts,
                                  size_t count, noc_closed_point *points,
                                  noc_loop_activity *activity, noc_diag *diag);

/* Puts the operating point of the design's loop, and its power. The estimate gets the bottleneck of
 * the heaviest workload. `kept_results`: results of other designs' models; the bottleneck is then a
 * guess, since a sweep has no time to solve the model again. NULL: none. `figures` NULL: the
 * operating point is measured, and the model finds the bottleneck only. *ipc: the model's IPC. */
noc_status noc_loop_model_put(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, noc_value_cache *kept_results,
                              noc_figures *figures, const noc_widths *widths, double *ipc,
                              noc_estimate *estimate, noc_diag *diag);

/* IPC of a design's loop if every core issues in every cycle, an upper bound for any network. */
double noc_loop_highest_ipc(const noc_design *design);

/* Approximate upper bound of the IPC of a design's loop if network number `network` is replaced by
 * any other. The heaviest workload is assumed to utilise all other resources as before. */
double noc_loop_bound_ipc(const noc_design *design, const noc_heaviest_workload *heaviest,
                          int network);

struct noc_trial_question;

/* Puts the IPC of the design's loop, and no other figure. The IPC stays missing if it cannot reach
 * the least one of interest. The model of the design's traffic is not made unless a workload sends
 * the same packets. */
noc_status noc_loop_model_put_ipc(const struct noc_trial_question *trial, const noc_widths *widths,
                                  noc_figures *figures, noc_diag *diag);

#endif
