/* analytic/loop/ends_course.h: CTAs of a closed loop in the course of time: the lines that they
 * share where and when they run (line_lives.h), and kernels that are run to their end by a
 * scheduler at work on CTAs which are as fast as the loop is with those that run. For the files of
 * closed_ends.h. */
#ifndef NOC_ANALYTIC_LOOP_ENDS_COURSE_H
#define NOC_ANALYTIC_LOOP_ENDS_COURSE_H

#include "analytic/loop/ends_state.h"

/* Looks at the paces that lives of lines depend on, where the loop has settled. */
void noc_ends_look_at(noc_closed_cores *cores, const noc_core_side *side,
                      const noc_closed_side *found);

/* Draws them anew. Sets `failed` when out of memory. */
void noc_ends_draw_lines(noc_closed_cores *cores);

/* Network cycles until the last CTA of each kernel, and of all; warps of each kernel's CTAs, by
 * lengths over the mean. */
typedef struct noc_ends_finish {
    double ends[NOC_KERNELS_MAX], makespan, warps[NOC_KERNELS_MAX];
} noc_ends_finish;

/* False when out of memory. */
bool noc_ends_run(noc_closed_cores *cores, noc_ends_finish *finish);

#endif
