/* sampler/sampling/set.h: sample of a set of workloads (closed loops), to measure the weighted
 * harmonic mean of their IPC with a requested precision.
 *
 * Each workload runs one round (rounds.h). Until the mean has the requested precision, the workload
 * with the largest contribution to its variance, divided by the cycles so far of the workload, runs
 * another round. The half-width of a workload that has not settled
 * includes its drift: if its mean converges ever more slowly, the error is at most the difference
 * between the halves of the measured time. */
#ifndef NOC_SAMPLER_SAMPLING_SET_H
#define NOC_SAMPLER_SAMPLING_SET_H

#include "sampler/sampling/sample.h"

/* Member of a set: a workload and its sample. */
typedef struct noc_set_member {
    noc_workload_part weighted_workload;
    noc_sample sample;   /* sample; if it has not settled, its intervals include the drift */
    double *utilization; /* [channel * NOC_CLASSES + class]: buffer for flits per cycle */
} noc_set_member;

/* Precision of the mean. */
typedef struct noc_set_quality {
    double reached_width; /* relative half-width of the 95 % interval of the mean */
    bool is_converged;    /* mean has the requested precision */
    bool is_settled;      /* is_converged, or all members have settled */
    bool is_interrupted;  /* sample was stopped; figures so far are kept */
    /* wanted cycles, as in noc_sample: maximum over the members */
    uint64_t wanted_cycles;
} noc_set_quality;

/* True if a set can be sampled: it has several members, no member ends, and cores run one
 * kernel. */
bool noc_can_sample_set(const noc_system *system, const noc_sample_options *options,
                        const noc_set_member *members, size_t count);

/* Samples a set. options->precision applies to the mean; workload and utilization of the options
 * are not used. Errors as for noc_sample_at. */
noc_status noc_sample_set(const noc_system *system, const noc_sample_options *options,
                          noc_set_member *members, size_t count, noc_set_quality *quality,
                          noc_diag *diag);

#endif
