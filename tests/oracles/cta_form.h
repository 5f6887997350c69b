/* tests/oracles/cta_form.h: load and time under a CTA scheduler, in closed form
 * (design/cores/cta_scheduler.h). */
#ifndef NOC_TESTS_ORACLES_CTA_FORM_H
#define NOC_TESTS_ORACLES_CTA_FORM_H

#include "design/cores/cta_dispatch.h"

/* Shares of the CTAs that run in each cluster after the first filling: of a small kernel, and of
 * one without end. False when out of memory. */
bool oracle_cta_loads(const noc_cta_setup *setup, double *shares);

/* Cycles in which one kernel of `setup->counts[0]` CTAs, all of one length, is done. Exact. */
double oracle_cta_makespan_equal(const noc_cta_setup *setup, double length);

/* Cycles in which it is done at the latest, whatever the lengths, by a scheduler with one pool and
 * no blocks: `sum` of the lengths, the longest of them (Graham, SIAM J. Applied Mathematics 17(2),
 * 1969). */
double oracle_cta_makespan_at_most(const noc_cta_setup *setup, double sum, double longest);

/* Share of the time that slots are used by a kernel without end, whose lengths are uniform within 1
 * - spread and 1 + spread of their mean. Below 1 for blocks only: the slot of the shorter one
 * waits. For two slots a core, or as many as a block has. */
double oracle_cta_slots_used(const noc_cta_scheduler_kind *scheduler, double spread);

#endif
