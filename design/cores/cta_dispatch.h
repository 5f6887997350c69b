/* design/cores/cta_dispatch.h: dispatch of CTAs to slots by a scheduler (cta_scheduler.h), and
 * checks of its setup.
 *
 * The dispatch has no notion of time: in each cycle its caller reports the CTAs that ended, then
 * lets the dispatch fill the free slots. */
#ifndef NOC_DESIGN_CORES_CTA_DISPATCH_H
#define NOC_DESIGN_CORES_CTA_DISPATCH_H

#include <stdint.h>

#include "base/arena.h"
#include "design/cores/cta_scheduler.h"
#include "design/refusal.h"

typedef struct noc_cta_setup {
    const noc_cta_scheduler_kind *scheduler;
    noc_cta_shape shape;
    int kernels;            /* number of kernels, 1 or more */
    const uint64_t *counts; /* [kernel]: number of CTAs; 0: endless */
} noc_cta_setup;

/* Checks that a chip can run the setup: every core has a slot, every pool a CTA, every kernel a
 * core. `has_clusters`: cores share ports in clusters, or local crossbars. False, with a refusal,
 * if not. */
bool noc_cta_check_setup(const noc_cta_setup *setup, bool has_clusters, noc_refusal *refusal);

/* A CTA that starts in a slot. */
typedef struct noc_cta_start {
    uint64_t cta; /* number of the CTA in its kernel */
    int kernel;
    noc_cta_slot start_slot;
} noc_cta_start;

typedef struct noc_cta_dispatch noc_cta_dispatch;

/* Makes the dispatch of a chip whose slots are all free. Copies the setup, which has passed
 * noc_cta_check_setup. NULL when out of memory. */
noc_cta_dispatch *noc_cta_dispatch_new(const noc_cta_setup *setup, noc_arena *arena);

/* Frees the slot of a CTA that has ended. */
void noc_cta_dispatch_end(noc_cta_dispatch *dispatch, noc_cta_slot slot);

/* Fills free slots, after all CTAs that end in a cycle were reported, and writes the CTAs that
 * start to `starts`, in the order of dispatch. `starts` has room for all slots of the chip. Returns
 * the number of starts. */
size_t noc_cta_dispatch_fill(noc_cta_dispatch *dispatch, noc_cta_start *starts);

#endif
