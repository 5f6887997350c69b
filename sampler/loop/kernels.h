/* sampler/loop/kernels.h: the kernels of a closed loop: what their warps do, and where and when
 * their CTAs run. */
#ifndef NOC_SAMPLER_LOOP_KERNELS_H
#define NOC_SAMPLER_LOOP_KERNELS_H

#include "sampler/loop/loop_state.h"

/* Makes loop->kernels and, where CTAs begin and end, loop->ctas. False when out of memory. */
bool noc_kernels_make(noc_closed_loop *loop, const noc_loop_load *load);
void noc_kernels_clear(noc_closed_loop *loop);

/* A cycle begins: slots that are free take CTAs. There are loop->ctas. Whether all CTAs of all
 * kernels are over. */
bool noc_kernels_step(noc_closed_loop *loop);

/* Sums the instructions of all kernels into the ports' tally. */
void noc_kernels_count(noc_closed_loop *loop);

#endif
