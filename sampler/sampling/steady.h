/* sampler/sampling/steady.h: whether the runs of a sample are steady: where their warm-up ends,
 * whether packets pile up. */
#ifndef NOC_SAMPLER_SAMPLING_STEADY_H
#define NOC_SAMPLER_SAMPLING_STEADY_H

#include "sampler/sampling/sampling.h"

/* Finds the end of the warm-up, and whether it has one. */
void noc_sampling_find_warmup(noc_sampling *sampling);

/* Amount by which a quantity's mean over the second half of what follows the warm-up differs from
 * that over the first. */
double noc_sampling_drift(const noc_sampling *sampling, int quantity);

/* Packets that waited at sources and memory nodes when the second half of the run began and at its
 * end. If they grew by more than 2 % of what was offered meanwhile, the network does not keep up.
 * Returns the share of what was offered that did not pile up. */
double noc_sampling_share_kept_up(const noc_sampling *sampling);

/* True if packets that wait became more by as many in the second half of the run as in the first.
 * Where a queue is about to overflow, but does not, they grow with the root of the time at most: by
 * 0.41 of what the first half had brought. */
bool noc_sampling_backlog_grows(const noc_sampling *sampling);

#endif
