#include "sampler/loop/core_clock.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"

static void schedule_wake(noc_closed_loop *c, noc_core *core, uint64_t cycle)
{
    core->wake_cycle = cycle;
    if (cycle == UINT64_MAX) return;
    noc_set_add(&c->calendar[cycle % NOC_CORE_SLOTS * c->core_words], (uint32_t)(core - c->cores));
}

bool noc_core_clock_make(noc_closed_loop *c)
{
    const bool is_derated = noc_resource_is_in(c->derating.kinds, NOC_RESOURCE_CORES);
    const bool is_integer = c->issue_cycles == floor(c->issue_cycles);
    c->issue_clocks = is_integer && !is_derated ? (uint64_t)c->issue_cycles : 0;
    c->is_always_awake = is_derated;
    c->core_words = c->core_count / 64 + 1;
    c->calendar = calloc((size_t)NOC_CORE_SLOTS * c->core_words, sizeof *c->calendar);
    if (!c->calendar) return false;
    for (uint32_t k = 0; k < c->core_count; k++) schedule_wake(c, &c->cores[k], 1);
    return true;
}

void noc_core_clock_clear(noc_closed_loop *c)
{
    free(c->calendar);
}

/* ---- counting ------------------------------------------------------------------------------- */

/* Finds the first cycle, after the counted ones, in which the pipeline accepts an instruction. */
static uint64_t find_first_issue(const noc_core *core)
{
    const uint64_t next_cycle = core->counted_cycle + 1, free_cycle = (uint64_t)core->issue_cycle;
    return max_u64(next_cycle, free_cycle);
}

/* Counts `instructions` issues of ready warps in rotation, none of them a warp's last. */
static void count_issues(noc_closed_loop *c, noc_core *core, uint64_t instructions)
{
    const uint64_t warp_share = instructions / core->ready_warps.count;
    const uint32_t remainder = (uint32_t)(instructions % core->ready_warps.count);
    for (uint32_t place = 0; place < core->ready_warps.count; place++) {
        noc_warp *warp = &core->warps[*noc_ring_entry(&core->ready_warps, place)];
        const uint64_t warp_instructions = warp_share + (place < remainder);
        warp->instructions -= warp_instructions;
        c->ports->tally.cores.instructions[warp->kernel] += warp_instructions;
    }
    for (uint32_t k = 0; k < remainder; k++)
        noc_ring_push(&core->ready_warps, noc_ring_pop(&core->ready_warps));
    if (c->phases.count == 0) return;
    c->ports->tally.phases.instructions[core->phase] += instructions;
    core->phase_left -= instructions;
}

/* Counts a core's work up to a cycle; ready warps only issue instructions in that time. */
static void count_work(noc_closed_loop *c, noc_core *core, uint64_t until)
{
    if (until <= core->counted_cycle) return;
    if (core->memory_queue.count > 0) c->ports->tally.cores_blocked += until - core->counted_cycle;
    const uint64_t first = find_first_issue(core);
    if (core->ready_warps.count > 0 && until >= first) {
        const uint64_t instructions = (until - first) / c->issue_clocks + 1;
        count_issues(c, core, instructions);
        core->issue_cycle = (double)(first + instructions * c->issue_clocks);
    }
    core->counted_cycle = until;
}

void noc_cores_count(noc_closed_loop *c)
{
    for (uint32_t k = 0; k < c->core_count; k++) count_work(c, &c->cores[k], c->core_cycle);
}

void noc_core_wake(noc_closed_loop *c, noc_core *core)
{
    count_work(c, core, c->core_cycle);
    schedule_wake(c, core, c->core_cycle + 1);
}

void noc_core_begin_cycle(noc_closed_loop *c, noc_core *core)
{
    count_work(c, core, c->core_cycle - 1);
    core->counted_cycle = c->core_cycle;
}

/* ---- resting -------------------------------------------------------------------------------- */

/* Counts the instructions up to the next departure of a warp from the ready queue, or up to the
 * next phase of the core. */
static uint64_t count_instructions_left(const noc_closed_loop *c, const noc_core *core)
{
    uint64_t left = c->phases.count > 0 ? core->phase_left : UINT64_MAX;
    for (uint32_t place = 0; place < core->ready_warps.count; place++) {
        const noc_warp *warp = &core->warps[*noc_ring_entry(&core->ready_warps, place)];
        const uint64_t warp_instructions =
            (warp->instructions - 1) * core->ready_warps.count + place + 1;
        left = min_u64(left, warp_instructions);
    }
    return left;
}

/* True if the first memory instruction in the queue must be retried in each cycle. */
static bool has_memory_work(const noc_closed_loop *c, const noc_core *core)
{
    return core->memory_queue.count > 0 && (c->requests || core->free_transaction != NOC_NONE);
}

static uint64_t find_next_cycle(const noc_closed_loop *c, const noc_core *core)
{
    if (c->is_always_awake || has_memory_work(c, core)) return c->core_cycle + 1;
    if (core->ready_warps.count == 0) return UINT64_MAX;
    if (c->issue_clocks == 0) return c->core_cycle + 1;
    return find_first_issue(core) + (count_instructions_left(c, core) - 1) * c->issue_clocks;
}

void noc_core_schedule(noc_closed_loop *c, noc_core *core)
{
    const uint64_t next = find_next_cycle(c, core);
    schedule_wake(c, core, next);
}
