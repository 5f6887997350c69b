/* hybrid/answers/loop_model.h: operating point of a closed loop, by the model. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_MODEL_H
#define NOC_HYBRID_ANSWERS_LOOP_MODEL_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/loop_activity.h"
#include "hybrid/answers/widths.h"

/* Finds the operating points of a system's workloads. `model` is the system's; `calibration` NULL:
 * nothing fitted. `activity`, already begun, receives the traffic there; NULL: not wanted. */
noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             const noc_corrected_model *model, const noc_workload_part *parts,
                             size_t count, noc_closed_point *points, noc_loop_activity *activity,
                             noc_diag *diag);

/* Puts the operating point of the design's loop, and its power. The estimate gets the limit of the
 * heaviest workload; with `kept`, which has results of other designs' models, as a guess, since a
 * sweep has no time to solve again for each. `figures` NULL: the operating point is measured, and
 * the model names the limit only. *ipc: the model's IPC. */
noc_status noc_loop_model_put(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, noc_kept *kept,
                              noc_figures *figures, const noc_widths *widths, double *ipc,
                              noc_estimate *estimate, noc_diag *diag);

/* IPC of a design's loop if every core issues all the time: an upper bound for any network. */
double noc_loop_highest_ipc(const noc_design *design);

/* Upper bound, about, of the IPC of a design's loop with any other network in place of number
 * `network`: all other resources take as much of the heaviest workload as before. */
double noc_loop_most_without(const noc_design *design, const noc_heaviest *heaviest, int network);

/* Question of a trial (estimate.h) to a design's loop. */
typedef struct noc_loop_trial {
    const noc_calibration *calibration; /* calibration of the model; NULL: nothing fitted */
    noc_kept *kept;                     /* results of stages, from other designs */
    const double *least; /* least IPC wanted, by binding resource; a lower one need not be found */
    const char *first; /* workload of the set that is solved first: the slowest one ends a search */
} noc_loop_trial;

/* Puts the IPC of the design's loop and nothing else. The IPC stays missing if it cannot reach the
 * least one wanted. No model of the traffic's own packets is made, unless a workload sends the
 * same. */
noc_status noc_loop_model_put_ipc(const noc_loop_trial *trial, const noc_widths *widths,
                                  noc_figures *figures, noc_diag *diag);

#endif
