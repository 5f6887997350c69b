/* hybrid/answers/figures/operating_point.h: where a closed loop settles: the figures of one
 * workload, and the mean of several, by either method. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_OPERATING_POINT_H
#define NOC_HYBRID_ANSWERS_FIGURES_OPERATING_POINT_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "sampler/sampling/sample.h"

/* The mean over the parts of a set, while it is summed. */
typedef struct noc_set_mean {
    double metrics[NOC_METRICS]; /* weighted sums; of ipc, of its inverse */
    double variance[NOC_METRICS];
    bool summed[NOC_METRICS];      /* metrics that the method tells, beside ipc */
    double slowest;                /* largest share in the inverse of the IPC so far */
    const noc_workload_part *part; /* that it is of; borrowed */
    noc_binding binding;           /* of it, by the model */
    bool measured;                 /* of samples: with intervals */
} noc_set_mean;

void noc_set_mean_begin(noc_set_mean *mean);
void noc_set_mean_add_sample(noc_set_mean *mean, const noc_workload_part *part,
                             const noc_sample *sample);
void noc_set_mean_add_model(noc_set_mean *mean, const noc_workload_part *part,
                            const noc_closed_point *point);

/* The IPC of all, per core cycle, and half of its 95 % interval; NAN for the model's. */
double noc_set_mean_ipc(const noc_set_mean *mean);
double noc_set_mean_ipc_half_width(const noc_set_mean *mean);

/* Intervals that a calibration gives means of the model. */
typedef struct noc_set_widths {
    noc_figure figures[NOC_METRICS];
    bool given[NOC_METRICS];
} noc_set_widths;

/* Puts the means; `widths` NULL: of samples. */
void noc_set_mean_put(const noc_set_mean *mean, const noc_figure *ipc, const noc_set_widths *widths,
                      noc_figures *figures);

#endif
