/* sampler/sampling/steady.h: steadiness of the runs of a sample: end of the warm-up, growth of
 * waiting packets. */
#ifndef NOC_SAMPLER_SAMPLING_STEADY_H
#define NOC_SAMPLER_SAMPLING_STEADY_H

#include "sampler/sampling/sampling.h"

/* Finds the end of the warm-up, if there is one. */
void noc_sampling_find_warmup(noc_sampling *sampling);

/* Mean of a quantity over the second half of the time after the warm-up, less the mean over the
 * first half. */
double noc_sampling_drift(const noc_sampling *sampling, int quantity);

/* Share of the offered packets that did not pile up, over the second half of the run, from the
 * packets waiting at sources and memory nodes at its start and end. Below 98 % the network does not
 * keep up. */
double noc_sampling_share_kept_up(const noc_sampling *sampling);

/* True if waiting packets grew by as many in the second half of the run as in the first. Where a
 * queue is close to overflow, but does not overflow, they grow with the root of the time at most:
 * by 0.41 of their growth in the first half. */
bool noc_sampling_backlog_grows(const noc_sampling *sampling);

#endif
