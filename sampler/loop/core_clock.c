#include "sampler/loop/core_clock.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"

static void call(noc_closed_loop *c, noc_core *core, uint64_t cycle)
{
    core->wakes = cycle;
    if (cycle == UINT64_MAX) return;
    noc_set_add(&c->calls[cycle % NOC_CORE_SLOTS * c->core_words], (uint32_t)(core - c->cores));
}

bool noc_core_clock_make(noc_closed_loop *c)
{
    const bool rest = noc_resource_is_in(c->derating.kinds, NOC_RESOURCE_CORES);
    const bool whole = c->issue_cycles == floor(c->issue_cycles);
    c->issue_clocks = whole && !rest ? (uint64_t)c->issue_cycles : 0;
    c->never_sleep = rest;
    c->core_words = c->core_count / 64 + 1;
    c->calls = calloc((size_t)NOC_CORE_SLOTS * c->core_words, sizeof *c->calls);
    if (!c->calls) return false;
    for (uint32_t k = 0; k < c->core_count; k++) call(c, &c->cores[k], 1);
    return true;
}

void noc_core_clock_clear(noc_closed_loop *c)
{
    free(c->calls);
}

/* ---- counting ------------------------------------------------------------------------------- */

/* Finds the first cycle, after the counted ones, in which the pipeline accepts an instruction. */
static uint64_t first_issue(const noc_core *core)
{
    const uint64_t from = core->counted + 1, free = (uint64_t)core->issue_at;
    return max_u64(from, free);
}

/* Counts `instructions` issues of ready warps in rotation, none of them a warp's last. */
static void issue(noc_closed_loop *c, noc_core *core, uint64_t instructions)
{
    const uint64_t each = instructions / core->ready.count;
    const uint32_t more = (uint32_t)(instructions % core->ready.count);
    for (uint32_t place = 0; place < core->ready.count; place++) {
        noc_warp *warp = &core->warps[*noc_ring_at(&core->ready, place)];
        const uint64_t own = each + (place < more);
        warp->instructions -= own;
        c->ports->tally.ends.instructions[warp->kernel] += own;
    }
    for (uint32_t k = 0; k < more; k++) noc_ring_push(&core->ready, noc_ring_pop(&core->ready));
    if (c->phases.count == 0) return;
    c->ports->tally.phases.instructions[core->phase] += instructions;
    core->phase_left -= instructions;
}

/* Counts a core's work up to a cycle; ready warps only issue instructions in that time. */
static void count(noc_closed_loop *c, noc_core *core, uint64_t until)
{
    if (until <= core->counted) return;
    if (core->misses.count > 0) c->ports->tally.cores_blocked += until - core->counted;
    const uint64_t first = first_issue(core);
    if (core->ready.count > 0 && until >= first) {
        const uint64_t instructions = (until - first) / c->issue_clocks + 1;
        issue(c, core, instructions);
        core->issue_at = (double)(first + instructions * c->issue_clocks);
    }
    core->counted = until;
}

void noc_cores_count(noc_closed_loop *c)
{
    for (uint32_t k = 0; k < c->core_count; k++) count(c, &c->cores[k], c->core_cycle);
}

void noc_core_rouse(noc_closed_loop *c, noc_core *core)
{
    count(c, core, c->core_cycle);
    call(c, core, c->core_cycle + 1);
}

void noc_core_begin(noc_closed_loop *c, noc_core *core)
{
    count(c, core, c->core_cycle - 1);
    core->counted = c->core_cycle;
}

/* ---- resting -------------------------------------------------------------------------------- */

/* Counts the instructions up to the next departure of a warp from the ready queue, or up to the
 * next phase of the core. */
static uint64_t instructions_left(const noc_closed_loop *c, const noc_core *core)
{
    uint64_t left = c->phases.count > 0 ? core->phase_left : UINT64_MAX;
    for (uint32_t place = 0; place < core->ready.count; place++) {
        const noc_warp *warp = &core->warps[*noc_ring_at(&core->ready, place)];
        const uint64_t own = (warp->instructions - 1) * core->ready.count + place + 1;
        left = min_u64(left, own);
    }
    return left;
}

/* True if the first memory instruction in the queue must be retried in each cycle. */
static bool is_accessing(const noc_closed_loop *c, const noc_core *core)
{
    return core->misses.count > 0 && (c->requests || core->free_transaction != NOC_NONE);
}

static uint64_t next_of(const noc_closed_loop *c, const noc_core *core)
{
    if (c->never_sleep || is_accessing(c, core)) return c->core_cycle + 1;
    if (core->ready.count == 0) return UINT64_MAX;
    if (c->issue_clocks == 0) return c->core_cycle + 1;
    return first_issue(core) + (instructions_left(c, core) - 1) * c->issue_clocks;
}

void noc_core_rest(noc_closed_loop *c, noc_core *core)
{
    const uint64_t next = next_of(c, core);
    call(c, core, next);
}
