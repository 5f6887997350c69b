/* hybrid/answers/figures/operating_point.h: means over a set of workloads at the operating point of
 * a closed loop, by model or sample. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_OPERATING_POINT_H
#define NOC_HYBRID_ANSWERS_FIGURES_OPERATING_POINT_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "sampler/sampling/sample.h"

/* Sums over a set of workloads, from which the means follow. */
typedef struct noc_set_mean {
    double metrics[NOC_METRICS]; /* [metric]: weighted sum; for ipc the sum of weight / IPC */
    /* [metric]: sum of the squares of weighted half-widths of samples */
    double squared_half_widths[NOC_METRICS];
    bool is_summed[NOC_METRICS]; /* [metric]: the method gives the metric; false for ipc */
    /* largest share of a workload in the inverse of the IPC so far */
    double largest_share;
    const noc_workload_part *slowest_part; /* workload with that largest share; borrowed */
    noc_binding binding;                   /* binding resource of that workload, by the model */
    bool is_measured;                      /* the sums are of samples, with intervals */
} noc_set_mean;

void noc_set_mean_begin(noc_set_mean *mean);
void noc_set_mean_add_sample(noc_set_mean *mean, const noc_workload_part *part,
                             const noc_sample *sample);
void noc_set_mean_add_model(noc_set_mean *mean, const noc_workload_part *part,
                            const noc_closed_point *point);

/* IPC of the set, per core cycle, and the half-width of its 95 % interval; NAN for the model's. */
double noc_set_mean_ipc(const noc_set_mean *mean);
double noc_set_mean_ipc_half_width(const noc_set_mean *mean);

/* Intervals of the model's means, from the calibration. */
typedef struct noc_set_widths {
    noc_figure figures[NOC_METRICS]; /* [metric]: mean with its interval */
    bool given[NOC_METRICS];         /* [metric]: the calibration gives an interval */
} noc_set_widths;

/* Puts the means as figures. `ipc`: IPC of the set, with its interval. `widths` NULL: the means are
 * of samples, which have their own intervals. */
void noc_set_mean_put(const noc_set_mean *mean, const noc_figure *ipc, const noc_set_widths *widths,
                      noc_figures *figures);

#endif
