/* sampler/loop/cores.h: compute nodes of the closed loop: warps take turns on a pipeline, run for a
 * while and then wait for memory.
 *
 * A memory instruction queues behind the other warps' memory instructions at its core. It makes one
 * request a core cycle, as MSHRs are free. A warp that reads goes on when all its replies are
 * there, a warp that writes at once; MSHRs stay taken until the replies come. */
#ifndef NOC_SAMPLER_LOOP_CORES_H
#define NOC_SAMPLER_LOOP_CORES_H

#include "sampler/loop/loop_state.h"

/* Makes the cores, which draw from the streams of their terminals. False when out of memory. */
bool noc_cores_make(noc_closed_loop *loop);
void noc_cores_clear(noc_closed_loop *loop);

/* Runs the cores for the core cycles that begin in this network cycle. */
void noc_cores_step(noc_closed_loop *loop);

/* Receives the last flit of a reply. */
void noc_core_receive(noc_closed_loop *loop, uint32_t transaction);

#endif
