/* design/cores/cta.h: how a design runs the CTAs (thread blocks) of its kernels.
 *
 * A core has `slots` for CTAs; the warps of its workload are divided among them. A CTA is over when
 * each of its warps has done its instructions; then the scheduler fills the slot again
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
    int clusters;         /* clusters that the scheduler counts; 0: those that the design has */
    int kernels;          /* kernels that run at a time */
    noc_integers counts;  /* CTAs, of each kernel; 0: without end */
    noc_integers lengths; /* mean instructions of each warp of a CTA, of each kernel */
    double spread;        /* lengths are uniform within 1 - spread and 1 + spread of the mean */
} noc_cta_spec;

struct noc_design;
struct noc_workload;

/* True if CTAs of a workload begin and end: a scheduler deals them, or they share lines (round
 * robin deals where no scheduler is named). Else warps run for ever. */
bool noc_cta_is_run(const struct noc_design *design, const struct noc_workload *workload);

/* True if its kernels end, if it is run. */
bool noc_cta_ends(const struct noc_design *design, const struct noc_workload *workload);

/* What the scheduler has to do with: of a design whose CTAs are run. `counts`: room for
 * NOC_KERNELS_MAX, which the setup borrows. */
noc_cta_setup noc_cta_setup_of(const struct noc_design *design, uint64_t *counts);

/* Completes and checks the settings of CTAs and kernels: lists get a value for each kernel, and
 * each kernel a workload. Reports what does not fit. */
void noc_cta_complete(struct noc_design *design, noc_diag *diag);

/* System throughput, and the mean factor by which a kernel takes longer, of kernels that run
 * together: from the IPC of each over its IPC alone (Eyerman and Eeckhout, IEEE Micro 28(3),
 * 2008). */
double noc_cta_stp(const double *ipc_over_alone, int kernels);
double noc_cta_antt(const double *ipc_over_alone, int kernels);

#endif
