/* hybrid/answers/cause_sample.h: bottleneck of a design by measurement: losses of throughput by
 * kind of resource (sampler/sampling/losses.h). */
#ifndef NOC_HYBRID_ANSWERS_CAUSE_SAMPLE_H
#define NOC_HYBRID_ANSWERS_CAUSE_SAMPLE_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

/* Sample of a closed loop, the input for finding its bottleneck. */
typedef struct noc_sampled_loop {
    const noc_workload *workload;
    const noc_sample *sample;
    const double *utilization; /* [channel]: utilisation, 0 to 1 */
} noc_sampled_loop;

/* Measures the loss of throughput of each busy kind, and writes the kind with the largest loss into
 * the estimate's bottleneck. The runs take about as many cycles as the sample; none is needed if
 * cores issue nearly all the time, or if only one kind can be the limit. Errors as
 * noc_sample_losses. */
noc_status noc_cause_sample_loop(const noc_system *system, const noc_sampling *sampling,
                                 const noc_sampled_loop *loop, noc_estimate *estimate,
                                 noc_diag *diag);

/* Writes the limiting kind by the model, and the measured utilisation of its busiest member at the
 * load. `flits`: flits per cycle, [channel * NOC_CLASSES + class]. NOC_EFAILED when out of
 * memory. */
noc_status noc_cause_sample_load(const noc_system *system, const double *flits,
                                 noc_estimate *estimate, noc_diag *diag);

/* Measures the bottleneck at saturation. `saturation`: flits per cycle of an injecting node. */
noc_status noc_cause_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                       double saturation, noc_estimate *estimate, noc_diag *diag);

#endif
