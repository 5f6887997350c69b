/* sampler/loop/replay_state.h: the requests of a trace with addresses (nodes/replay.h), and which
 * of them have been answered. */
#ifndef NOC_SAMPLER_LOOP_REPLAY_STATE_H
#define NOC_SAMPLER_LOOP_REPLAY_STATE_H

#include "sampler/loop/loop_state.h"
#include "sampler/ports/trace_schedule.h"

struct noc_replay {
    const noc_trace_schedule *schedule; /* borrowed */
    uint32_t *next;                     /* by core: its first request that is not made; NOC_NONE */
    uint32_t *requests;                 /* by core: how many it has */
    uint64_t *answered;                 /* by request: cycle; UINT64_MAX: it is not yet */
    uint64_t left;                      /* that are not */
};

/* The core of a request has what it asked for. */
static inline void noc_replay_answer(noc_closed_loop *loop, uint32_t request)
{
    noc_replay *replay = loop->replay;
    replay->answered[request] = loop->ports->now;
    loop->end.makespan = loop->ports->now;
    loop->end.over = --replay->left == 0;
}

#endif
