/* hybrid/answers/cause_sample.h: the kind of resource that limits throughput, measured
 * (sampler/sampling/losses.h). */
#ifndef NOC_HYBRID_ANSWERS_CAUSE_SAMPLE_H
#define NOC_HYBRID_ANSWERS_CAUSE_SAMPLE_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

/* What a sample of a closed loop tells of its cause. */
typedef struct noc_sampled_loop {
    const noc_workload *workload;
    const noc_sample *sample;
    const double *used; /* shares of the time in which channels are in use, by channel */
} noc_sampled_loop;

/* Measures which of the kinds that are busy costs most, in about as many cycles as the sample took,
 * and puts it. Errors as noc_sample_losses. */
noc_status noc_cause_sample_loop(const noc_system *system, const noc_sampling *sampling,
                                 const noc_sampled_loop *loop, noc_estimate *estimate,
                                 noc_diag *diag);

/* Names what limits the network, by the model, and the use of its member at the load as
 * measured: flits per cycle by channel and class. NOC_EFAILED when out of memory. */
noc_status noc_cause_sample_load(const noc_system *system, const double *flits,
                                 noc_estimate *estimate, noc_diag *diag);

/* Measures it at saturation, a load. */
noc_status noc_cause_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                       double saturation, noc_estimate *estimate, noc_diag *diag);

#endif
