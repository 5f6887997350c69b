/* tests/oracles/cta_plan.h: the schedule of CTAs whose lengths are known, as a scheduler deals
 * them: where and when each runs, and the figures of that.
 *
 * A CTA that starts in cycle t runs in t .. t + length - 1; its slot is filled again in t + length.
 * A launch costs nothing. */
#ifndef NOC_TESTS_ORACLES_CTA_PLAN_H
#define NOC_TESTS_ORACLES_CTA_PLAN_H

#include "design/cores/cta_dispatch.h"

typedef struct oracle_cta_run {
    noc_cta_slot at;
    uint64_t start, length; /* cycles; length 1 or more, set by the caller */
} oracle_cta_run;

/* Fills in where and when the CTAs of all kernels run: runs[kernel][cta], `setup->counts` of each
 * (1 or more). False when out of memory. */
bool oracle_cta_plan(const noc_cta_setup *setup, oracle_cta_run *const *runs);

/* The cycle in which the last of them has ended. */
uint64_t oracle_cta_makespan(const oracle_cta_run *runs, uint64_t count);

/* Sum of the lengths of those that ran on `cores` cores from `first` on. */
uint64_t oracle_cta_busy(const oracle_cta_run *runs, uint64_t count, int first, int cores);

/* Cycles in which CTAs of neighbouring numbers run at a time on the same `cores` cores: 1, or those
 * of a cluster. What they share they can ask for once. */
uint64_t oracle_cta_overlap(const oracle_cta_run *runs, uint64_t count, int cores);

#endif
