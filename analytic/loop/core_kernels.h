/* analytic/loop/core_kernels.h: which kernels run on a design's cores, and how many CTAs of each a
 * core and a cluster have when all slots are filled. */
#ifndef NOC_ANALYTIC_LOOP_CORE_KERNELS_H
#define NOC_ANALYTIC_LOOP_CORE_KERNELS_H

#include "analytic/cores/cta_course.h"
#include "design/design.h"

enum { NOC_FILL_MOST = NOC_COURSE_MOST }; /* CTAs of a core that are told apart */

typedef struct noc_core_kernel {
    const noc_workload *workload; /* borrowed */
    double length;                /* instructions of a warp of a CTA */
    double ctas;                  /* at first, of the chip */
    /* Cores that run so many of its CTAs at first; where cores have more slots all that run any
     * count as running what they do in the mean. */
    double cores[NOC_FILL_MOST + 1];
    double each[NOC_FILL_MOST + 1]; /* CTAs of one of these */
    double of_cluster;              /* CTAs of a cluster that has any, as a CTA finds it */
    double share;                   /* of all CTAs of such a cluster */
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

#endif
