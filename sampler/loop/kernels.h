/* sampler/loop/kernels.h: kernels of a closed loop: behaviour of their warps, and the slots and
 * cycles of their CTAs. */
#ifndef NOC_SAMPLER_LOOP_KERNELS_H
#define NOC_SAMPLER_LOOP_KERNELS_H

#include "sampler/loop/loop_state.h"

/* Makes loop->kernels and, where CTAs begin and end, loop->ctas. False when out of memory. */
bool noc_kernels_make(noc_closed_loop *loop, const noc_loop_load *load);
void noc_kernels_clear(noc_closed_loop *loop);

/* Begins a cycle: CTAs start in free slots. Requires loop->ctas. True: all CTAs of all kernels
 * have ended. */
bool noc_kernels_step(noc_closed_loop *loop);

/* Sums the instructions of all kernels into the ports' tally. */
void noc_kernels_count(noc_closed_loop *loop);

#endif
