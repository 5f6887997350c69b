#include "sampler/loop/warps.h"

#include <math.h>

/* ---- warps ---------------------------------------------------------------------------------- */

/* Draws the number of instructions up to and including the next memory instruction: geometric,
 * with the workload's mean. */
static uint64_t draw_instructions(const noc_kernel *kernel, noc_random *random)
{
    const double mean = kernel->workload.instructions * kernel->workload.burst;
    if (mean <= 1.0) return 1;
    return 1 + (uint64_t)(log(noc_random_positive(random)) * kernel->gap_scale);
}

static uint64_t *find_instructions_left(const noc_closed_loop *c, const noc_core *core, uint32_t w)
{
    return &c->ctas->instructions_left[(size_t)(core - c->cores) * c->warps_of_core + w];
}

/* Limits the instructions of a warp to the rest of its CTA. False: none is left. */
static bool limit_instructions(noc_closed_loop *c, const noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    uint64_t *left = find_instructions_left(c, core, w);
    if (*left == 0) return false;
    warp->is_last = warp->instructions > *left;
    if (warp->is_last) warp->instructions = *left;
    *left -= warp->instructions;
    return true;
}

static void schedule_warp(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    const noc_kernel *kernel = &c->kernels[noc_warp_kernel(core, warp)];
    warp->instructions = draw_instructions(kernel, noc_core_find_random(c, core));
    if (!c->ctas || limit_instructions(c, core, w))
        noc_ring_push(&core->ready_warps, w);
    else
        noc_warp_end(c, core, w);
}

/* True if a warp has no work in the phase of its core. */
static bool has_no_work(const noc_closed_loop *c, const noc_core *core, uint32_t w)
{
    return c->phases.count > 0 && w >= (uint32_t)c->kernels[core->phase].workload.warps;
}

void noc_warp_resume(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_core_wake(c, core);
    if (has_no_work(c, core, w))
        core->warps[w].is_resting = true;
    else
        schedule_warp(c, core, w);
}

/* Redraws the distance of a ready warp to its next memory instruction, and queues the warp
 * again. */
static void reschedule_warp(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    if (c->ctas) *find_instructions_left(c, core, w) += core->warps[w].instructions;
    schedule_warp(c, core, w);
}

/* ---- phases --------------------------------------------------------------------------------- */

/* Counts the instructions from the start of a round to the end of a phase. */
static double find_phase_end(const noc_closed_loop *c, const noc_core *core, size_t phase)
{
    double share = 0.0;
    for (size_t i = 0; i <= phase; i++) share += c->phases.list[i].share;
    return floor(core->round_instructions * share + 0.5);
}

static void begin_round(const noc_closed_loop *c, noc_core *core)
{
    const double length = 0.5 + noc_random_uniform(noc_core_find_random(c, core));
    core->round_instructions = fmax(1.0, floor(length * c->phases.period + 0.5));
}

/* Enters the next phase; a short phase may have no instructions in a round. */
static void enter_next_phase(noc_closed_loop *c, noc_core *core)
{
    double start = find_phase_end(c, core, core->phase);
    c->phase_cores[core->phase]--;
    do {
        core->phase = (uint8_t)((core->phase + 1u) % c->phases.count);
        if (core->phase == 0) begin_round(c, core);
        if (core->phase == 0) start = 0.0;
        core->phase_left = (uint64_t)(find_phase_end(c, core, core->phase) - start);
    } while (core->phase_left == 0);
    c->phase_cores[core->phase]++;
}

static void begin_at_random(noc_closed_loop *c, noc_core *core)
{
    begin_round(c, core);
    const double position =
        floor(noc_random_uniform(noc_core_find_random(c, core)) * core->round_instructions);
    while (find_phase_end(c, core, core->phase) <= position) core->phase++;
    core->phase_left = (uint64_t)(find_phase_end(c, core, core->phase) - position);
    c->phase_cores[core->phase]++;
}

void noc_phases_begin(noc_closed_loop *c)
{
    for (uint32_t k = 0; k < c->core_count && c->phases.count > 0; k++)
        begin_at_random(c, &c->cores[k]);
}

/* Redraws the distances of ready warps; superfluous warps rest. */
static void redraw_ready_warps(noc_closed_loop *c, noc_core *core)
{
    for (uint32_t left = core->ready_warps.count; left > 0; left--) {
        const uint32_t w = noc_ring_pop(&core->ready_warps);
        if (has_no_work(c, core, w))
            core->warps[w].is_resting = true;
        else
            reschedule_warp(c, core, w);
    }
}

static void wake_resting_warps(noc_closed_loop *c, noc_core *core)
{
    for (uint32_t w = 0; w < c->warps_of_core; w++) {
        if (!core->warps[w].is_resting || has_no_work(c, core, w)) continue;
        core->warps[w].is_resting = false;
        noc_warp_resume(c, core, w);
    }
}

void noc_phases_begin_next(noc_closed_loop *c, noc_core *core)
{
    enter_next_phase(c, core);
    redraw_ready_warps(c, core);
    wake_resting_warps(c, core);
}
