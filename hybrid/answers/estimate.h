/* hybrid/answers/estimate.h: the model's estimate of a design: latencies, limits, operating point
 * and cost. A load that the nodes' ports cannot inject is NOC_EUSAGE. */
#ifndef NOC_HYBRID_ANSWERS_ESTIMATE_H
#define NOC_HYBRID_ANSWERS_ESTIMATE_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_calibration;
struct noc_value_cache;

/* Estimates a design. `load`: flits per cycle of each injecting node; NAN: none. Without a load,
 * latencies are those of the closed loop, or of nodes that send as fast as the network accepts, and
 * missing in designs with neither. Latencies of an empty network, saturation, knee and cost do not
 * depend on the load. */
noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *estimate,
                              noc_diag *diag);

/* Estimates one system of a sweep, up to `extent`. `kept_results`: results of stages of the model,
 * from earlier systems. The bottleneck is a guess (noc_cause_guess, noc_cause_guess_loop). */
noc_status noc_estimate_sweep_point(const noc_system *system, double load, noc_extent extent,
                                    struct noc_value_cache *kept_results, noc_estimate *estimate,
                                    noc_diag *diag);

/* Estimates a design with another calibration than the shipped one. NULL: the model as derived,
 * without intervals. `channel_flits`: NULL, or output for the accepted flits per cycle of each
 * channel and class, [channel * NOC_CLASSES + class], at a load. */
noc_status noc_estimate_calibrated(const noc_system *system,
                                   const struct noc_calibration *calibration, double load,
                                   double *channel_flits, noc_estimate *estimate, noc_diag *diag);

/* Input of one trial in a search of designs. */
typedef struct noc_trial_question {
    const struct noc_calibration *calibration;
    struct noc_value_cache *kept_results; /* results of stages of the model, from earlier trials */
    /* true: only IPC and costs are found; false: limits and costs, and at a load all figures */
    bool is_loop;
    /* [binding resource]: least IPC of interest, instructions per cycle; a lower IPC stays
     * missing */
    double least_ipc[NOC_BINDINGS];
    const char *first_workload; /* workload of the set that is solved first; "": any */
} noc_trial_question;

/* Estimates one trial of a design, with a guess at the bottleneck. */
noc_status noc_estimate_trial(const noc_system *system, const noc_trial_question *question,
                              double load, noc_estimate *estimate, noc_diag *diag);

/* Estimates a design with the model corrected by a short measured window of the same design
 * (hybrid/correction/discrepancy/check.h). Without a load, a window of each workload's closed loop
 * is measured as well. A design of 36 nodes takes less than a second. Windows have their own
 * precision and length; `sampling` gives seed, jobs, progress and channel_flits. */
noc_status noc_estimate_checked(const noc_system *system, const struct noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *estimate,
                                noc_diag *diag);

/* Returns the reason why the model never gives a metric of this system at the load (NAN: no load),
 * a static text; NULL: the metric may have a value. */
const char *noc_estimate_absence_reason(const noc_system *system, double load, noc_metric_id id);

/* Estimates the cost alone, in a fraction of the model's time. All other metrics are missing. */
noc_status noc_estimate_cost(const noc_system *system, noc_estimate *estimate, noc_diag *diag);

#endif
