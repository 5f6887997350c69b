/* analytic/loop/closed_cores_schedule.h: CTAs of a closed loop in the course of time: the lines
 * that they share where and when they run (line_residence.h), and kernels that a scheduler runs to
 * their end, with CTAs as fast as in the loop of the CTAs that run. For the files of
 * closed_cores.h. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_SCHEDULE_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_SCHEDULE_H

#include "analytic/loop/closed_cores_state.h"

/* Notes the paces that lives of lines depend on, where the loop has settled. */
void noc_closed_cores_look_at(noc_closed_cores *cores, const noc_core_side *side,
                              const noc_closed_side *found);

/* Draws the lives of lines anew. Sets `failed` when out of memory. */
void noc_closed_cores_draw_lines(noc_closed_cores *cores);

/* Network cycles until the last CTA of each kernel, and of all, ends; warps of each kernel's CTAs,
 * weighted by their lengths over the mean. */
typedef struct noc_kernel_ends {
    double ends[NOC_KERNELS_MAX], makespan, warps[NOC_KERNELS_MAX];
} noc_kernel_ends;

/* Runs the kernels to their end. False when out of memory. */
bool noc_closed_cores_run(noc_closed_cores *cores, noc_kernel_ends *finish);

#endif
