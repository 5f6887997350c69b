/* sampler/sampling/limits.h: saturation and knee by search: short runs far from the answer, longer
 * ones near it. */
#ifndef NOC_SAMPLER_SAMPLING_LIMITS_H
#define NOC_SAMPLER_SAMPLING_LIMITS_H

#include "sampler/sampling/sample.h"

typedef struct noc_sample_limits {
    double saturation; /* highest load of which at least 98 % is accepted */
    /* load at which the mean latency is three times `zero_load`; NAN: nodes cannot offer that much,
     * or it was not requested */
    double knee;
    double saturation_half_width, knee_half_width; /* half-widths of 95 % intervals */
    bool converged;                                /* saturation is as precise as requested */
    bool interrupted; /* search was stopped, and keeps the values found so far */
    uint64_t cycles, flit_hops, windows;
} noc_sample_limits;

/* Searches saturation and knee. `zero_load`: mean latency without contention, cycles (round trip
 * where there are replies). `bound`: upper bound of the load, where the search starts. */
noc_status noc_sample_find_limits(const noc_system *system, double zero_load, double bound,
                                  const noc_sample_options *options, noc_sample_limits *limits,
                                  noc_diag *diag);

#endif
