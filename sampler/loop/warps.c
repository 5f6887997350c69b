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

static uint64_t *left_of(const noc_closed_loop *c, const noc_core *core, uint32_t w)
{
    return &c->ctas->left[(size_t)(core - c->cores) * c->warps_of_core + w];
}

/* Limits the instructions of a warp to the rest of its CTA. False: none is left. */
static bool limit(noc_closed_loop *c, const noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    uint64_t *left = left_of(c, core, w);
    if (*left == 0) return false;
    warp->ends = warp->instructions > *left;
    if (warp->ends) warp->instructions = *left;
    *left -= warp->instructions;
    return true;
}

static void draw(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    const noc_kernel *kernel = &c->kernels[noc_kernel_of_warp(core, warp)];
    warp->instructions = draw_instructions(kernel, noc_core_random(c, core));
    if (!c->ctas || limit(c, core, w))
        noc_ring_push(&core->ready, w);
    else
        noc_warp_end(c, core, w);
}

/* True if a warp has no work in the phase of its core. */
static bool is_spare(const noc_closed_loop *c, const noc_core *core, uint32_t w)
{
    return c->phases.count > 0 && w >= (uint32_t)c->kernels[core->phase].workload.warps;
}

void noc_warp_resume(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_core_rouse(c, core);
    if (is_spare(c, core, w))
        core->warps[w].rests = true;
    else
        draw(c, core, w);
}

/* Redraws the distance of a ready warp to its next memory instruction, and queues the warp
 * again. */
static void draw_again(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    if (c->ctas) *left_of(c, core, w) += core->warps[w].instructions;
    draw(c, core, w);
}

/* ---- phases --------------------------------------------------------------------------------- */

/* Counts the instructions from the start of a round to the end of a phase. */
static double end_of(const noc_closed_loop *c, const noc_core *core, size_t phase)
{
    double share = 0.0;
    for (size_t i = 0; i <= phase; i++) share += c->phases.list[i].share;
    return floor(core->round * share + 0.5);
}

static void begin_round(const noc_closed_loop *c, noc_core *core)
{
    const double length = 0.5 + noc_random_uniform(noc_core_random(c, core));
    core->round = fmax(1.0, floor(length * c->phases.period + 0.5));
}

/* Enters the next phase; a short phase may have no instructions in a round. */
static void enter_next(noc_closed_loop *c, noc_core *core)
{
    double begun = end_of(c, core, core->phase);
    c->cores_in[core->phase]--;
    do {
        core->phase = (uint8_t)((core->phase + 1u) % c->phases.count);
        if (core->phase == 0) begin_round(c, core);
        if (core->phase == 0) begun = 0.0;
        core->phase_left = (uint64_t)(end_of(c, core, core->phase) - begun);
    } while (core->phase_left == 0);
    c->cores_in[core->phase]++;
}

static void begin_anywhere(noc_closed_loop *c, noc_core *core)
{
    begin_round(c, core);
    const double at = floor(noc_random_uniform(noc_core_random(c, core)) * core->round);
    while (end_of(c, core, core->phase) <= at) core->phase++;
    core->phase_left = (uint64_t)(end_of(c, core, core->phase) - at);
    c->cores_in[core->phase]++;
}

void noc_phases_begin(noc_closed_loop *c)
{
    for (uint32_t k = 0; k < c->core_count && c->phases.count > 0; k++)
        begin_anywhere(c, &c->cores[k]);
}

/* Redraws the distances of ready warps; superfluous warps rest. */
static void change_ready(noc_closed_loop *c, noc_core *core)
{
    for (uint32_t left = core->ready.count; left > 0; left--) {
        const uint32_t w = noc_ring_pop(&core->ready);
        if (is_spare(c, core, w))
            core->warps[w].rests = true;
        else
            draw_again(c, core, w);
    }
}

static void wake(noc_closed_loop *c, noc_core *core)
{
    for (uint32_t w = 0; w < c->warps_of_core; w++) {
        if (!core->warps[w].rests || is_spare(c, core, w)) continue;
        core->warps[w].rests = false;
        noc_warp_resume(c, core, w);
    }
}

void noc_phases_go_on(noc_closed_loop *c, noc_core *core)
{
    enter_next(c, core);
    change_ready(c, core);
    wake(c, core);
}
