/* analytic/contention/sweep/output_vcs.h: how long packets own VCs of an output, and wait for one.
 * Symbols in contention_state.h.
 *
 * Sources: M/G/1 waits after Kleinrock 1975; Erlang's B and C; residual service at a full buffer
 * after the effective-service idea of Mandal et al. (TVLSI 2023). */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_VCS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_VCS_H

#include "analytic/contention/sweep/erlang.h"
#include "analytic/contention/sweep/tail_lag.h"

/* What of a stall keeps the VC. Packets that wait for a terminal's codec do so once (receivers.h),
 * wherever they stand. */
static inline lanes stall_of_hold(const queue_lanes *to)
{
    return to->ejects ? every(0.0) : to->wait.stall;
}

/* Cycles that a packet owns an output VC, with what it meets: what its head waits for the switch,
 * the lag of its tail, the stalls downstream; if atomic its service there, in which it catches up.
 * docs/model.md (13). */
static inline lanes hold_of(const queue_lanes *to)
{
    const lanes started = to->time.held + to->brought.heads + lag_in_switch(to);
    if (to->atomic) {
        const lanes ahead = to->ejects ? every(0.0) : caught_up(to);
        return started - ahead + max_of(to->time.send, to->service.last) + to->room.loop;
    }
    return max_of(to->time.send + started + max_of(stall_of_hold(to), to->wait.credits),
                  to->time.period);
}

/* What the packets of all pairs that lead to a group find there. */
static inline void describe_holds(queue_lanes *to)
{
    to->hold.mean = hold_of(to);
    const lanes each = 1.0 / to->hold.mean;
    to->hold.peak = to->time.least_hold * each;
    const lanes lag = to->hold.mean - to->time.least_hold - stall_of_hold(to);
    const lanes drawn_out =
        1.0 + lag_in_switch(to) / to->packet.flits; /* long packets more than short ones */
    const lanes lengths = to->packet.length_variance * drawn_out * drawn_out;
    const lanes variance = lengths + lag * lag + stall_of_hold(to) * to->service.last;
    const lanes shared =
        max_of(to->hold.mean, to->input.vcs * to->packet.flits); /* all of them share the channel */
    /* Of a hold of whole cycles half a cycle less is left than in continuous time; but of packets
     * that ask in one cycle for an only VC one goes first, which makes up for it (the sampler at
     * light load: M/G/1). Of several VCs each gets one. */
    const lanes less = pick(to->input.vcs > 1.0, every(1.0), every(0.0));
    const lanes left = 0.5 * (shared * (1.0 + variance * each * each) - less);
    to->hold.blocked = left * to->input.each_vc;
}

/* Cycles of an output that a flit's head takes while it waits for a VC: it bids for the switch
 * meanwhile, at turns with other inputs, and wins for nothing. No more are lost than the heads that
 * wait, one at least in N / (1 + N) of the time, can win. Of the cycles in which one waits and
 * would win, this share cost the output a slot: not derived, agrees with the sampler's losses on
 * crossbars and meshes (a fit to 1,613 designs did not move it). */
static const double speculation_loss = 0.15;
static inline lanes wasted_slots(const noc_sweep *s, const transition_lanes *x)
{
    if (!x->out.speculate) return every(0.0);
    const lanes heads = x->out.packets * s->rate * x->wait.vc;
    const lanes turns = max_of(0.0, 1.0 - x->load.others * s->rate);
    return x->out.speculates *
           (speculation_loss * turns * x->wait.vc * x->packet.each / (1.0 + heads));
}

/* Probability that all of n VCs are owned. Those who share the link hold them for long while many
 * do, so their number is peaked, by hold over least hold as in processor sharing (M/M/1: variance
 * over mean 1/(1-r)): Hayward's approximation. The owner of an only one shares it with nobody. */
static inline lanes all_owned(lanes vcs, lanes owners, lanes peak)
{
    const lanes shared = min_of(max_of(0.0, vcs - 1.0), 1.0);
    const lanes peaked = peak / (peak + (1.0 - peak) * shared);
    return probability_to_wait(vcs * peaked, owners * peaked);
}

/* Packets of the other VCs of a transition's input that own VCs of its output, where it has fewer:
 * all but as many as it has beside one. A terminal sends its packets one after the other, so each
 * meets those before it only as they hold the VC for longer. */
static inline lanes owners_beyond(const queue_lanes *from, const transition_lanes *x, lanes hold,
                                  lanes own)
{
    const lanes met = from->injects ? max_of(0.0, hold - from->time.send) : hold;
    return own * met * max_of(0.0, from->input.vcs - x->out.vcs);
}

/* How much longer those wait for a VC who come soon after one of their own VC that had it, for the
 * share `used` of the time: foreign packets that came meanwhile go first. Of holds H, with a
 * foreign packet at rate l, that is l H^2 in all if right behind, which as many are as the own ones
 * use, and l (H^2 - g^2 / 2) after a gap g < H; at any time l H^2 / 2. Of n VCs the first to be
 * free is owned 1/n longer. */
static inline lanes followed(lanes used)
{
    return min_of(5.0 / 3.0 * used, 1.0);
}

/* M/G/n: waiting while all VCs of the group are owned: by packets of other inputs, and some by
 * those of the other VCs of the own input, which are no more than these. Those of one other input
 * come one after the other, so no more of them queue up than it has VCs. The hold varies with the
 * packet's length; what it has beyond its least varies like an exponential time; a stall is rare,
 * but takes as long as a packet is served downstream. Waits as long as those of M/D/1: 2 r w + 2/3
 * S where there are any. docs/model.md (14). */
static inline void wait_for_vc(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                               meeting_lanes *m)
{
    const lanes packets = x->out.packets * s->rate, own = x->load.own_packets * s->rate;
    const lanes hold_each = m->hold * x->out.each_own;
    const lanes r = min_of((packets - own) * hold_each, highest_queue);
    note_used(s, &x->used.vcs, packets * hold_each);
    const lanes beside = min_of(from->input.vcs, x->out.vcs) - 1.0;
    const lanes left = max_of(0.0, x->out.all_vcs - own * m->hold * beside);
    const lanes others = (1.0 - x->part.packet) * packets * x->out.side_by_side * m->hold;
    const lanes foreign = others + owners_beyond(from, x, m->hold, own);
    const lanes blocked = all_owned(left, foreign, m->peak);
    const lanes again = m->blocked * (1.0 + followed(own * m->hold) * x->out.each_vc);
    const lanes wait = again / (1.0 - r * x->part.queued); /* of those that are blocked */
    x->wait.vc = wait * blocked;
    m->vc_wait_length = 2.0 * r * wait + 4.0 / 3.0 * again;
    x->grants.wasted = wasted_slots(s, x);
}

#endif
