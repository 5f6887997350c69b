/* sampler/sampling/controls.h: control variates: known means that narrow an interval (Law 2014,
 * 11.4).
 *
 * Cores that run out of step are in different phases by chance, so the chip's instructions vary
 * with the number of cores in each phase. In the long run each phase has a known share of the
 * instructions; the excess of a batch over this share is chance. The part of the batch sums that
 * correlates with the excess is removed. */
#ifndef NOC_SAMPLER_SAMPLING_CONTROLS_H
#define NOC_SAMPLER_SAMPLING_CONTROLS_H

#include "base/statistics.h"
#include "sampler/sampling/replication.h"

enum { NOC_CONTROLS_MAX = 7 };

/* Removes the effect of `count` controls, quantities with mean 0, from the numerators of batches
 * with about equal denominators. `controls`: [batch * count + control]. False: a control depends
 * linearly on the others, or the batches are too few; then the batches stay unchanged. */
bool noc_controls_apply(noc_batch_sums *batches, size_t batch_count, const double *controls,
                        size_t count);

/* Removes from instructions the variation due to the number of cores in each phase. `runs`:
 * NOC_REPLICATIONS runs, whose batches [first, end) are joined to `groups` groups each, at most 16;
 * `group_sums`: instructions and core cycles of all groups, run by run. No effect without
 * phases. */
void noc_remove_phase_noise(const noc_phases *phases, const noc_replication *runs, size_t first,
                            size_t end, size_t groups, noc_batch_sums *group_sums);

#endif
