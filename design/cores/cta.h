/* design/cores/cta.h: CTAs (thread blocks) of a design's kernels: settings, checks, and throughput
 * of kernels that run together.
 *
 * A core has `slots` for CTAs, among which the warps of its workload are divided. A CTA ends when
 * each of its warps has executed its instructions. Then the scheduler fills the slot again
 * (cta_dispatch.h). */
#ifndef NOC_DESIGN_CORES_CTA_H
#define NOC_DESIGN_CORES_CTA_H

#include "base/diag.h"
#include "design/cores/cta_dispatch.h"
#include "design/key.h"

enum { NOC_KERNELS_MAX = 8 };

typedef struct noc_cta_spec {
    const noc_cta_scheduler_kind *scheduler; /* NULL: none */
    int slots;                               /* slots of a core */
    int clusters;         /* clusters of the scheduler; 0: by shared ports or local switches */
    int kernels;          /* number of kernels that run at the same time */
    noc_integers counts;  /* [kernel]: number of CTAs; 0: endless */
    noc_integers lengths; /* [kernel]: mean instructions of a warp of a CTA */
    /* half the relative range of lengths: a length is uniform between 1 - length_spread and 1 +
     * length_spread times its mean */
    double length_spread;
} noc_cta_spec;

struct noc_design;
struct noc_workload;

/* True if CTAs of a workload begin and end: a scheduler is set, or CTAs share lines (then round
 * robin is the default scheduler). Otherwise warps run forever. */
bool noc_cta_is_scheduled(const struct noc_design *design, const struct noc_workload *workload);

/* True if the kernels of the workload end: CTAs are scheduled, and their number is not endless. */
bool noc_cta_has_end(const struct noc_design *design, const struct noc_workload *workload);

/* Returns the scheduler's setup for a design whose CTAs are scheduled. The setup borrows `counts`,
 * an array for NOC_KERNELS_MAX values, which the function fills. */
noc_cta_setup noc_cta_make_setup(const struct noc_design *design, uint64_t *counts);

/* Completes the settings of CTAs and kernels, so that each list has a value per kernel, and each
 * kernel a workload; then checks them. Reports conflicts to `diag`. */
void noc_cta_complete(struct noc_design *design, noc_diag *diag);

/* Return the system throughput (STP) and the average normalised turnaround time (ANTT, mean
 * slowdown of a kernel) of kernels that run together. `relative_ipc`: [kernel] IPC divided by the
 * kernel's IPC alone (Eyerman and Eeckhout, IEEE Micro 28(3), 2008). */
double noc_cta_stp(const double *relative_ipc, int kernels);
double noc_cta_antt(const double *relative_ipc, int kernels);

#endif
