/* analytic/loop/ends_state.h: what is known of the cores of a closed loop while it is solved, and
 * where it settles with some of their slots filled. For the files of closed_ends.h. */
#ifndef NOC_ANALYTIC_LOOP_ENDS_STATE_H
#define NOC_ANALYTIC_LOOP_ENDS_STATE_H

#include "analytic/loop/closed_ends.h"
#include "analytic/loop/core_kernels.h"

/* Of a kernel: what is known of its CTAs so far, and the lines that they share. */
typedef struct noc_ends_kernel {
    double time;       /* network cycles of a CTA, mean */
    double deviation;  /* of that */
    double touches;    /* of a CTA that runs, a network cycle */
    double ctas;       /* behind a port */
    double worked;     /* of these, by shares of the instructions */
    double restless;   /* variance of their number, for each */
    double late, more; /* line_lives.h */
    bool shares;
    noc_line_lives lives;
    noc_sharing_curve curve;
} noc_ends_kernel;

/* The phases that cores run through (design/workload/phases.h). */
typedef struct noc_ends_phases {
    size_t count; /* 0: there are none */
    noc_workload list[NOC_PHASES_MAX];
    double shares[NOC_PHASES_MAX]; /* of the instructions */
    double times[NOC_PHASES_MAX];  /* share of the cores that are in it at a time */
    double uneven;                 /* as a side has it */
} noc_ends_phases;

struct noc_closed_cores {
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    double predicted;
    noc_core_kernels kernels;
    noc_workload all; /* what all phases of the workload are together */
    noc_ends_phases phases;
    noc_workload mix; /* of what is sent */
    noc_ends_kernel own[NOC_KERNELS_MAX];
    noc_course_speeds full; /* of CTAs, while all slots are */
    bool known;             /* what is sent, and of CTAs what lines they share: once it settled */
    bool failed;            /* out of memory */
};

/* CTAs that run, over those that do when the scheduler has filled all slots. */
typedef struct noc_filling {
    double share[NOC_KERNELS_MAX];
} noc_filling;

/* Where the loop settles; what is sent is mixed as it was the last time. */
void noc_ends_settle(noc_closed_cores *cores, const noc_filling *filling, noc_core_side *side,
                     noc_closed_side *found, noc_closed_point *point);

/* Puts the shares of the cores that phases have as the flow is, at which each takes its time for
 * its share of the instructions. Returns the greatest change. */
double noc_ends_spread_phases(noc_closed_cores *cores, const noc_core_side *side,
                              const noc_port_flow *flow);

/* How fast CTAs are where it has settled. */
void noc_ends_speeds(const noc_closed_cores *cores, const noc_core_side *side,
                     const noc_closed_side *found, noc_course_speeds *speeds);

/* Whether kernels run to their end. */
static inline bool noc_ends_are_finite(const noc_closed_cores *cores)
{
    return cores->kernels.run && cores->kernels.counts[0] > 0;
}

#endif
