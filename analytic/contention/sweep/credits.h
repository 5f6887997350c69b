/* analytic/contention/sweep/credits.h: waits for credits of a virtual channel whose buffer is
 * shorter than its credit loop, with nothing else in the way: on long channels, and with small
 * buffers. Symbols in contention_state.h.
 *
 * Compared with 4x4 meshes of the sampler, channels of 10 and 26 cycles, VCs of 2 to 8 flits:
 * latency to 80 % of saturation is within 5 %, saturation, up to 3.5 times too high without these
 * waits, within 12 %. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_CREDITS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_CREDITS_H

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/erlang.h"

/* Cycles that an input VC takes at least for a packet that is all in its buffer. */
static inline lanes least_service(const queue_lanes *q)
{
    return q->time.send - q->time.hurried + q->time.turnaround;
}

/* Cycles from packet to packet on one VC between routers, as credits come back if nothing holds
 * them up. */
static inline lanes least_period(const queue_lanes *q)
{
    return max_of(q->time.send, least_service(q)) + q->time.paced_by_credits;
}

/* Packets that one VC is asked for, takes, and lets wait for credits, by cycle. */
typedef struct credit_use {
    lanes taken, waited;
} credit_use;

/* Of one VC that so many packets ask for. It has room for k packets, whose credits take k
 * `paced_by_credits` longer to come back than k packets take to be sent one right after the other:
 * as many servers, in time without what it takes to send. One packet at most waits, as it owns the
 * VC; who comes meanwhile takes another (M/M/k with one place to wait). Of one constant time after
 * another the first ends after 1 / (k + 1) of it at random, after 1 / k if all are taken up at
 * once. docs/model.md (19). */
static inline credit_use use_of_vc(const queue_lanes *q, lanes k, lanes late, lanes asks)
{
    const lanes sent = q->time.send + q->time.turnaround;
    const lanes apart = 1.0 - min_of(asks * sent, highest_queue);
    const lanes offered = k * late * asks / apart;
    const lanes none = probability_of_none(k, offered), turned_away = offered * none;
    const lanes room = k / (k + turned_away);
    const lanes taken = min_of(asks * room, 1.0 / (sent + late));
    const lanes wait = none * (k + none) / (k + 1.0) * late;
    return (credit_use){taken, taken * wait};
}

/* Of all VCs. A head takes the first free one after that which its input VC took before; after
 * another output in between, the first of all. So many packets ask for the first, and of those that
 * a VC did not take, or whose next ones go to the same output as they, for the next. */
static inline credit_use use_of_vcs(const queue_lanes *q, lanes late, lanes first)
{
    const lanes k = max_of(1.0, q->room.buffer / q->packet.flits);
    const double most = highest_lane(q->input.vcs);
    credit_use all = {every(0.0), every(0.0)};
    lanes asks = first;
    for (double v = 0.0; v < most; v++) {
        const credit_use one = use_of_vc(q, k, late, asks);
        all.taken += pick(q->input.vcs > v, one.taken, every(0.0));
        all.waited += pick(q->input.vcs > v, one.waited, every(0.0));
        asks = max_of(little, asks - q->input.begins_anew * one.taken);
    }
    return all;
}

/* Cycles by which packets are drawn out, on the way here and in the buffer, over those that it has
 * room for: their credits come back meanwhile. */
static inline lanes drawn_out_in_buffer(const queue_lanes *q)
{
    return q->brought.lag + min_of(q->packet.flits / q->room.buffer, 1.0) * q->room.beside *
                                (q->crossed.dilation - 1.0);
}

/* Mean wait of a queue's packets. Those that ask for the first VC are found by what all VCs take
 * then. */
static inline lanes wait_for_credits(const noc_sweep *s, const queue_lanes *q)
{
    enum { STEPS = 6 };
    if (!q->lacks_credits || q->single)
        return every(0.0); /* an only VC's come in trains (transit.h) */
    const lanes rate = max_of(little, q->load.packets * s->rate);
    const lanes late =
        max_of(0.0, q->time.paced_by_credits +
                        min_of(q->packet.flits / q->room.buffer, 1.0) * q->service.onward_credits -
                        drawn_out_in_buffer(q));
    lanes first = rate * max_of(q->input.begins_anew, 1.0 / q->input.vcs);
    credit_use use = use_of_vcs(q, late, first);
    for (int k = 1; k < STEPS; k++) {
        first *= rate / use.taken;
        use = use_of_vcs(q, late, first);
    }
    return pick(q->time.paced_by_credits > 0.0, use.waited / use.taken, every(0.0));
}

#endif
