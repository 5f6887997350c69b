/* analytic/loop/closed_cores_schedule.h: CTAs of a closed loop over time: the lines that they share
 * (line_residence.h), and the ends of finite kernels, whose CTAs run at the speeds of the loop with
 * the running CTAs. Internal to closed_cores.h. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_SCHEDULE_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_SCHEDULE_H

#include "analytic/loop/closed_cores_state.h"

/* Stores the rates of CTAs at the operating point, on which shared lines depend. */
void noc_note_cta_paces(noc_closed_cores *cores, const noc_core_side *side,
                        const noc_closed_core_flow *core_flow);

/* Draws the shared lines again. Sets cores->is_out_of_memory when out of memory. */
void noc_closed_cores_draw_lines(noc_closed_cores *cores);

/* [kernel]: network cycles until its last CTA ends; network cycles until all kernels end; [kernel]:
 * warps of all its CTAs, each weighted by its length over the mean. */
typedef struct noc_kernel_ends {
    double kernel_ends[NOC_KERNELS_MAX], makespan, weighted_warps[NOC_KERNELS_MAX];
} noc_kernel_ends;

/* Runs the kernels to their end. False when out of memory. */
bool noc_run_kernels_to_end(noc_closed_cores *cores, noc_kernel_ends *ends);

#endif
