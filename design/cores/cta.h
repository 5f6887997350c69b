/* design/cores/cta.h: CTAs (thread blocks) of a design's kernels, and how cores run them.
 *
 * A core has `slots` for CTAs; the warps of its workload are divided among the slots. A CTA ends
 * when each of its warps has done its instructions; then the scheduler fills the slot again
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
    int clusters;                            /* clusters of the scheduler; 0: those of the design */
    int kernels;                             /* kernels that run at a time */
    noc_integers counts;                     /* CTAs of each kernel; 0: without end */
    noc_integers lengths; /* instructions of a warp of a CTA, mean, for each kernel */
    /* half the relative range of lengths, uniform within 1 - spread and 1 + spread of the mean */
    double spread;
} noc_cta_spec;

struct noc_design;
struct noc_workload;

/* True if CTAs of a workload begin and end: a scheduler deals them, or CTAs share lines (round
 * robin deals where no scheduler is named). Else warps run for ever. */
bool noc_cta_is_run(const struct noc_design *design, const struct noc_workload *workload);

/* True if the workload's kernels, if run, end. */
bool noc_cta_ends(const struct noc_design *design, const struct noc_workload *workload);

/* Input of the scheduler for a design whose CTAs are run. `counts`: room for NOC_KERNELS_MAX
 * values, which the setup borrows. */
noc_cta_setup noc_cta_setup_of(const struct noc_design *design, uint64_t *counts);

/* Completes and checks the settings of CTAs and kernels: lists get a value for each kernel, and
 * each kernel a workload. Reports conflicts. */
void noc_cta_complete(struct noc_design *design, noc_diag *diag);

/* System throughput, and average normalised turnaround time (the mean factor by which a kernel is
 * slower), of kernels that run together: from the IPC of each over its IPC alone (Eyerman and
 * Eeckhout, IEEE Micro 28(3), 2008). */
double noc_cta_stp(const double *ipc_over_alone, int kernels);
double noc_cta_antt(const double *ipc_over_alone, int kernels);

#endif
