/* network/cta_plan.h: the schedule of CTAs whose lengths are known: where and when each runs, and
 * what that amounts to.
 *
 * A CTA that starts in cycle t runs in t .. t + length - 1; its slot is filled again in t + length.
 * A launch costs nothing. */
#ifndef NOC_NETWORK_CTA_PLAN_H
#define NOC_NETWORK_CTA_PLAN_H

#include "network/cta_dispatch.h"

typedef struct noc_cta_run {
    noc_cta_slot at;
    uint64_t start, length; /* cycles; length 1 or more, set by the caller */
} noc_cta_run;

/* Fills in where and when the CTAs of all kernels run: runs[kernel][cta], `setup->counts` of each
 * (1 or more). False when out of memory. */
bool noc_cta_plan(const noc_cta_setup *setup, noc_cta_run *const *runs);

/* The cycle in which the last of them has ended. */
uint64_t noc_cta_makespan(const noc_cta_run *runs, uint64_t count);

/* Sum of the lengths of those that ran on `cores` cores from `first` on. */
uint64_t noc_cta_busy(const noc_cta_run *runs, uint64_t count, int first, int cores);

/* Cycles in which CTAs of neighbouring numbers run at a time on the same `cores` cores: 1, or those
 * of a cluster. What they share they can ask for once. */
uint64_t noc_cta_overlap(const noc_cta_run *runs, uint64_t count, int cores);

/* System throughput, and the mean factor by which a kernel takes longer, of kernels that run
 * together: from the IPC of each over its IPC alone (Eyerman and Eeckhout, IEEE Micro 28(3),
 * 2008). */
double noc_cta_stp(const double *ipc_over_alone, int kernels);
double noc_cta_antt(const double *ipc_over_alone, int kernels);

#endif
