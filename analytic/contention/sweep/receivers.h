/* analytic/contention/sweep/receivers.h: waits for codecs where packets leave the network: one
 * takes packets one at a time, F + c cycles each. Symbols in contention_state.h.
 *
 * Packets queue at a port as M/G/1 (Kleinrock 1975) does: at the link for F cycles each, and, as
 * flits go on while they come, at both together for F + c. What that is more waits for the codec;
 * it depends on nothing but the load. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_RECEIVERS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_RECEIVERS_H

#include <math.h>

#include "analytic/contention/sweep/blocks.h"

/* Cycles; squares: lambda E[S^2]. */
static inline double wait_of_queue(double squares, double used)
{
    return squares / (2.0 * (1.0 - fmin(used, highest_queue)));
}

typedef struct receiver_waits {
    double queue, stall, lasts; /* mean; what the sender is late by; mean where there is any */
} receiver_waits;

/* Packets wait in the buffers of their channel, as many as fit there; those beyond, and those that
 * do not fit, hold up others in the router before (geometric numbers). */
static inline receiver_waits waits_at_receiver(const noc_sweep *s, const noc_class_queue *q)
{
    const noc_loads *l = s->contention->loads;
    const double used = l->in_use[q->channel] * q->speed.derated * s->rate;
    const double streamed = l->channel_flits[q->channel] * q->speed.slowed * s->rate;
    const double queue = fmax(0.0, wait_of_queue(q->received.used2 * s->rate, used) -
                                       wait_of_queue(q->received.flits2 * s->rate, streamed));
    const double fit = q->vcs * fmax(1.0, floor(q->buffer / q->flits));
    const double beyond = pow(fmin(used, highest_queue), fit);
    return (receiver_waits){
        .queue = queue,
        .stall = queue * (q->longer + (1.0 - q->longer) * beyond),
        .lasts = queue / fmax(fmin(used, highest_queue), little),
    };
}

/* Of the queues of a block, all of which eject. */
static inline void wait_for_receivers(const noc_sweep *s, queue_lanes *q)
{
    for (int l = 0; l < NOC_LANES; l++) {
        const receiver_waits w = waits_at_receiver(s, &s->contention->queues[q->of[l]]);
        q->wait.queue[l] = w.queue;
        q->wait.stall[l] = w.stall;
        q->service.last[l] = w.lasts;
    }
}

/* Those of a network that has codecs. */
static inline void describe_receivers(const noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        if (q->ejects && s->contention->queues[q->of[0]].codec > 0.0) wait_for_receivers(s, q);
    }
}

#endif
