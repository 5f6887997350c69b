/* sampler/loop/cores.h: the compute nodes of the closed loop: warps that take turns on a pipeline,
 * run for a while and then wait for memory.
 *
 * A memory instruction stands in line with those of the other warps of its core. It makes its
 * requests one a core cycle, as MSHRs are free. A warp that read goes on when all its replies are
 * there, one that wrote at once; either keeps its MSHRs until the replies come. */
#ifndef NOC_SAMPLER_LOOP_CORES_H
#define NOC_SAMPLER_LOOP_CORES_H

#include "sampler/loop/loop_state.h"

/* Cores draw from the streams of their terminals. False when out of memory. */
bool noc_cores_make(noc_closed_loop *loop);
void noc_cores_clear(noc_closed_loop *loop);

/* Runs them for the core cycles that begin in this network cycle. */
void noc_cores_step(noc_closed_loop *loop);

/* The last flit of a reply has come. */
void noc_core_receive(noc_closed_loop *loop, uint32_t transaction);

#endif
