/* design/cores/cta_dispatch.h: a scheduler at work (cta_scheduler.h): checks settings of CTAs, and
 * says which CTA starts in which slot as slots become free.
 *
 * The dispatch knows no time: its caller tells it in each cycle which CTAs have ended, then lets it
 * fill the free slots. */
#ifndef NOC_DESIGN_CORES_CTA_DISPATCH_H
#define NOC_DESIGN_CORES_CTA_DISPATCH_H

#include <stdint.h>

#include "design/cores/cta_scheduler.h"
#include "design/refusal.h"

typedef struct noc_cta_setup {
    const noc_cta_scheduler_kind *scheduler;
    noc_cta_shape shape;
    int kernels;            /* kernels that run, 1 or more */
    const uint64_t *counts; /* CTAs of each kernel; 0: without end */
} noc_cta_setup;

/* True if a chip can run the setup; then every core has a slot, every pool a CTA, every kernel a
 * core. `clustered`: cores share ports in clusters, or local crossbars. */
bool noc_cta_check(const noc_cta_setup *setup, bool clustered, noc_refusal *refusal);

typedef struct noc_cta_start {
    uint64_t cta; /* number of the CTA in its kernel */
    int kernel;
    noc_cta_slot at;
} noc_cta_start;

typedef struct noc_cta_dispatch noc_cta_dispatch;

/* Makes the dispatch of a chip whose slots are all free. The setup has passed noc_cta_check; it is
 * copied. NULL when out of memory. */
noc_cta_dispatch *noc_cta_dispatch_new(const noc_cta_setup *setup);
void noc_cta_dispatch_free(noc_cta_dispatch *dispatch);

/* Frees the slot of a CTA that has ended. */
void noc_cta_dispatch_end(noc_cta_dispatch *dispatch, noc_cta_slot slot);

/* Fills free slots, once all CTAs that end in a cycle have done so. `starts` has room for all slots
 * of the chip; returns the number of CTAs that start, in the order in which they were dealt. */
size_t noc_cta_dispatch_fill(noc_cta_dispatch *dispatch, noc_cta_start *starts);

#endif
