/* sampler/sampling/steady.h: steady state of a sample: end of the warm-up, and growth of waiting
 * packets. */
#ifndef NOC_SAMPLER_SAMPLING_STEADY_H
#define NOC_SAMPLER_SAMPLING_STEADY_H

#include "sampler/sampling/sampling.h"

/* Finds the end of the warm-up, if it ends within the run. */
void noc_sampling_find_warmup(noc_sampling *sampling);

/* Finds the drift of a quantity: its mean over the second half of the time after the warm-up,
 * less its mean over the first half. */
double noc_sampling_drift(const noc_sampling *sampling, int quantity);

/* Finds the share of the offered packets that did not accumulate at sources and memory nodes
 * over the second half of the run. Below 98 % the network is saturated. */
double noc_sampling_kept_share(const noc_sampling *sampling);

/* True if waiting packets grew as much in the second half of the run as in the first. Near
 * saturation, but below it, they grow at most with the square root of time: by 0.41 of the
 * growth in the first half. */
bool noc_sampling_backlog_grows(const noc_sampling *sampling);

#endif
