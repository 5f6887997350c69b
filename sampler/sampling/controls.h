/* sampler/sampling/controls.h: control variates: knowledge of a mean makes its interval narrower.
 *
 * Cores that are out of step are in this phase or that by chance, and the chip's instructions go up
 * and down with how many are where. But in the long run each phase has its share of the
 * instructions: what a batch has more of one than that is known to be chance. As far as batches'
 * sums go with it, they are freed from it (control variates: Law 2014, 11.4). */
#ifndef NOC_SAMPLER_SAMPLING_CONTROLS_H
#define NOC_SAMPLER_SAMPLING_CONTROLS_H

#include "base/statistics.h"
#include "sampler/sampling/replication.h"

enum { NOC_CONTROLS_MAX = 7 };

/* Frees batches from controls, quantities whose means are 0: [batch * count + control]. Batches are
 * of about the same `count` each. False: a control is no other than the others together, or there
 * are too few batches; they stay as they are. */
bool noc_controls_apply(noc_pair *batches, size_t batch_count, const double *controls,
                        size_t count);

/* Frees instructions of batches from chance in how many cores are in which phase. Of
 * NOC_REPLICATIONS runs, whose batches from `first` up to `end` are joined to so many groups
 * each: `pairs` has instructions and core cycles of all of them, run by run. Nothing without
 * phases. */
void noc_free_of_phases(const noc_phases *phases, const noc_replication *runs, size_t first,
                        size_t end, size_t groups, noc_pair *pairs);

#endif
