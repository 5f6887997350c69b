/* sampler/sampling/pilot.h: short runs before a sample, for what its runs have to be told. */
#ifndef NOC_SAMPLER_SAMPLING_PILOT_H
#define NOC_SAMPLER_SAMPLING_PILOT_H

#include "sampler/run.h"

/* Finds how many lines a CTA of each kernel touches a cycle for the first time, where kernels share
 * lines and `kernels` does not say it: puts it there. Windows in which neighbours touch a line are
 * times, streams of addresses count lines. `load`: what is to be run, but for `kernels`.
 * NOC_EFAILED when out of memory. */
noc_status noc_pilot_find_touches(const noc_system *system, noc_load load,
                                  noc_kernel_choice *kernels);

#endif
