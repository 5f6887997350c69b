/* analytic/ends_state.h: what is known of the cores of a closed loop while it is solved, and where
 * it settles with some of their slots filled. For the files of closed_ends.h. */
#ifndef NOC_ANALYTIC_ENDS_STATE_H
#define NOC_ANALYTIC_ENDS_STATE_H

#include "analytic/closed_ends.h"
#include "analytic/core_kernels.h"

/* Of a kernel: what is known of its CTAs so far, and the lines that they share. */
typedef struct noc_ends_kernel {
    double time;       /* network cycles of a CTA, mean */
    double deviation;  /* of that */
    double touches;    /* of a CTA that runs, a network cycle */
    double ctas;       /* behind a port */
    double restless;   /* variance of their number, for each */
    double late, more; /* line_lives.h */
    double waiting;    /* share of its time that a warp waits for what is sent */
    double trip;       /* round trip, touches */
    bool shares;
    noc_line_lives lives;
    noc_sharing_curve curve;
} noc_ends_kernel;

struct noc_closed_cores {
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    double told;
    noc_core_kernels kernels;
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

/* How fast CTAs are where it has settled. */
void noc_ends_speeds(const noc_closed_cores *cores, const noc_core_side *side,
                     const noc_closed_side *found, noc_course_speeds *speeds);

/* Whether kernels run to their end. */
static inline bool noc_ends_are_finite(const noc_closed_cores *cores)
{
    return cores->kernels.run && cores->kernels.counts[0] > 0;
}

#endif
