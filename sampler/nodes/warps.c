#include "sampler/nodes/warps.h"

#include <math.h>

/* Instructions up to and including the next memory instruction: geometric with the workload's
 * mean. */
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

/* As many as its CTA has left; false: none. */
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

void noc_warp_resume(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    if (noc_warp_is_spare(c, core, w))
        core->warps[w].rests = true;
    else
        draw(c, core, w);
}

void noc_warp_draw_again(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    if (c->ctas) *left_of(c, core, w) += core->warps[w].instructions;
    draw(c, core, w);
}
