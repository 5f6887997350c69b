/* sampler/loop/replay.h: station of a trace with addresses, in place of the warps and memories of a
 * closed loop.
 *
 * Each request of the trace is a miss of its core's L1 cache. In its cycle, or when all requests
 * it depends on have ended (sources/chains.h), the request queues at its core, for an MSHR
 * (requests.h). Further steps are those of the closed loop, up to memory nodes that answer at once.
 * A read ends when its core has the line, a write when it reaches its memory node.
 *
 * Enter: requests that arrive at memory nodes (noc_replay_serve), and answers at cores. Leave:
 * requests at the head of their core's queue; requests.c makes and removes them. */
#ifndef NOC_SAMPLER_LOOP_REPLAY_H
#define NOC_SAMPLER_LOOP_REPLAY_H

#include "base/arena.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/chains.h"

/* Requests of the trace, one line each. */
typedef struct noc_replay {
    noc_ports *ports;
    const noc_trace_schedule *schedule; /* schedule of the trace; borrowed */
    noc_linked_lines lines;             /* requests not released yet */
    /* [core]: first and last request of the queue; NOC_NONE: empty */
    uint32_t *first_requests, *last_requests;
    uint32_t *next_requests;  /* [request]: next request in the queue */
    uint32_t *request_counts; /* [core]: number of requests */
    uint64_t *release_cycles; /* [request]: release cycle */
    uint64_t *answer_cycles;  /* [request]: cycle of the answer; UINT64_MAX: none yet */
    /* [transaction]: bytes of the answer; 0: size of its packet type */
    uint32_t *answer_bytes;
    uint64_t requests_left; /* requests without an answer */
    noc_loop_end end;
} noc_replay;

/* Makes the replay of a schedule; `transactions`: number of transactions. Ports and schedule are
 * borrowed. False when out of memory. */
bool noc_replay_make(noc_replay *replay, noc_ports *ports, const noc_trace_schedule *schedule,
                     size_t transactions, noc_arena *arena);

/* Begins a cycle: released requests queue at their cores. */
void noc_replay_begin(noc_replay *replay);

/* Removes the first request of a core's queue, which is not empty. */
static inline void noc_replay_pop(noc_replay *replay, uint32_t core)
{
    replay->first_requests[core] = replay->next_requests[replay->first_requests[core]];
}

/* Counts the packet of a request that has arrived at its memory node, and sets the size of the
 * answer. */
void noc_replay_serve(noc_replay *replay, const noc_packet *packet, uint32_t request);

/* Counts the answer to a request at its core; ends the request if it is a read. */
void noc_replay_count_answer(noc_replay *replay, uint32_t request);

#endif
