/* sampler/sampling/finite.h: samples of runs with an end (kernels that end, batches): each
 * replication measures a whole run, and the precision decides the number of replications. */
#ifndef NOC_SAMPLER_SAMPLING_FINITE_H
#define NOC_SAMPLER_SAMPLING_FINITE_H

#include "sampler/sampling/sample.h"

/* True if the run described by the options has an end. */
bool noc_sample_has_end(const noc_system *system, const noc_sample_options *options);

/* Samples a run with an end; arguments as for noc_sample_at. NOC_EFAILED, with the reason, also
 * if the run does not end within the permitted cycles. */
noc_status noc_finite_sample(const noc_system *system, const noc_sample_options *options,
                             noc_sample *sample, noc_diag *diag);

#endif
