/* sampler/loop/core_clock.h: when cores run. In most cycles a core does nothing that anybody sees:
 * its ready warps issue one instruction after the other, none of them the last before a memory
 * instruction, or it waits for an MSHR. Such cycles are counted when the next one comes that
 * matters, all at once.
 *
 * Who changes what a core has before it rouses the core first (noc_core_rouse). Where cores rest
 * now and then, or an instruction takes no whole number of cycles, all with work run in every
 * cycle. */
#ifndef NOC_SAMPLER_LOOP_CORE_CLOCK_H
#define NOC_SAMPLER_LOOP_CORE_CLOCK_H

#include "base/bitset.h"
#include "sampler/loop/loop_state.h"

/* Makes the clock of cores, which all run in the first cycle. False when out of memory;
 * noc_core_clock_clear frees what there is either way. */
bool noc_core_clock_make(noc_closed_loop *loop);
void noc_core_clock_clear(noc_closed_loop *loop);

/* A core has counted up to this cycle of the cores' clock, and runs in the next one. */
void noc_core_rouse(noc_closed_loop *loop, noc_core *core);

/* The same up to a cycle, in which it runs now. */
void noc_core_begin(noc_closed_loop *loop, noc_core *core);

/* A core has run: it rests until something happens, or somebody rouses it. */
void noc_core_rest(noc_closed_loop *loop, noc_core *core);

/* Counts of all cores are those of now. */
void noc_cores_count(noc_closed_loop *loop);

/* The set of cores that may have to run in this cycle of their clock (noc_core_is_due); it is
 * drained. */
static inline uint64_t *noc_core_calls(const noc_closed_loop *loop)
{
    return &loop->calls[loop->core_cycle % NOC_CORE_SLOTS * loop->core_words];
}

/* True if a core that was called runs in this cycle. One that was called for a later lap is called
 * again, one that has been roused meanwhile is not. */
static inline bool noc_core_is_due(noc_closed_loop *loop, uint32_t core)
{
    const uint64_t wakes = loop->cores[core].wakes, now = loop->core_cycle;
    if (wakes == now) return true;
    if (wakes != UINT64_MAX && wakes % NOC_CORE_SLOTS == now % NOC_CORE_SLOTS)
        noc_set_add(noc_core_calls(loop), core);
    return false;
}

#endif
