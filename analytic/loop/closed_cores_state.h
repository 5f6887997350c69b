/* analytic/loop/closed_cores_state.h: state of noc_closed_cores: kernels and phases; the operating
 * point with some slots filled; CTAs over time: the lines that they share (line_residence.h), and
 * the ends of finite kernels, whose CTAs run at the speeds of the loop with the running CTAs.
 * Internal to closed_cores.h. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_STATE_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_STATE_H

#include "analytic/loop/closed_cores.h"

/* State of a kernel: last rates of its CTAs, and the lines that they share. */
typedef struct noc_kernel_state {
    double cta_cycles;              /* mean network cycles of a CTA */
    double cta_deviation;           /* standard deviation of a CTA's time, network cycles */
    double touch_rate;              /* first touches of lines by a running CTA per network cycle */
    double port_ctas;               /* mean CTAs behind a port */
    double weighted_ctas;           /* mean CTAs behind a port, weighted by instructions */
    double dispersion;              /* variance of the number of touches, over its mean */
    double slow_share, slow_excess; /* line_residence.h */
    bool has_shared_lines;
    noc_line_residence residence;
    /* curve of the shared lines; NULL: none so far */
    noc_sharing_curve *curve;
} noc_kernel_state;

/* Phases of the cores (design/workload/phases.h). */
typedef struct noc_core_phases {
    size_t count; /* number of phases; 0: none */
    noc_workload workloads[NOC_PHASES_MAX];
    double instruction_share[NOC_PHASES_MAX]; /* [phase]: share of the instructions */
    double core_share[NOC_PHASES_MAX];        /* [phase]: mean share of the cores in the phase */
    double rate_variance; /* relative variance of ports' requests (noc_core_side) */
} noc_core_phases;

struct noc_closed_cores {
    noc_arena *arena; /* memory of the cores */
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    double predicted_ratio;
    noc_core_kernels kernels;
    noc_workload mean_workload; /* mean workload over all phases */
    noc_core_phases phases;
    noc_workload request_mix; /* mean workload of all sent requests */
    noc_kernel_state kernel_states[NOC_KERNELS_MAX];
    noc_cta_schedule_speeds full_speeds; /* speeds of CTAs with all slots filled */
    bool is_settled;       /* true if the loop has settled before: state of that solution */
    bool is_out_of_memory; /* true when out of memory */
};

/* Filling of the chip: [kernel]: running CTAs, over its CTAs with all slots filled. */
typedef struct noc_filling {
    double active_share[NOC_KERNELS_MAX];
} noc_filling;

/* Settles the loop. The mean workload of requests is that of the last call. */
void noc_closed_cores_settle(noc_closed_cores *cores, const noc_filling *filling,
                             noc_core_side *side, noc_closed_core_flow *core_flow,
                             noc_closed_point *point);

/* Sets the share of cores in each phase in proportion to the time that a core needs for the phase's
 * instructions at this flow. Returns the largest change. */
double noc_closed_cores_spread_phases(noc_closed_cores *cores, const noc_core_side *side,
                                      const noc_port_flow *flow);

/* Finds the speeds of CTAs at the operating point. */
void noc_find_cta_speeds(const noc_closed_cores *cores, const noc_core_side *side,
                         const noc_closed_core_flow *core_flow, noc_cta_schedule_speeds *speeds);

/* True if kernels run to their end. */
static inline bool noc_closed_cores_are_finite(const noc_closed_cores *cores)
{
    return cores->kernels.has_ctas && cores->kernels.cta_counts[0] > 0;
}

/* ---- CTAs over time -------------------------------------------------------------------------- */

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
