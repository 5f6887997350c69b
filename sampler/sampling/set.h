/* sampler/sampling/set.h: closed loops of several workloads, sampled side by side for the harmonic
 * mean of their IPC.
 *
 * Every workload runs one round (rounds.h). Then the workload that adds most to the variance of the
 * mean per cycle gets the next round, until the mean is as precise as requested: a workload whose
 * cores hardly wait takes few cycles, and the slowest takes most. A workload that has not settled
 * counts with its drift: a mean that approaches its value ever more slowly is off by at most its
 * move between the halves of the measured time. */
#ifndef NOC_SAMPLER_SAMPLING_SET_H
#define NOC_SAMPLER_SAMPLING_SET_H

#include "sampler/sampling/sample.h"

/* A workload of a set, and its sample. */
typedef struct noc_set_member {
    noc_workload_part part;
    noc_sample sample;   /* sample; where it has not settled its intervals include its drift */
    double *utilization; /* room for flits per cycle: [channel * NOC_CLASSES + class] */
} noc_set_member;

typedef struct noc_set_quality {
    double reached; /* relative half-width of the mean's 95 % interval */
    bool converged; /* mean is as precise as requested */
    bool settled;   /* converged, or all members have settled */
    bool interrupted;
    /* cycles of a run, as in noc_sample, of the member with the longest wanted run */
    uint64_t wanted_cycles;
} noc_set_quality;

/* True if the members of a set can be sampled side by side: several members, without end, of cores
 * that run one kernel. */
bool noc_sample_set_is(const noc_system *system, const noc_sample_options *options,
                       const noc_set_member *members, size_t count);

/* Samples a set. options->precision applies to the mean; workload and utilization of the options
 * are not read. Errors as for noc_sample_at. */
noc_status noc_sample_set(const noc_system *system, const noc_sample_options *options,
                          noc_set_member *members, size_t count, noc_set_quality *quality,
                          noc_diag *diag);

#endif
