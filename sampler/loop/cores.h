/* sampler/loop/cores.h: cores of the closed loop: warps share a pipeline in rotation, issue
 * instructions, and wait for memory.
 *
 * Memory instructions of a core queue. The first one makes one request per core cycle, while
 * MSHRs are free. A reading warp continues when all its replies have arrived, a writing warp at
 * once; MSHRs stay occupied until the replies arrive. */
#ifndef NOC_SAMPLER_LOOP_CORES_H
#define NOC_SAMPLER_LOOP_CORES_H

#include "sampler/loop/loop_state.h"

/* Makes the cores, which use the random streams of their terminals. False when out of memory. */
bool noc_cores_make(noc_closed_loop *loop);
void noc_cores_clear(noc_closed_loop *loop);

/* Runs the core cycles that begin in this network cycle. */
void noc_cores_step(noc_closed_loop *loop);

/* Receives the last flit of a reply. */
void noc_core_receive(noc_closed_loop *loop, uint32_t transaction);

#endif
