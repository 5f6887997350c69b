/* hybrid/answers/loop_model.h: where a closed loop settles, by the model. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_MODEL_H
#define NOC_HYBRID_ANSWERS_LOOP_MODEL_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/loop_activity.h"
#include "hybrid/answers/widths.h"

/* The operating points of a system's workloads by the model: `model` is that of the system;
 * `calibration` NULL: nothing fitted. `activity`, begun, takes what moves there; NULL: not asked
 * for. */
noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             const noc_corrected_model *model, const noc_workload_part *parts,
                             size_t count, noc_closed_point *points, noc_loop_activity *activity,
                             noc_diag *diag);

/* Puts the operating point of the design's loop, and its power. The estimate gets what limits the
 * workload that weighs most in the mean; with `kept`, which has what models of other designs found,
 * without solving again, as a sweep has no time for each. `figures` NULL: the operating point is
 * measured, and the model tells what limits it only. *ipc: what the model says. */
noc_status noc_loop_model_put(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, noc_kept *kept,
                              noc_figures *figures, const noc_widths *widths, double *ipc,
                              noc_estimate *estimate, noc_diag *diag);

/* The IPC of a design's loop where every core issues all the time: no network makes it higher. */
double noc_loop_highest_ipc(const noc_design *design);

/* The IPC, about, that a design's loop has at most with any other network in place of the one of
 * that number: all other resources take as much of the heaviest workload as before. */
double noc_loop_most_without(const noc_design *design, const noc_heaviest *heaviest, int network);

/* Question of a trial of a design (estimate.h) to its loop. */
typedef struct noc_loop_trial {
    const noc_calibration *calibration; /* NULL: nothing fitted */
    noc_kept *kept;                     /* finds of stages, of other designs */
    const double *least;                /* IPC, by what binds; a lower one need not be found */
    const char *first; /* workload of the set that is looked at first: the slowest ends a search */
} noc_loop_trial;

/* Puts the IPC of the design's loop and nothing else. It stays missing where it cannot be the least
 * that is asked for. No model of the traffic's own packets is made, unless a workload sends the
 * same. */
noc_status noc_loop_model_put_ipc(const noc_loop_trial *trial, const noc_widths *widths,
                                  noc_figures *figures, noc_diag *diag);

#endif
