/* analytic/contention/sweep/tail_lag.h: lag of a packet's tail behind its head. Contention in the
 * switch separates the flits of a packet, so the packet owns each VC for longer; the lag shrinks
 * wherever the head waits. On meshes the lag is within 10 % of the sampler's on most channels, by
 * stages and VCs. Symbols in contention_state.h; equations of docs/model.md, section 4:
 *   (16)  find_brought_delays  lag and other delays that packets bring to the next router
 *   (24a) find_tail_delay      tail behind the pace of a router of several steps per cycle
 *   (24j) find_late_flits      last flits over wide channels */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TAIL_LAG_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TAIL_LAG_H

#include "analytic/contention/sweep/blocks.h"

/* Returns the cycles of lag for which a packet owns its VC. */
static inline lanes find_owner_lag(const queue_lanes *to)
{
    return to->brought.lag + to->brought.owning + to->brought.late;
}

/* Returns the share of packets whose lag lengthens their stay in a queue. A packet longer than its
 * buffer waits for credits and hides a lag shorter than this gap (exponential). */
static inline lanes find_lag_share(const transition_lanes *x, lanes lag)
{
    if (!x->has_gaps) return every(1.0);
    return 1.0 - x->to.long_share * (1.0 - exp_of(-x->to.gap / max_of(lag, epsilon)));
}

/* Returns E[min(x, time)] / E[x] for a lag x that is uniform from 0 to 2 `mean`. */
static inline lanes find_capped_share(lanes time, lanes mean)
{
    const lanes half_share = min_of(0.5 * time / mean, 1.0);
    return half_share * (2.0 - half_share);
}

/* Returns the cycles of lag that a packet recovers while its head is routed. Flits of other packets
 * that leave over the same crossbar input come between the body's flits again, but their heads are
 * routed as well: if one of the two packets is delayed in this router, the other packet gains that
 * lead. Both packets are stretched by others, and one is delayed here, as often as independent
 * events; checked on butterflies of the sampler, by stages, lengths and load. */
static inline lanes find_routing_recovery(const queue_lanes *q, lanes positive_lag)
{
    const lanes routed = q->input.recovered_cycles;
    const lanes filled_lag = min_of(q->brought.filled, q->brought.lag);
    const lanes delay = (q->crossed.dilation - 1.0) * q->packet.flits;
    const lanes positive_filled = find_positive_wait(q, filled_lag),
                lead = min_of(routed, positive_filled);
    const lanes delayed_share = delay / find_positive_wait(q, delay);
    return (q->brought.lag - filled_lag) * find_capped_share(routed, positive_lag) +
           filled_lag / positive_filled * delayed_share * lead;
}

/* Returns the cycles of lag that a packet recovers in the downstream router: while its head is
 * routed, and while its head waits behind others, for a VC or for the switch. Lag and wait are rare
 * and exponential; a packet recovers the lesser of both. */
static inline lanes find_recovered_lag(const queue_lanes *q)
{
    const lanes positive_lag = find_positive_wait(q, q->brought.lag);
    const lanes wait = q->wait.heads + q->wait.queue - q->wait.source_part;
    const lanes wait_share = wait / (find_positive_wait(q, wait) + positive_lag);
    const lanes kept_lag =
        (q->brought.lag - find_routing_recovery(q, positive_lag)) * (1.0 - wait_share);
    return pick(q->brought.lag > 0.0, q->brought.lag - kept_lag, every(0.0));
}

/* Returns the cycles by which a packet's tail arrives later than a router of several steps per
 * cycle could pass it, as its link brings a flit per cycle. The tail catches up while the head is
 * routed and waits; positive waits are exponential. docs/model.md (24a). */
static inline lanes find_tail_delay(const queue_lanes *from, const transition_lanes *x)
{
    lanes spread = from->pace.receiver_lead * (1.0 - x->packet.head_share);
    if (x->has_wide_channels)
        spread = pick(x->pace.parallel_packets > 0.0, x->pace.tail_spread, spread);
    const lanes late = max_of(0.0, spread - from->input.routing_cycles - x->to.start_cycles);
    const lanes wait = from->wait.queue - from->wait.source_part + x->wait.vc + x->wait.head;
    const lanes positive_wait = max_of(epsilon, find_positive_wait(from, wait));
    return late - wait * (1.0 - exp_of(-late / positive_wait));
}

/* Returns the cycles for which a packet owns its VC after the crossbar of several steps per cycle
 * could have passed it, without its lag. Their maximum is the lead of the crossbar over the channel
 * for a packet of each VC. A stall between the packet's flits is part of the lag and counts
 * once. */
