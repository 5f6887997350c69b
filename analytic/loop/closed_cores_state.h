/* analytic/loop/closed_cores_state.h: the cores of a closed loop while it is solved: which kernels run on
 * them, how many CTAs of each a core and a cluster have when all slots are filled, and where the
 * loop settles with some of the slots filled. For the files of closed_cores.h. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_STATE_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_STATE_H

#include "analytic/cores/cta_schedule.h"
#include "analytic/loop/closed_cores.h"
#include "design/design.h"

enum { NOC_FILL_MOST = NOC_CTA_SCHEDULE_MOST }; /* CTAs of a core that are told apart */

typedef struct noc_core_kernel {
    const noc_workload *workload; /* borrowed */
    double length;                /* instructions of a warp of a CTA */
    double ctas;                  /* CTAs of the chip at first */
    /* Cores that run so many of its CTAs at first; where cores have more slots all that run any
     * count as running what they do in the mean. */
    double cores[NOC_FILL_MOST + 1];
    double each[NOC_FILL_MOST + 1]; /* CTAs of one of these */
    double of_cluster;              /* CTAs of a cluster that has any, as a CTA finds it */
    double share;                   /* share of all CTAs of such a cluster */
} noc_core_kernel;

typedef struct noc_core_kernels {
    double filled;  /* share of slots that have a CTA at first */
    double fullest; /* CTAs of the fullest cluster then, over the mean */
    bool run;       /* CTAs begin and end; else warps run for ever */
    int count;
    noc_cta_setup setup; /* borrows `counts` */
    uint64_t counts[NOC_KERNELS_MAX];
    noc_core_kernel kernels[NOC_KERNELS_MAX];
} noc_core_kernels;

/* `workload` is that of all kernels, unless a design names one for each. `only`: the number of a
 * kernel that runs alone, from 1 on; 0: all. False when out of memory. The answer must stay where
 * it is. */
bool noc_core_kernels_of(const noc_design *design, const noc_workload *workload, int only,
                         noc_core_kernels *kernels);

/* A kernel: the paces of its CTAs so far, and the lines that they share. */
typedef struct noc_kernel_state {
    double time;                    /* network cycles of a CTA, mean */
    double deviation;               /* standard deviation of that time */
    double touches;                 /* touches of a CTA that runs, a network cycle */
    double ctas;                    /* CTAs behind a port */
    double worked;                  /* CTAs, by shares of the instructions */
    double dispersion;              /* variance of their number, for each */
    double slow_share, slow_excess; /* line_residence.h */
    bool shares;
    noc_line_residence lives;
    noc_sharing_curve *curve; /* curve of the lines that it shares; NULL: it never did */
} noc_kernel_state;

/* The phases that cores run through (design/workload/phases.h). */
typedef struct noc_core_phases {
    size_t count; /* 0: there are none */
    noc_workload list[NOC_PHASES_MAX];
    double shares[NOC_PHASES_MAX]; /* share of the instructions */
    double times[NOC_PHASES_MAX];  /* share of the cores that are in it at a time */
    double uneven;                 /* the same as noc_core_side has */
} noc_core_phases;

struct noc_closed_cores {
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    double predicted;
    noc_core_kernels kernels;
    noc_workload all; /* all phases of the workload together */
    noc_core_phases phases;
    noc_workload mix; /* mean of all requests that are sent */
    noc_kernel_state own[NOC_KERNELS_MAX];
    noc_cta_schedule_speeds full; /* speeds of CTAs while all slots are filled */
    bool known;                   /* mix and shared lines are known: the loop has settled once */
    bool failed;                  /* out of memory */
};

/* CTAs that run, over those that do when the scheduler has filled all slots. */
typedef struct noc_filling {
    double share[NOC_KERNELS_MAX];
} noc_filling;

/* Where the loop settles; what is sent is mixed as it was the last time. */
void noc_closed_cores_settle(noc_closed_cores *cores, const noc_filling *filling,
                             noc_core_side *side, noc_closed_side *found, noc_closed_point *point);

/* Puts the shares of the cores that phases have as the flow is, at which each takes its time for
 * its share of the instructions. Returns the greatest change. */
double noc_closed_cores_spread_phases(noc_closed_cores *cores, const noc_core_side *side,
                                      const noc_port_flow *flow);

/* Speeds of CTAs where it has settled. */
void noc_closed_cores_speeds(const noc_closed_cores *cores, const noc_core_side *side,
                             const noc_closed_side *found, noc_cta_schedule_speeds *speeds);

/* True if kernels run to their end. */
static inline bool noc_closed_cores_are_finite(const noc_closed_cores *cores)
{
    return cores->kernels.run && cores->kernels.counts[0] > 0;
}

#endif
