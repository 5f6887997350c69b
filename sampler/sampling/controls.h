/* sampler/sampling/controls.h: control variates: a known mean makes an interval narrower.
 *
 * Cores that are out of step are by chance in different phases, and the chip's instructions vary
 * with the number of cores in each phase. In the long run each phase has its known share of the
 * instructions: a batch's excess over that share is chance. The part of the batches' sums that
 * correlates with the excess is removed (control variates: Law 2014, 11.4). */
#ifndef NOC_SAMPLER_SAMPLING_CONTROLS_H
#define NOC_SAMPLER_SAMPLING_CONTROLS_H

#include "base/statistics.h"
#include "sampler/sampling/replication.h"

enum { NOC_CONTROLS_MAX = 7 };

/* Removes the effect of controls, quantities with mean 0, from batches: [batch * count + control].
 * Batches have about the same `count` each. False: a control depends linearly on the others, or
 * there are too few batches; batches stay unchanged. */
bool noc_controls_apply(noc_pair *batches, size_t batch_count, const double *controls,
                        size_t count);

/* Removes the chance in the number of cores in each phase from instructions of batches. `runs`:
 * NOC_REPLICATIONS runs, whose batches from `first` up to `end` are joined to `groups` groups each;
 * `pairs` has instructions and core cycles of all groups, run by run. No effect without phases. */
void noc_free_of_phases(const noc_phases *phases, const noc_replication *runs, size_t first,
                        size_t end, size_t groups, noc_pair *pairs);

#endif
