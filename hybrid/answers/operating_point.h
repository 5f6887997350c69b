/* hybrid/answers/operating_point.h: where a closed loop settles: the figures of one workload, and the mean of
 * several, by either method. */
#ifndef NOC_HYBRID_ANSWERS_OPERATING_POINT_H
#define NOC_HYBRID_ANSWERS_OPERATING_POINT_H

#include "analytic/closed_loop.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/loop_activity.h"
#include "hybrid/discrepancy/calibrate.h"
#include "sampler/sample.h"

/* The mean over the parts of a set, while it is summed. */
typedef struct noc_set_mean {
    double metrics[NOC_METRICS]; /* weighted sums; of ipc, of its inverse */
    double variance[NOC_METRICS];
    double slowest;                /* largest share in the inverse of the IPC so far */
    const noc_workload_part *part; /* that it is of; borrowed */
    noc_binding binding;           /* of it, by the model */
    bool measured;                 /* of samples: with intervals */
} noc_set_mean;

/* What the figures of a sample say that binds, and how much of it is used; `ties`: all that bind as well. */
noc_binding noc_binding_of_sample(const noc_system *system, const noc_sample *sample,
                                  double *utilization, unsigned *ties);

void noc_set_mean_begin(noc_set_mean *mean);
void noc_set_mean_add_sample(noc_set_mean *mean, const noc_workload_part *part,
                             const noc_sample *sample);
void noc_set_mean_add_model(noc_set_mean *mean, const noc_workload_part *part,
                            const noc_closed_point *point);

/* The operating points of a system's workloads by the model: `model` is that of the system;
 * `calibration` NULL: nothing fitted. `activity`, begun, takes what moves there; NULL: not asked for. Of estimate.c. */
noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             const noc_adjusted *model, const noc_workload_part *parts,
                             size_t count, noc_closed_point *points, noc_loop_activity *activity,
                             noc_diag *diag);

/* Writes the means into the estimate; its areas must be there. */
void noc_set_mean_put(const noc_set_mean *mean, const noc_system *system, noc_estimate *estimate);

#endif
