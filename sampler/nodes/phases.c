#include "sampler/nodes/phases.h"

#include <math.h>

#include "sampler/nodes/warps.h"

/* ---- rounds --------------------------------------------------------------------------------- */

/* Instructions of a round until the end of a phase. */
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

/* The phase after one that ends here; short ones may have none of a round. */
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

/* ---- warps ---------------------------------------------------------------------------------- */

/* Those that are ready draw anew, or rest. */
static void change_ready(noc_closed_loop *c, noc_core *core)
{
    for (uint32_t left = core->ready.count; left > 0; left--) {
        const uint32_t w = noc_ring_pop(&core->ready);
        if (noc_warp_is_spare(c, core, w))
            core->warps[w].rests = true;
        else
            noc_warp_draw_again(c, core, w);
    }
}

static void wake(noc_closed_loop *c, noc_core *core)
{
    for (uint32_t w = 0; w < c->warps_of_core; w++) {
        if (!core->warps[w].rests || noc_warp_is_spare(c, core, w)) continue;
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
