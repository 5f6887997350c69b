/* analytic/contention/sweep/tail_lag.h: lag of a packet's tail behind its head. Contention in the
 * switch separates the flits of a packet, so the packet owns each VC for longer; the lag shrinks
 * wherever the head waits. On meshes the lag is within 10 % of the sampler's on most channels, by
 * stages and VCs. Symbols in contention_state.h. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TAIL_LAG_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TAIL_LAG_H

#include "analytic/contention/sweep/blocks.h"

/* Returns the cycles of lag for which a packet owns its VC. */
static inline lanes lag_in_switch(const queue_lanes *to)
{
    return to->brought.lag + to->brought.owning + to->brought.late;
}

/* Returns the share of packets whose lag lengthens their stay in a queue. A packet longer than its
 * buffer waits for credits and hides a lag shorter than this gap (exponential). */
static inline lanes not_in_gap(const transition_lanes *x, lanes lag)
{
    if (!x->out.with_gaps) return every(1.0);
    return 1.0 - x->out.longer * (1.0 - exp_of(-x->out.gap / max_of(lag, little)));
}

/* Returns E[min(x, time)] / E[x] for a lag x that is uniform from 0 to 2 `mean`. */
static inline lanes within(lanes time, lanes there)
{
    const lanes part = min_of(0.5 * time / there, 1.0);
    return part * (2.0 - part);
}

/* Returns the cycles of lag that a packet recovers while its head is routed. Flits of other packets
 * that leave over the same crossbar input come between the body's flits again, but their heads are
 * routed as well: if one of the two packets is delayed in this router, the other packet gains that
 * lead. Both packets are stretched by others, and one is delayed here, as often as independent
 * events; checked on butterflies of the sampler, by stages, lengths and load. */
static inline lanes caught_up_in_routing(const queue_lanes *q, lanes there)
{
    const lanes routed = q->time.regained;
    const lanes filled = min_of(q->brought.filled, q->brought.lag);
    const lanes delay = (q->crossed.dilation - 1.0) * q->packet.flits;
    const lanes by_others = wait_where_any(q, filled), lead = min_of(routed, by_others);
    const lanes delayed = delay / wait_where_any(q, delay);
    return (q->brought.lag - filled) * within(routed, there) + filled / by_others * delayed * lead;
}

/* Returns the cycles of lag that a packet recovers in the downstream router: while its head is
 * routed, and while its head waits behind others, for a VC or for the switch. Lag and wait are rare
 * and exponential; a packet recovers the lesser of both. */
static inline lanes caught_up(const queue_lanes *q)
{
    const lanes there = wait_where_any(q, q->brought.lag);
    const lanes wait = q->wait.start + q->wait.queue - q->wait.outside;
    const lanes in_waits = wait / (wait_where_any(q, wait) + there);
    const lanes kept = (q->brought.lag - caught_up_in_routing(q, there)) * (1.0 - in_waits);
    return pick(q->brought.lag > 0.0, q->brought.lag - kept, every(0.0));
}

/* Returns the cycles by which a packet's tail arrives later than a router of several steps per
 * cycle could pass it, as its link brings a flit per cycle. The tail catches up while the head is
 * routed and waits; positive waits are exponential. docs/model.md (24a). */
static inline lanes not_there_yet(const queue_lanes *from, const transition_lanes *x)
{
    lanes spread = from->time.hurried * (1.0 - x->packet.of_head);
    if (x->wide) spread = pick(x->packet.abreast > 0.0, x->packet.spread, spread);
    const lanes late = max_of(0.0, spread - from->time.routed - x->out.held);
    const lanes wait = from->wait.queue - from->wait.outside + x->wait.vc + x->wait.head;
    const lanes any = max_of(little, wait_where_any(from, wait));
    return late - wait * (1.0 - exp_of(-late / any));
}

/* Returns the cycles for which a packet owns its VC after the crossbar of several steps per cycle
 * could have passed it, without its lag. Their maximum is the lead of the crossbar over the channel
 * for a packet of each VC. A stall between the packet's flits is part of the lag and counts
 * once. */
static inline lanes owned_for_longer(const queue_lanes *from, const transition_lanes *x)
{
    if (!x->out.queues && !x->wide) return every(0.0);
    const lanes all = not_there_yet(from, x) + x->wait.room;
    const lanes longer = min_of(all, x->out.vcs * x->packet.hurried);
    const lanes apart = x->wide ? pick(x->packet.abreast > 0.0, x->wait.room, longer) : longer;
    return apart - x->wait.drawn_out - x->wait.parted;
}

/* Returns the cycles until the last flit of a packet arrives that comes from, or goes to, a channel
 * of several flits per cycle; 0 for other packets. docs/model.md (24j). */
static inline lanes late_by_spread(const queue_lanes *from, const transition_lanes *x)
{
    if (!x->wide) return every(0.0);
    const lanes late = not_there_yet(from, x);
    const lanes most = max_of(0.0, x->out.vcs * x->packet.hurried - x->wait.room);
    const lanes on_narrow = min_of(late, most);
    return pick(x->packet.abreast > 0.0, pick(x->packet.abreast > 1.0, late, on_narrow),
                every(0.0));
}

/* Returns the part of a transition in the delays that packets bring to its destination. `kept`: lag
 * that the packets keep from before, cycles. While a body waits in the switch longer than its head,
 * flits of other packets on the same link fill its gaps, until these packets leave the link.
 * docs/model.md (16). */
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

/* Adds the delays from one queue, lane by lane: several lanes may lead to one queue. */
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

/* Share of the difference to `late_target` that `late` moves in a sweep. Whole steps would
 * oscillate: late flits lengthen heads' waits for VCs, and these waits shorten the lateness a sweep
 * later. */
static const double step_of_late = 0.4;

static inline void step_towards_late(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        q->brought.late_now = repeat_first(q, q->brought.late_now);
        q->brought.late += step_of_late * (q->brought.late_now - q->brought.late);
    }
}

/* Brings the delays of all queues downstream. Queues are visited from the last to the first, so
 * each comes after the queues that lead to it. */
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