static inline lanes find_extra_ownership(const queue_lanes *from, const transition_lanes *x)
{
    if (!x->has_queues && !x->has_wide_channels) return every(0.0);
    const lanes total_delay = find_tail_delay(from, x) + x->wait.room;
    const lanes limited_delay = min_of(total_delay, x->to.vcs * x->pace.crossbar_lead);
    const lanes ownership = x->has_wide_channels
                                ? pick(x->pace.parallel_packets > 0.0, x->wait.room, limited_delay)
                                : limited_delay;
    return ownership - x->wait.stretch - x->wait.flit_stall;
}

/* Returns the cycles until the last flit of a packet arrives that comes from, or goes to, a channel
 * of several flits per cycle; 0 for other packets. docs/model.md (24j). */
static inline lanes find_late_flits(const queue_lanes *from, const transition_lanes *x)
{
    if (!x->has_wide_channels) return every(0.0);
    const lanes late = find_tail_delay(from, x);
    const lanes max_delay = max_of(0.0, x->to.vcs * x->pace.crossbar_lead - x->wait.room);
    const lanes narrow_delay = min_of(late, max_delay);
    return pick(x->pace.parallel_packets > 0.0,
                pick(x->pace.parallel_packets > 1.0, late, narrow_delay), every(0.0));
}

/* Returns the part of a transition in the delays that packets bring to its destination. `kept_lag`:
 * lag that the packets keep from before, cycles. While a body waits in the switch longer than its
 * head, flits of other packets on the same link fill its gaps, until these packets leave the link.
 * docs/model.md (16). */
static inline brought_delay_lanes find_brought_delays(const queue_lanes *from,
                                                      const transition_lanes *x, lanes kept_lag)
{
    const lanes head = x->wait.head + x->wait.link * x->packet.head_share;
    const lanes stretch = x->wait.switches + x->wait.link - head + x->wait.stretch;
    const lanes kept_filled = x->link.output_share * min_of(from->brought.filled, kept_lag);
    return (brought_delay_lanes){
        .lag = x->share.arriving *
               (kept_lag * find_lag_share(x, kept_lag) + stretch + x->wait.flit_stall),
        .filled = x->share.arriving * (kept_filled + stretch),
        .owning = x->share.arriving * find_extra_ownership(from, x),
        .late_target = x->share.arriving * find_late_flits(from, x),
        .queued = x->share.arriving * x->wait.output_queue,
        .heads = x->share.arriving * head,
        .upstream = x->share.same_vc * from->service.mean,
    };
}

/* Adds members of the delays `from` to those of a destination; both in one lane. */
static inline void add_members(const double *from, int first, int end, double *to)
{
    for (int m = first; m < end; m++) to[m * NOC_LANES] += from[m * NOC_LANES];
}

/* Adds the delays from one queue, lane by lane: several lanes may lead to one queue. */
static inline void add_queue_delays(noc_sweep *s, const queue_lanes *from, int lane)
{
    for (uint32_t k = from->first_transition; k < from->end_transition; k++) {
        const transition_lanes *x = &s->transitions[k];
        const double *delays = (const double *)&s->brought[k - from->first_transition] + lane;
        double *sums = (double *)&s->queues->brought + x->destinations[lane];
        add_members(delays, 0, BROUGHT_BY_ALL, sums);
        if (x->has_queues || x->has_wide_channels)
            add_members(delays, BROUGHT_BY_ALL, BROUGHT_MEMBERS, sums);
    }
}

/* Share of the difference to `late_target` that `late` moves in a sweep. Whole steps would
 * oscillate: late flits lengthen heads' waits for VCs, and these waits shorten the lateness a sweep
 * later. */
static const double late_step_share = 0.4;

static inline void step_late_flits(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        q->brought.late_target = repeat_first(q, q->brought.late_target);
        q->brought.late += late_step_share * (q->brought.late_target - q->brought.late);
    }
}

/* Brings the delays of all queues downstream. Queues are visited from the last to the first, so
 * each comes after the queues that lead to it. */
static inline void bring_delays(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++)
        for (int m = 0; m < BROUGHT_MEMBERS; m++) (&s->queues[i].brought.lag)[m] = every(0.0);
    for (uint32_t i = s->queue_blocks; i-- > 0;) {
        queue_lanes *from = &s->queues[i];
        lanes *members = &from->brought.lag;
        if (from->is_ejection) continue;
        for (int m = 0; m < BROUGHT_MEMBERS; m++) members[m] = repeat_first(from, members[m]);
        const lanes kept_lag = from->brought.lag - find_recovered_lag(from);
        for (uint32_t k = from->first_transition; k < from->end_transition; k++)
            s->brought[k - from->first_transition] =
                find_brought_delays(from, &s->transitions[k], kept_lag);
        for (int l = (int)from->count; l-- > 0;) add_queue_delays(s, from, l);
    }
    if (s->has_wide_channels) step_late_flits(s);
}

#endif
