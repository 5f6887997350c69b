/* analytic/contention/sweep/tail_lag.h: lag of a packet's tail behind its head. Switch contention
 * separates the flits of a packet, so the packet holds each VC for longer; the lag shrinks again
 * wherever the head has to wait. Symbols in contention_state.h. On meshes the lag is within 10 % of
 * the sampler's on most channels, by stages and VCs. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TAIL_LAG_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TAIL_LAG_H

#include "analytic/contention/sweep/blocks.h"

/* Cycles of lag that a packet gains while it owns the VC. */
static inline lanes lag_in_switch(const queue_lanes *to)
{
    return to->brought.lag + to->brought.owning + to->brought.late;
}

/* Share of the packets whose lag matters in a queue: packets that wait for credits there anyway
 * hide a lag that is no longer than that gap (exponential). */
static inline lanes not_in_gap(const transition_lanes *x, lanes lag)
{
    if (!x->out.with_gaps) return every(1.0);
    return 1.0 - x->out.longer * (1.0 - exp_of(-x->out.gap / max_of(lag, little)));
}

/* Mean of min(x, time) over the mean of x, for a lag x that is uniform up to twice `there`. */
static inline lanes within(lanes time, lanes there)
{
    const lanes part = min_of(0.5 * time / there, 1.0);
    return part * (2.0 - part);
}

/* Cycles caught up while the head alone is routed. Flits of others that leave over the same
 * crossbar input come between the body's flits again, but their heads are routed, too: if one of
 * them is delayed here the other packet has that lead. That is as frequent as packets that are
 * both drawn out by others and delayed in this router; found on butterflies of the sampler, by
 * stages, lengths and load. */
static inline lanes caught_up_in_routing(const queue_lanes *q, lanes there)
{
    const lanes routed = q->time.regained;
    const lanes filled = min_of(q->brought.filled, q->brought.lag);
    const lanes delay = (q->crossed.dilation - 1.0) * q->packet.flits;
    const lanes by_others = wait_where_any(q, filled), lead = min_of(routed, by_others);
    const lanes delayed = delay / wait_where_any(q, delay);
    return (q->brought.lag - filled) * within(routed, there) + filled / by_others * delayed * lead;
}

/* Cycles of accumulated lag that a packet recovers in the downstream router: while its head is
 * routed, and while its head waits behind others, for a VC or for the switch, by the lesser of the
 * two times (both are rare, and exponential). */
static inline lanes caught_up(const queue_lanes *q)
{
    const lanes there = wait_where_any(q, q->brought.lag);
    const lanes wait = q->wait.start + q->wait.queue - q->wait.outside;
    const lanes in_waits = wait / (wait_where_any(q, wait) + there);
    const lanes kept = (q->brought.lag - caught_up_in_routing(q, there)) * (1.0 - in_waits);
    return pick(q->brought.lag > 0.0, q->brought.lag - kept, every(0.0));
}

/* Cycles by which the tail of a packet comes later than a router of several steps could pass it:
 * its link brings a flit per cycle. The tail catches up while the head is routed and waits; waits
 * are exponential where there are any. docs/model.md (24a). */
static inline lanes not_there_yet(const queue_lanes *from, const transition_lanes *x)
{
    lanes spread = from->time.hurried * (1.0 - x->packet.of_head);
    if (x->wide) spread = pick(x->packet.abreast > 0.0, x->packet.spread, spread);
    const lanes late = max_of(0.0, spread - from->time.routed - x->out.held);
    const lanes wait = from->wait.queue - from->wait.outside + x->wait.vc + x->wait.head;
    const lanes any = max_of(little, wait_where_any(from, wait));
    return late - wait * (1.0 - exp_of(-late / any));
}

/* Cycles for which a packet owns its VC of a router of several steps beyond those of the crossbar,
 * without its lag. They are at most the cycles by which the channel is slower for a packet of each
 * VC. A stall between its flits is part of both, and counts once. */
static inline lanes owned_for_longer(const queue_lanes *from, const transition_lanes *x)
{
    if (!x->out.queues && !x->wide) return every(0.0);
    const lanes all = not_there_yet(from, x) + x->wait.room;
    const lanes longer = min_of(all, x->out.vcs * x->packet.hurried);
    const lanes apart = x->wide ? pick(x->packet.abreast > 0.0, x->wait.room, longer) : longer;
    return apart - x->wait.drawn_out - x->wait.parted;
}

