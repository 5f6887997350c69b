/* sampler/sampling/limits.h: search for saturation and knee, with short runs at first and longer
 * runs near the result. */
#ifndef NOC_SAMPLER_SAMPLING_LIMITS_H
#define NOC_SAMPLER_SAMPLING_LIMITS_H

#include "sampler/sampling/sample.h"

typedef struct noc_sample_limits {
    /* highest load, flits per cycle of an injecting node, of which at least 98 % is accepted */
    double saturation;
    /* load at which the mean latency is three times `zero_load`; NAN: nodes cannot offer this
     * load, or the knee was not requested */
    double knee;
    double saturation_half_width, knee_half_width; /* half-widths of 95 % intervals */
    bool is_converged;                             /* saturation has the requested precision */
    bool is_interrupted; /* search was stopped; values found so far are kept */
    /* cycles and flit hops of all runs; number of runs, each measured over its second half */
    uint64_t cycles, flit_hops, windows;
} noc_sample_limits;

/* Searches saturation and knee. `zero_load`: mean latency without contention, cycles (with
 * replies the round trip). `bound`: upper bound of the load, where the search starts. */
noc_status noc_sample_find_limits(const noc_system *system, double zero_load, double bound,
                                  const noc_sample_options *options, noc_sample_limits *limits,
                                  noc_diag *diag);

#endif
