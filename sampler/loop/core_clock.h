/* sampler/loop/core_clock.h: cycles in which cores run. In most cycles a core only issues one
 * instruction after the other, none of them the last before a memory instruction, or waits for an
 * MSHR. Such cycles are counted all at once, when the next cycle with an effect outside the core
 * comes.
 *
 * Code that changes a core's state has to rouse the core first (noc_core_rouse). Where cores rest
 * now and then, or the cycles of an instruction are no whole number, all cores with work run in
 * every cycle. */
#ifndef NOC_SAMPLER_LOOP_CORE_CLOCK_H
#define NOC_SAMPLER_LOOP_CORE_CLOCK_H

#include "base/bitset.h"
#include "sampler/loop/loop_state.h"

/* Makes the clock of the cores, which all run in the first cycle. False when out of memory; the
 * caller calls noc_core_clock_clear in either case. */
bool noc_core_clock_make(noc_closed_loop *loop);
void noc_core_clock_clear(noc_closed_loop *loop);

/* Counts a core's cycles up to the current core cycle, and lets it run in the next one. */
void noc_core_rouse(noc_closed_loop *loop, noc_core *core);

/* Counts a core's cycles before the current core cycle, in which it runs now. */
void noc_core_begin(noc_closed_loop *loop, noc_core *core);

/* Lets a core that has run rest until its next cycle with work, or until it is roused. */
void noc_core_rest(noc_closed_loop *loop, noc_core *core);

/* Brings the counts of all cores up to the current cycle. */
void noc_cores_count(noc_closed_loop *loop);

/* Set of cores that may have to run in this core cycle (noc_core_is_due); the caller drains it. */
static inline uint64_t *noc_core_calls(const noc_closed_loop *loop)
{
    return &loop->calls[loop->core_cycle % NOC_CORE_SLOTS * loop->core_words];
}

/* True if a core that was called runs in this cycle. A core called for a later lap is called again;
 * a core roused meanwhile is not. */
static inline bool noc_core_is_due(noc_closed_loop *loop, uint32_t core)
{
    const uint64_t wakes = loop->cores[core].wakes, now = loop->core_cycle;
    if (wakes == now) return true;
    if (wakes != UINT64_MAX && wakes % NOC_CORE_SLOTS == now % NOC_CORE_SLOTS)
        noc_set_add(noc_core_calls(loop), core);
    return false;
}

#endif
