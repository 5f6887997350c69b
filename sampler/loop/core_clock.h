/* sampler/loop/core_clock.h: calendar of the cores: core cycles in which each core must run. In
 * most cycles a core only waits for an MSHR, or issues instructions that are not the last of their
 * warp. Such cycles are counted together, before the next cycle with an effect outside the core.
 *
 * Code that changes the state of a core must wake the core first (noc_core_wake). If cores are
 * derated, or an instruction takes a fractional number of cycles, all cores with work run in every
 * cycle. */
#ifndef NOC_SAMPLER_LOOP_CORE_CLOCK_H
#define NOC_SAMPLER_LOOP_CORE_CLOCK_H

#include "base/bitset.h"
#include "sampler/loop/loop_state.h"

/* Makes the calendar; all cores run in the first cycle. False when out of memory; the caller
 * calls noc_core_clock_clear in either case. */
bool noc_core_clock_make(noc_closed_loop *loop);
void noc_core_clock_clear(noc_closed_loop *loop);

/* Counts a core's cycles up to the current core cycle, and schedules the core for the next
 * cycle. */
void noc_core_wake(noc_closed_loop *loop, noc_core *core);

/* Counts a core's cycles before the current core cycle, in which the core runs. */
void noc_core_begin_cycle(noc_closed_loop *loop, noc_core *core);

/* Schedules a core that has run for its next cycle with work; without such a cycle the core
 * waits for noc_core_wake. */
void noc_core_schedule(noc_closed_loop *loop, noc_core *core);

/* Brings the counts of all cores up to the current cycle. */
void noc_cores_count(noc_closed_loop *loop);

/* Set of cores that may run in this core cycle (noc_core_is_due); the caller empties the set. */
static inline uint64_t *noc_core_calendar_set(const noc_closed_loop *loop)
{
    return &loop->calendar[loop->core_cycle % NOC_CORE_SLOTS * loop->core_words];
}

/* True if a core of this cycle's set runs in this cycle. A core scheduled for a later lap of the
 * calendar is added again; a core woken for another cycle is not. */
static inline bool noc_core_is_due(noc_closed_loop *loop, uint32_t core)
{
    const uint64_t wake_cycle = loop->cores[core].wake_cycle, now = loop->core_cycle;
    if (wake_cycle == now) return true;
    if (wake_cycle != UINT64_MAX && wake_cycle % NOC_CORE_SLOTS == now % NOC_CORE_SLOTS)
        noc_set_add(noc_core_calendar_set(loop), core);
    return false;
}

#endif
