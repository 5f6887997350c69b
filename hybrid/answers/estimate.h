/* hybrid/answers/estimate.h: the model's answers. */
#ifndef NOC_HYBRID_ANSWERS_ESTIMATE_H
#define NOC_HYBRID_ANSWERS_ESTIMATE_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_calibration;
struct noc_kept;

/* Answers at a load return NOC_EUSAGE if the nodes' ports cannot inject it. */

/* The model's answer. `load` in flits per cycle of each injecting node, NAN for none: then the
 * latencies are those of the closed loop if the design has a workload, and missing if not; zero
 * load, saturation, knee and cost are always given. */
noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *estimate,
                              noc_diag *diag);

/* The model's answer for one of many systems up to `extent`, with the kept results of earlier ones.
 * The limit is a guess: the kind of the station that overflows first, or of the loop's binding
 * resource. */
noc_status noc_estimate_model_next(const noc_system *system, double load, noc_extent extent,
                                   struct noc_kept *kept, noc_estimate *estimate, noc_diag *diag);

/* The model's answer with another calibration than the shipped one; NULL: the model as derived, no
 * intervals. `channel_flits`: NULL, or, at a load, room for the accepted flits per cycle of each
 * channel and class: [channel * NOC_CLASSES + class]. */
noc_status noc_estimate_calibrated(const noc_system *system,
                                   const struct noc_calibration *calibration, double load,
                                   double *channel_flits, noc_estimate *estimate, noc_diag *diag);

/* Question to trials of a design. */
typedef struct noc_trial_question {
    const struct noc_calibration *calibration;
    struct noc_kept *kept; /* results of stages, from earlier trials */
    bool loop;             /* IPC and costs alone; if false and without a load, limits and costs */
    /* least IPC wanted, by binding resource; a lower IPC stays missing */
    double least[NOC_BINDINGS];
    const char *first; /* workload of a set whose IPC is found first; "": any */
} noc_trial_question;

/* The model's answer for one of several trials of a design, with a guess at the limit. */
noc_status noc_estimate_trial(const noc_system *system, const noc_trial_question *question,
                              double load, noc_estimate *estimate, noc_diag *diag);

/* The model's answer after a short measured window of the same design
 * (hybrid/correction/discrepancy/check.h), below a second for 36 nodes; without a load after
 * another window of each workload's closed loop. Only seed, jobs and progress of `sampling` are
 * used. */
noc_status noc_estimate_checked(const noc_system *system, const struct noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *estimate,
                                noc_diag *diag);

/* The reason why the model never has this metric of the system at the load (NAN: none); a static
 * text. NULL: it may have it. */
const char *noc_estimate_lacks(const noc_system *system, double load, noc_metric_id id);

/* The cost alone, in a fraction of the model's time: all other metrics are missing. */
noc_status noc_estimate_cost(const noc_system *system, noc_estimate *estimate, noc_diag *diag);

#endif
