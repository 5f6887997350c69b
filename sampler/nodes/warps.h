/* sampler/nodes/warps.h: how a warp goes on: to its next memory instruction, or to the end of its
 * CTA. */
#ifndef NOC_SAMPLER_NODES_WARPS_H
#define NOC_SAMPLER_NODES_WARPS_H

#include "sampler/nodes/loop_state.h"

/* A core draws from the stream of its terminal. */
static inline noc_random *noc_core_random(const noc_closed_loop *loop, const noc_core *core)
{
    return &loop->ports->terminals[core->terminal].random;
}

/* The number of the workload that a warp runs: its kernel, or the phase of its core. */
static inline uint8_t noc_kernel_of_warp(const noc_core *core, const noc_warp *warp)
{
    return (uint8_t)(warp->kernel + core->phase);
}

/* Whether a warp has nothing to do in its core's phase. */
static inline bool noc_warp_is_spare(const noc_closed_loop *loop, const noc_core *core, uint32_t w)
{
    return loop->phases.count > 0 && w >= (uint32_t)loop->kernels[core->phase].workload.warps;
}

/* It waits for nothing: it is ready, unless its CTA has no more instructions for it. */
void noc_warp_resume(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* A ready one draws anew how far it is to its next memory instruction, and stands in line again. */
void noc_warp_draw_again(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* One of the replies that it waits for is there. */
static inline void noc_warp_answered(noc_closed_loop *loop, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    if (--warp->awaited == 0 && warp->to_send == 0) noc_warp_resume(loop, core, w);
}

/* It has done the last instructions of its CTA. */
static inline void noc_warp_end(noc_closed_loop *loop, const noc_core *core, uint32_t w)
{
    noc_ctas_end_warp(loop->ctas, (uint32_t)(core - loop->cores), w);
}

#endif
