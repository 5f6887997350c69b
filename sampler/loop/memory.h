/* sampler/loop/memory.h: memory nodes of the closed loop: an input queue, a cache slice, a DRAM
 * shared by slices, and a reply queue.
 *
 * Requests are looked up in the order of arrival. After l2_cycles a hit enters the reply queue,
 * and a miss the DRAM queue. An entry without a free place waits and blocks later entries: a
 * full reply queue stops the cache, then the input queue fills, then requests are not admitted
 * and stay in the network. */
#ifndef NOC_SAMPLER_LOOP_MEMORY_H
#define NOC_SAMPLER_LOOP_MEMORY_H

#include "sampler/loop/loop_state.h"

/* Makes the memory nodes. False when out of memory. */
bool noc_memories_make(noc_closed_loop *loop, uint64_t seed);
void noc_memories_clear(noc_closed_loop *loop);

/* Runs the memory nodes for a network cycle, and the DRAMs for the memory clocks that begin in
 * the cycle. */
void noc_memories_step(noc_closed_loop *loop);

/* Sums the counts of all DRAMs into the ports' tally. */
void noc_memories_count(noc_closed_loop *loop);

/* Receives the last flit of a request. */
void noc_memory_receive(noc_closed_loop *loop, uint32_t terminal, uint32_t transaction);

#endif
