/* sampler/loop/replay.h: a trace with addresses, which replaces the warps and memories of a closed
 * loop.
 *
 * Each request of the trace is a miss of its core's L1 cache. In its cycle, or when all that it
 * waits for are over (sources/chains.h), it takes an MSHR, or waits with one that its core has for
 * the line, or for one to be free: then those behind it wait, too. All further steps are the closed
 * loop's own (requests.h, clusters.h), up to the memory nodes, which answer at once. A read is over
 * when its core has the line, a write when it is at its memory node. */
#ifndef NOC_SAMPLER_LOOP_REPLAY_H
#define NOC_SAMPLER_LOOP_REPLAY_H

#include "sampler/loop/loop_state.h"

/* Makes loop->replay, before its cores. False when out of memory. */
bool noc_replay_make(noc_closed_loop *loop, const noc_trace_schedule *schedule);

/* Makes its sizes of answers, by transaction, after the cores. False when out of memory. */
bool noc_replay_make_answers(noc_closed_loop *loop);
void noc_replay_clear(noc_closed_loop *loop);

/* A cycle: cores make the requests that are due, as MSHRs are free. */
void noc_replay_step(noc_closed_loop *loop);

/* A request has come to its memory node. */
void noc_replay_serve(noc_closed_loop *loop, const noc_packet *request);

/* The current cycle while a core waits for something; else that of the next request, UINT64_MAX if
 * there is none. */
uint64_t noc_replay_quiet_until(const noc_closed_loop *loop);

#endif
