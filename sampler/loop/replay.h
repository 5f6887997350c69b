/* sampler/loop/replay.h: a trace with addresses, which replaces the warps and memories of a closed
 * loop.
 *
 * Each request of the trace is a miss of its core's L1 cache. In its cycle, or when all requests it
 * waits for are over (sources/chains.h), it takes an MSHR, or joins an MSHR that its core has for
 * the line, or waits for a free one and blocks the requests behind it. All further steps are the
 * closed loop's own (requests.h, clusters.h), up to the memory nodes, which answer at once. A read
 * is over when its core has the line, a write when it is at its memory node. */
#ifndef NOC_SAMPLER_LOOP_REPLAY_H
#define NOC_SAMPLER_LOOP_REPLAY_H

#include "sampler/loop/loop_state.h"

/* Makes loop->replay, before the loop's cores. False when out of memory. */
bool noc_replay_make(noc_closed_loop *loop, const noc_trace_schedule *schedule);

/* Makes the sizes of answers, by transaction, after the cores. False when out of memory. */
bool noc_replay_make_answers(noc_closed_loop *loop);
void noc_replay_clear(noc_closed_loop *loop);

/* Runs a cycle: cores make the requests that are due, as MSHRs are free. */
void noc_replay_step(noc_closed_loop *loop);

/* Answers a request that has arrived at its memory node. */
void noc_replay_serve(noc_closed_loop *loop, const noc_packet *request);

/* Current cycle while a core waits for something; else cycle of the next request; UINT64_MAX: there
 * is none. */
uint64_t noc_replay_quiet_until(const noc_closed_loop *loop);

#endif
