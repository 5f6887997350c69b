/* analytic/loop/closed_cores_state.h: the cores of a closed loop during its solution: kernels that
 * run on them, CTAs of each kernel on a core and a cluster when all slots are filled, and where
 * the loop settles with some of the slots filled. For the files of closed_cores.h. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_STATE_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_STATE_H

#include "analytic/cores/cta_schedule.h"
#include "analytic/loop/closed_cores.h"
#include "design/design.h"

/* CTAs of a core, up to which numbers are told apart */
enum { NOC_FILL_MOST = NOC_CTA_SCHEDULE_MOST };

typedef struct noc_core_kernel {
    const noc_workload *workload; /* borrowed */
    double length;                /* instructions of a warp of a CTA */
    double ctas;                  /* CTAs of the chip at first */
    /* Cores that run so many of the kernel's CTAs at first. Where cores have more slots, all cores
     * that run any count as running their mean. */
    double cores[NOC_FILL_MOST + 1];
    double each[NOC_FILL_MOST + 1]; /* CTAs of a core of each of these groups */
    double of_cluster;              /* CTAs of a cluster that has any, as a CTA finds it */
    double share;                   /* share of all CTAs of such a cluster */
} noc_core_kernel;

typedef struct noc_core_kernels {
    double filled;  /* share of slots that have a CTA at first */
    double fullest; /* CTAs of the fullest cluster at first, over the mean */
    bool run;       /* true if CTAs begin and end; else warps run for ever */
    int count;
    noc_cta_setup setup; /* borrows `counts` */
    uint64_t counts[NOC_KERNELS_MAX];
    noc_core_kernel kernels[NOC_KERNELS_MAX];
} noc_core_kernels;

/* Finds the kernels. `workload` is that of all kernels, unless a design names one for each.
 * `only`: number of a kernel that runs alone, from 1 on; 0: all. False when out of memory. The
 * result must stay at its address. */
bool noc_core_kernels_of(const noc_design *design, const noc_workload *workload, int only,
                         noc_core_kernels *kernels);

/* A kernel: the paces of its CTAs so far, and the lines that they share. */
typedef struct noc_kernel_state {
    double time;                    /* network cycles of a CTA, mean */
    double deviation;               /* standard deviation of a CTA's time, network cycles */
    double touches;                 /* touches of a running CTA per network cycle */
    double ctas;                    /* CTAs behind a port */
    double worked;                  /* CTAs behind a port, weighted by instructions */
    double dispersion;              /* variance of the number of touches, over its mean */
    double slow_share, slow_excess; /* line_residence.h */
    bool shares;
    noc_line_residence lives;
    /* curve of the lines that the kernel's CTAs share; NULL: not shared so far */
    noc_sharing_curve *curve;
} noc_kernel_state;

/* The phases that cores run through (design/workload/phases.h). */
typedef struct noc_core_phases {
    size_t count; /* number of phases; 0: none */
    noc_workload list[NOC_PHASES_MAX];
    double shares[NOC_PHASES_MAX]; /* share of the instructions */
    double times[NOC_PHASES_MAX];  /* mean share of the cores that are in the phase */
    double uneven;                 /* relative variance of ports' requests, as in noc_core_side */
} noc_core_phases;

struct noc_closed_cores {
    const noc_open_curve *curve;
    const noc_design *design;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    double predicted;
    noc_core_kernels kernels;
    noc_workload all; /* workload of all phases together */
    noc_core_phases phases;
    noc_workload mix; /* mean workload of all requests that are sent */
    noc_kernel_state own[NOC_KERNELS_MAX];
    noc_cta_schedule_speeds full; /* speeds of CTAs while all slots are filled */
    bool known;                   /* mix and shared lines are known: the loop has settled once */
    bool failed;                  /* true when out of memory */
};

/* CTAs that run, over the CTAs that run when the scheduler has filled all slots. */
typedef struct noc_filling {
    double share[NOC_KERNELS_MAX];
} noc_filling;

/* Finds where the loop settles; the mix of requests is that of the last call. */
void noc_closed_cores_settle(noc_closed_cores *cores, const noc_filling *filling,
                             noc_core_side *side, noc_closed_side *found, noc_closed_point *point);

/* Sets the shares of the cores in each phase by the flow, at which a core needs its time for each
 * phase's share of the instructions. Returns the greatest change. */
double noc_closed_cores_spread_phases(noc_closed_cores *cores, const noc_core_side *side,
                                      const noc_port_flow *flow);

/* Speeds of CTAs where the loop has settled. */
void noc_closed_cores_speeds(const noc_closed_cores *cores, const noc_core_side *side,
                             const noc_closed_side *found, noc_cta_schedule_speeds *speeds);

/* True if kernels run to their end. */
static inline bool noc_closed_cores_are_finite(const noc_closed_cores *cores)
{
    return cores->kernels.run && cores->kernels.counts[0] > 0;
}

#endif