/* Part of these cycles by which flits of packets come later that came, or go, over a channel of
 * several flits per cycle; 0 for others. docs/model.md (24j). */
static inline lanes late_by_spread(const queue_lanes *from, const transition_lanes *x)
{
    if (!x->wide) return every(0.0);
    const lanes late = not_there_yet(from, x);
    const lanes most = max_of(0.0, x->out.vcs * x->packet.hurried - x->wait.room);
    const lanes on_narrow = min_of(late, most);
    return pick(x->packet.abreast > 0.0, pick(x->packet.abreast > 1.0, late, on_narrow),
                every(0.0));
}

/* Delays that the packets of a transition bring along into the queue that it leads to, with `kept`
 * of their earlier lag. In the time in the switch beyond the heads' wait the gaps are full of
 * others' flits, on the same link, until these leave it. docs/model.md (16). */
static inline brought_lanes brought_by(const queue_lanes *from, const transition_lanes *x,
                                       lanes kept)
{
    const lanes head = x->wait.head + x->wait.link * x->packet.of_head;
    const lanes drawn_out = x->wait.switches + x->wait.link - head + x->wait.drawn_out;
    const lanes still_filled = x->part.along * min_of(from->brought.filled, kept);
    return (brought_lanes){
        .lag = x->part.to_share * (kept * not_in_gap(x, kept) + drawn_out + x->wait.parted),
        .filled = x->part.to_share * (still_filled + drawn_out),
        .owning = x->part.to_share * owned_for_longer(from, x),
        .late_now = x->part.to_share * late_by_spread(from, x),
        .queued = x->part.to_share * x->wait.behind,
        .heads = x->part.to_share * head,
        .upstream = x->part.spacing * from->service.mean,
    };
}

static inline void add_at(lanes *member, uint32_t place, double number)
{
    ((double *)member)[place] += number;
}

/* Adds the delays from one queue. Several queues may lead to the same place, so they add one after
 * the other. */
static inline void bring_from(noc_sweep *s, const queue_lanes *from, const brought_lanes *brought,
                              int lane)
{
    for (uint32_t k = from->first_transition; k < from->end_transition; k++) {
        const brought_lanes *b = &brought[k - from->first_transition];
        const uint32_t to = s->transitions[k].to[lane];
        add_at(&s->queues->brought.lag, to, b->lag[lane]);
        add_at(&s->queues->brought.filled, to, b->filled[lane]);
        add_at(&s->queues->brought.heads, to, b->heads[lane]);
        add_at(&s->queues->brought.upstream, to, b->upstream[lane]);
        if (!s->transitions[k].out.queues && !s->transitions[k].wide) continue;
        add_at(&s->queues->brought.owning, to, b->owning[lane]);
        add_at(&s->queues->brought.queued, to, b->queued[lane]);
        add_at(&s->queues->brought.late_now, to, b->late_now[lane]);
    }
}

/* Share of a step that is made from one sweep to the next: flits come earlier the longer heads
 * wait for VCs, and heads wait for missing flits, a sweep later. */
static const double step_of_late = 0.4;

static inline void step_towards_late(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        q->brought.late_now = repeat_first(q, q->brought.late_now);
        q->brought.late += step_of_late * (q->brought.late_now - q->brought.late);
    }
}

/* Brings delays along, queues from the last to the first: each comes after the queues that lead to
 * it. */
static inline void bring_along(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        q->brought.lag = q->brought.filled = q->brought.heads = q->brought.upstream = every(0.0);
        q->brought.owning = q->brought.queued = q->brought.late_now = every(0.0);
    }
    for (uint32_t i = s->queue_blocks; i-- > 0;) {
        queue_lanes *from = &s->queues[i];
        if (from->ejects) continue;
        from->brought.lag = repeat_first(from, from->brought.lag);
        from->brought.filled = repeat_first(from, from->brought.filled);
        from->brought.owning = repeat_first(from, from->brought.owning);
        from->brought.queued = repeat_first(from, from->brought.queued);
        from->brought.heads = repeat_first(from, from->brought.heads);
        from->brought.upstream = repeat_first(from, from->brought.upstream);
        const lanes kept = from->brought.lag - caught_up(from);
        for (uint32_t k = from->first_transition; k < from->end_transition; k++)
            s->brought[k - from->first_transition] = brought_by(from, &s->transitions[k], kept);
        for (int l = (int)from->count; l-- > 0;) bring_from(s, from, s->brought, l);
    }
    if (s->wide) step_towards_late(s);
}

#endif
