/* sampler/loop/replay.h: replay of a trace with addresses, in place of the warps and memories of a
 * closed loop.
 *
 * Each request of the trace is a miss of its core's L1 cache. In its cycle, or when all requests
 * it depends on have ended (sources/chains.h), the request occupies an MSHR, joins an MSHR of
 * the core for the same line, or waits for a free MSHR and blocks later requests. Further steps
 * are those of the closed loop (requests.h, clusters.h), up to memory nodes that answer at once.
 * A read ends when its core has the line, a write when it reaches its memory node. */
#ifndef NOC_SAMPLER_LOOP_REPLAY_H
#define NOC_SAMPLER_LOOP_REPLAY_H

#include "sampler/loop/loop_state.h"

/* Makes loop->replay, before the loop's cores. False when out of memory. */
bool noc_replay_make(noc_closed_loop *loop, const noc_trace_schedule *schedule);

/* Makes the array of answer sizes (noc_replay.answer_bytes), after the cores. False when out of
 * memory. */
bool noc_replay_make_answers(noc_closed_loop *loop);
void noc_replay_clear(noc_closed_loop *loop);

/* Runs a cycle: cores make the released requests while MSHRs are free. */
void noc_replay_step(noc_closed_loop *loop);

/* Answers a request that has arrived at its memory node. */
void noc_replay_serve(noc_closed_loop *loop, const noc_packet *request);

/* Finds the next event: the current cycle while a core waits; else the cycle of the next
 * request; UINT64_MAX: none. */
uint64_t noc_replay_next_event(const noc_closed_loop *loop);

#endif
