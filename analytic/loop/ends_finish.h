/* analytic/loop/ends_finish.h: kernels of a closed loop that are run to their end: a scheduler at
 * work on CTAs which are as fast as the loop is with those that run. For the files of
 * closed_ends.h. */
#ifndef NOC_ANALYTIC_LOOP_ENDS_FINISH_H
#define NOC_ANALYTIC_LOOP_ENDS_FINISH_H

#include "analytic/loop/ends_state.h"

/* Network cycles until the last CTA of each kernel, and of all; warps of each kernel's CTAs, by
 * lengths over the mean. */
typedef struct noc_ends_finish {
    double ends[NOC_KERNELS_MAX], makespan, warps[NOC_KERNELS_MAX];
} noc_ends_finish;

/* False when out of memory. */
bool noc_ends_run(noc_closed_cores *cores, noc_ends_finish *finish);

#endif
