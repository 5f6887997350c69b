/* design/cores/cta_dispatch.h: a scheduler at work (cta_scheduler.h): which settings of CTAs go
 * together, and which CTA starts where, as slots become free.
 *
 * The dispatch knows no time: whoever runs the CTAs tells it in each cycle which have ended, then
 * lets it fill the free slots. */
#ifndef NOC_DESIGN_CORES_CTA_DISPATCH_H
#define NOC_DESIGN_CORES_CTA_DISPATCH_H

#include <stdint.h>

#include "design/cores/cta_scheduler.h"
#include "design/refusal.h"

typedef struct noc_cta_setup {
    const noc_cta_scheduler_kind *scheduler;
    noc_cta_shape shape;
    int kernels;            /* 1 or more */
    const uint64_t *counts; /* CTAs of each kernel; 0: without end */
} noc_cta_setup;

/* True if a chip can run so. `clustered`: cores share ports in clusters, or local crossbars. If
 * true, every core has a slot, every pool a CTA, every kernel a core. */
bool noc_cta_check(const noc_cta_setup *setup, bool clustered, noc_refusal *refusal);

typedef struct noc_cta_start {
    uint64_t cta; /* its number in its kernel */
    int kernel;
    noc_cta_slot at;
} noc_cta_start;

typedef struct noc_cta_dispatch noc_cta_dispatch;

/* A chip whose slots are all free. The setup has passed noc_cta_check; it is copied. NULL when out
 * of memory. */
noc_cta_dispatch *noc_cta_dispatch_new(const noc_cta_setup *setup);
void noc_cta_dispatch_free(noc_cta_dispatch *dispatch);

/* The CTA in a slot has ended. */
void noc_cta_dispatch_end(noc_cta_dispatch *dispatch, noc_cta_slot slot);

/* Fills free slots, once all CTAs that end in a cycle have done so. `starts` has room for all slots
 * of the chip; returns how many CTAs start, in the order in which they were dealt. */
size_t noc_cta_dispatch_fill(noc_cta_dispatch *dispatch, noc_cta_start *starts);

#endif
