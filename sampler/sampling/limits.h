/* sampler/sampling/limits.h: saturation and knee by search: short runs far from the answer, longer
 * ones near it. */
#ifndef NOC_SAMPLER_SAMPLING_LIMITS_H
#define NOC_SAMPLER_SAMPLING_LIMITS_H

#include "sampler/sampling/sample.h"

typedef struct noc_sample_limits {
    double saturation; /* highest load of which at least 98 % is accepted */
    double knee; /* load at which the mean latency is three times `zero_load`; NAN if the nodes
                          cannot offer so much, or it was not asked for */
    double saturation_half_width, knee_half_width; /* of 95 % intervals */
    bool converged;   /* the saturation is as precise as was asked for */
    bool interrupted; /* the search was stopped, and what it had found by then is kept */
    uint64_t cycles, flit_hops, windows;
} noc_sample_limits;

/* Searches saturation and knee. `zero_load`: mean latency without contention, cycles (round trip
 * where there are replies). `bound`: a load that cannot be exceeded, where the search starts. */
noc_status noc_sample_find_limits(const noc_system *system, double zero_load, double bound,
                                  const noc_sample_options *options, noc_sample_limits *limits,
                                  noc_diag *diag);

#endif
