/* hybrid/answers/cause_sample.h: measurement of the kind of resource that limits throughput
 * (sampler/sampling/losses.h). */
#ifndef NOC_HYBRID_ANSWERS_CAUSE_SAMPLE_H
#define NOC_HYBRID_ANSWERS_CAUSE_SAMPLE_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

/* Sample of a closed loop, with the facts that bear on its cause. */
typedef struct noc_sampled_loop {
    const noc_workload *workload;
    const noc_sample *sample;
    const double *used; /* utilisation of each channel, 0 to 1 */
} noc_sampled_loop;

/* Measures the loss of throughput of each busy kind, in about as many cycles as the sample took,
 * and puts the kind that costs most. Errors as noc_sample_losses. */
noc_status noc_cause_sample_loop(const noc_system *system, const noc_sampling *sampling,
                                 const noc_sampled_loop *loop, noc_estimate *estimate,
                                 noc_diag *diag);

/* Names the kind of resource that limits the network according to the model, and the measured
 * utilisation of its limiting member at the load; `flits`: flits per cycle by channel and class.
 * NOC_EFAILED when out of memory. */
noc_status noc_cause_sample_load(const noc_system *system, const double *flits,
                                 noc_estimate *estimate, noc_diag *diag);

/* Measures the cause at saturation, a load. */
noc_status noc_cause_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                       double saturation, noc_estimate *estimate, noc_diag *diag);

#endif
