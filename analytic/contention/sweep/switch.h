/* analytic/contention/sweep/switch.h: waits for the switch, whose outputs packets of several inputs
 * share. Symbols in contention_state.h.
 *
 * Sources: processor sharing with as many packets as have a VC; Kraemer and Langenbach-Belz 1976
 * for arrivals in turn; M/M/p for packets that come at 1/p of the channel's rate; pairs of packets
 * for gaps. Each was compared with single routers of the sampler, by VCs, stages and load, and with
 * butterflies, rows and meshes up to half of saturation: waits of packets of 4 flits agree within 5
 * % with one or two stages per router, 10 % with three and four; waits of single-flit packets are
 * up to 29 % too low.
 *
 * Several outputs may grant the same crossbar input in a cycle; the input accepts one grant, and
 * the others are lost. One round of grants and accepts is a matching of random grants (Anderson et
 * al. 1993, PIM), with the number of rivals that packets meet. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_SWITCH_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_SWITCH_H

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/erlang.h"

/* Least number of remaining outputs for which a pass is counted. */
static const double least_left = 1e-3;

/* ---- grants that an input accepts ----------------------------------------------------------- */

/* Delay, in packet lengths, up to which a packet's delay is one exponential wait; longer delays are
 * sums of several waits. Not derived; agrees with crossbars of 2 to 8 VCs
 * (test_model_saturation). */
static const double single_delay = 1.5;

/* Offset of two successive packets of a terminal in the switch, as different delays cause it, over
 * the mean wait p F. If one packet in 1/p waits for an exponential time of mean F, the mean of
 * min(|difference of delays|, F) is 2 p F (1 - 1/e). */
static const double apart_share = 1.26; /* 2 (1 - 1/e) */
static inline lanes out_of_step(const queue_lanes *q)
{
    return q->injects ? 1.0 - exp_of(-apart_share * q->crossed.late / q->packet.flits) : every(0.0);
}

/* Returns the cycles per flit for which a packet is in the switch; a packet that forks until its
 * slowest branch has left. */
static inline lanes dilation_of(const queue_lanes *q)
{
    if (!q->forks) return q->crossed.dilation;
    return 1.0 + (q->crossed.dilation - 1.0) * q->tree.waits;
}

/* Returns the crossbar passes of an input for a flit to b of its outputs. In one cycle an input
 * sends a flit to all outputs that accept it: to the output whose grant it accepts, and to a share
 * q of the other b - 1, which no other input uses. Of n remaining outputs, one and a share q of n -
 * 1 follow per pass; a remainder below one is the chance of a last pass. docs/model.md (24c1). */
static inline lanes passes_of_fork(lanes branches, lanes taken)
{
    lanes left = branches, passes = every(0.0);
    for (double any = highest_lane(left); any > 0.0; any = highest_lane(left)) {
        passes += min_of(left, 1.0);
        left = max_of(left - 1.0, 0.0) * taken;
        left = pick(left > least_left, left, every(0.0));
    }
    return passes;
}

/* Counts the crossbar passes of a forking packet's flits. Branches whose flits go one after the
 * other are at different flits and are rivals at their input to that degree: for n branches that
 * need P passes, (P - 1) / (n - 1) of the other branches. Half of a packet's delay remains when
 * another branch has left. */
static inline void count_passes(queue_lanes *q)
{
    if (!q->forks) return;
    const lanes of_fork = passes_of_fork(q->tree.of_fork, below_one(q->crossed.taken));
    q->tree.passes = 1.0 + q->tree.forking * (of_fork - 1.0);
    const lanes apart = (of_fork - 1.0) / (q->tree.of_fork - 1.0);
    const lanes there = 1.0 + (q->crossed.dilation - 1.0) * q->tree.slowest;
    q->grants.siblings =
        pick(q->tree.of_fork > 1.0,
             q->tree.siblings * apart * q->crossed.compete * (1.0 + q->crossed.refused) / there,
             every(0.0));
}

/* Returns the lag of a packet when the next one comes to the switch, cycles per flit. If the next
 * packet is sent only when all but `kept` flits have left the buffer, these flits have an
 * exponential delay, and the next packet comes `behind` cycles after the last of them (`behind`
 * exceeds `kept`). */
static inline lanes lag_of(const queue_lanes *q)
{
    const lanes lag = dilation_of(q) - 1.0;
    if (!q->injects || !q->overflows) return lag;
    const lanes kept_lag = q->room.kept * lag, ahead = max_of(0.0, q->room.behind - q->room.kept);
    const lanes left = min_of(lag, kept_lag / q->packet.flits * exp_of(-ahead / kept_lag));
    return pick((q->room.kept < INFINITY) & (lag > 0.0), left, lag);
}

/* Returns E[min(L, m)] of a delay L, in packet lengths: the packets that come during the delay and
 * have one of the other m VCs. A short delay is exponential; of a longer delay the last part is. */
static inline lanes within_vcs(lanes delay, lanes m)
{
    const lanes each = min_of(delay, single_delay), sure = delay - each;
    return pick(m <= sure, m, delay - each * exp_of(-(m - sure) / each));
}

/* Finds the rivals of a packet at its input. Packets of one input come over its link at one flit
 * per cycle, so they meet in the switch only if some are delayed there. At dilation d a packet is
 * in the switch for F (d - 1) cycles longer than on its link; for that time it meets its successor,
 * and its predecessor meets it, each at most for its own delay: of rho d packets in the switch
 * (Little's law) it meets rho (d - 1) (d + 1) / d, and packets with an offset; at most one per
 * other VC. docs/model.md (11). */
static inline void describe_rival(queue_lanes *q)
{
    const lanes d = dilation_of(q), lag = lag_of(q), apart = out_of_step(q);
    const lanes delay = lag + apart;
    const lanes share = pick(delay > 0.0, within_vcs(delay, q->input.rivals) / delay, every(0.0));
    q->grants.rival_flits = q->load.flits * (share * (lag * (d + 1.0) + apart) / d);
    q->grants.granted_flits = q->load.flits * (1.0 + q->crossed.refused);
    if (q->forks) q->grants.granted_flits *= q->tree.passes;
    q->grants.served_flits = q->load.flits * d;
}

static inline void meet_rivals(const noc_sweep *s, queue_lanes *q)
{
    lanes granted = every(0.0), served = every(0.0), met = every(0.0);
    for (uint32_t k = q->first_mate; k < q->end_mate; k++) {
        const mate_lanes *mate = &s->mates[k];
        met += mate->met * GATHER_QUEUES(s, grants.rival_flits, mate->at);
        granted += mate->there * GATHER_QUEUES(s, grants.granted_flits, mate->at);
        served += mate->there * GATHER_QUEUES(s, grants.served_flits, mate->at);
    }
    q->grants.met = met * s->rate;
    q->grants.granted = pick(served > 0.0, granted / served, every(1.0));
}

/* Returns the refused grants per accepted one. An input accepts one of the grants that come
 * together: if each of m rivals has a grant with probability p, the mean of 1 / (1 + K) of a
 * binomial K is accepted, (1 - (1-p)^(m+1)) / ((m+1) p). docs/model.md (12). */
static inline lanes refused_grants(lanes grants, lanes rivals, uint32_t most)
{
    const lanes n = rivals + 1.0, p = min_of(grants / rivals, 1.0);
    lanes none = every(1.0); /* (1-p)^n; n need not be whole, so the last factor counts in part */
    for (uint32_t k = 1; k <= most; k++) none = pick(n >= k, none * (1.0 - p), none);
    none *= 1.0 - (n - whole_part(n)) * p;
    return pick(p < 1e-3, 0.5 * grants, n * p / (1.0 - none) - 1.0);
}

/* Accepts grants of a packet's branches. Grants of one branch make its siblings' grants refused,
 * like grants of other packets. A packet of F flits that is at its input for P F cycles instead of
 * F has one branch that waits for all flits of the others, (P - 1) F; a random branch waits for F /
 * (F + 1) of that. */
static inline void accept_siblings(const queue_lanes *from, transition_lanes *x, lanes grants)
{
    const lanes all = grants + from->grants.siblings, rivals = from->input.rivals;
    const uint32_t most = from->input.most_rivals + (uint32_t)highest_lane(from->tree.siblings);
    const lanes refused = refused_grants(all, rivals + from->tree.siblings, most + 1);
    x->grants.refused = pick(all > 0.0, refused, every(0.0));
    x->grants.again += from->tree.between * (x->grants.refused - x->grants.again);
}

/* Finds the grants that the input of a transition refuses. Outputs grant a rival a flit in
 * `grant_share` of its cycles, accepted or not. Competing grants come from other outputs only. */
static inline void accept_grants_of(const queue_lanes *from, transition_lanes *x)
{
    const lanes grants = from->grants.met * (1.0 - x->part.along) * from->grants.granted;
    const lanes refused = refused_grants(grants, from->input.rivals, from->input.most_rivals);
    x->grants.refused = x->grants.again = pick(grants > 0.0, refused, every(0.0));
    if (from->forks) accept_siblings(from, x, grants);
    /* a further iteration may match what the previous ones left */
    const lanes turns = x->out.queues ? x->grants.refused : x->grants.refused / x->out.tries;
    const lanes once = turns / (1.0 + turns);
    const lanes lost = x->out.iterations ? power_of(once, x->out.rounds) : once;
    x->grants.efficiency = x->part.channel_share * (1.0 - lost) / (1.0 + x->grants.wasted);
}

static inline void sum_efficiencies(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    const double *efficiency = (const double *)&s->transitions->grants.efficiency;
    for (uint32_t k = 0; k < c->symmetry.channels.count; k++) s->efficiency[k] = 0.0;
    for (uint32_t i = 0; i < s->transition_count; i++)
        s->efficiency[s->outputs[i]] += efficiency[s->places[i]];
}

static inline void accept_grants(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        if (s->queues[i].ejects) continue;
        count_passes(&s->queues[i]);
        describe_rival(&s->queues[i]);
    }
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *from = &s->queues[i];
        if (from->ejects) continue;
        meet_rivals(s, from);
        for (uint32_t k = from->first_transition; k < from->end_transition; k++)
            accept_grants_of(from, &s->transitions[k]);
    }
    sum_efficiencies(s);
}

/* ---- turns at an output --------------------------------------------------------------------- */

/* Returns the packets of its own group that a packet meets, over the group's load times the
 * packet's delay: 0 with one VC, 1 with many. `r`: load of the group on the capacity that other
 * groups leave. Of a geometric number N of packets at most m, one less than the VCs, are in the
 * switch with this one, the last of them only for a share s of the time: a VC is idle until its
 * next head has got it, if a packet waited. E[min(N, m)] is r ((1 - r^(m-1)) / (1 - r) + s
 * r^(m-1)), divided by r (1 + E). docs/model.md (8). */
static inline lanes met_of_group(const transition_lanes *x, const meeting_lanes *m, lanes r)
{
    const lanes power = whole_power_of(r, &x->out.vcs_but_two), idle = 1.0 - r;
    const lanes share = 1.0 - r * x->out.held / max_of(m->hold, 1.0);
    const lanes met = (1.0 - power) + power * share * idle; /* times (1 - r) / r */
    return pick(x->out.vcs > 1.0, met / (idle + r * met), every(0.0));
}

/* Returns the load at which random packets queue as much as these packets at load r on one of k
 * parallel channels used in turn: every k-th arrival is more regular (Erlang). */
static inline lanes load_in_turn(const transition_lanes *x, lanes r)
{
    if (!x->out.in_turn) return r;
    const lanes even = 1.0 / x->out.side_by_side, less_even = 1.0 - even;
    const lanes vary = x->out.length_variance / (x->out.flits * x->out.flits);
    const lanes spared =
        2.0 * (1.0 - r) * less_even * less_even / (3.0 * max_of(r, little) * (even + vary));
    const lanes queue = (even + vary) / (1.0 + vary) * exp_of(-spared) * r / (1.0 - r);
    return pick(x->out.side_by_side > 1.0, queue / (1.0 + queue), r);
}

/* Returns the packets of other inputs that a packet meets at an output of load r. Each group delays
 * its packets by d_g = 1 + D - s_g f_g d_g, with D = sum of f d, the packets met if all are in the
 * switch, and s_g the share of the group's packets without a VC. So d_g = (1 + D) / (1 + s_g f_g).
 * Other groups count as equal groups, as many as their flits are spread over. docs/model.md (7). */
static inline lanes met_in_switch(const transition_lanes *x, const meeting_lanes *m, lanes r)
{
    const lanes own = x->part.own_group * r, rest = r - own, one = x->out.alike * rest;
    const lanes met_own = met_of_group(x, m, own / (1.0 - rest));
    const lanes met_one = met_of_group(x, m, one / (1.0 - r + one));
    const lanes from_own = own / (1.0 + (1.0 - met_own) * own);
    const lanes from_rest = rest / (1.0 + (1.0 - met_one) * one);
    return (met_own * from_own + from_rest) / (1.0 - from_own - from_rest);
}

/* Returns the factor of waits of packets that come at the pace of credits, 1/p of the channel's
 * rate: as at p servers (M/M/p). Of V VCs p have a server each, so only the others wait for each
 * other. */
static inline lanes relief_of_pace(const transition_lanes *x, lanes r)
{
    if (!x->paced) return every(1.0);
    const lanes servers = max_of(1.0, min_of(x->packet.pace, most_servers));
    const lanes relief = probability_to_wait(servers, servers * r) / r, log_r = log_of(r);
    const lanes beside = x->out.vcs - 1.0, overflow = max_of(1.0, x->out.vcs - x->packet.pace);
    const lanes of_others = (1.0 - exp_of(overflow * log_r)) / (1.0 - exp_of(beside * log_r));
    const lanes of_paced = pick(x->out.vcs > 1.0, relief * of_others, relief);
    return pick((x->packet.pace > at_once) & (r > little), of_paced, every(1.0));
}

/* Returns the loss of two packets that meet, if one has gaps, over the loss of two packets without
 * gaps; mean over both packets and all offsets. Neither packet gets more than half of the channel,
 * and a packet that needs less leaves the rest to the other. The packet with gaps lasts `span`
 * times as long as without, p: the packet without gaps loses (p + 1) / 2 for p <= 2, (p^2 - p -
 * 1/2) / (p - 1)^2 for p > 2; the other loses (2 - p) (1 + p) / 2 for p <= 2, 0 for p > 2.
 * docs/model.md (10). */
static inline lanes lost_by_one_with_gaps(lanes span)
{
    const lanes beyond = span - 1.0;
    return pick(span <= 2.0, 0.25 * (1.0 + span) * (3.0 - span),
                0.5 * (span * beyond - 0.5) / (beyond * beyond));
}

/* Returns the loss of two packets that both have gaps, over the loss without gaps. */
static inline lanes lost_by_two_with_gaps(lanes span)
{
    return max_of(0.0, (2.0 - span) * span);
}

/* Returns the factor of waits of packets some of which have empty gaps between their flits. gaps:
 * mean over all packets, cycles. The relief shrinks with the number of packets at the output, as at
 * two servers (M/M/2: 2 r / (1 + r)). */
static inline lanes relief_of_gaps(const queue_lanes *from, lanes gaps, lanes r)
{
    const lanes any = wait_where_any(from, gaps), some = gaps / any, none = 1.0 - some;
    const lanes span = 1.0 + any / from->packet.flits;
    const lanes relief = none * none + 2.0 * some * none * lost_by_one_with_gaps(span) +
                         some * some * lost_by_two_with_gaps(span);
    return 1.0 - (1.0 - relief) * (1.0 - r) / (1.0 + r);
}

/* Finds the wait at an output that inputs share. A packet's delay is proportional to its length. A
 * packet with flits of another between its own, for the same output, loses as much as both; gaps
 * that are empty for this output relieve it. A refused grant costs another turn, which is a step.
 * docs/model.md (9). */
static inline void share_switch(const queue_lanes *from, transition_lanes *x, meeting_lanes *m)
{
    const lanes r = m->taken;
    m->met = met_in_switch(x, m, load_in_turn(x, r));
    const lanes filled = x->part.along * min_of(from->brought.filled, from->brought.lag);
    const lanes longer = 1.0 + filled * x->packet.each;
    const lanes gaps = max_of(0.0, from->brought.lag - filled);
    const lanes relief = min_of(relief_of_pace(x, r), relief_of_gaps(from, gaps, r));
    const lanes meetings = m->met * relief * longer;
    const lanes again = x->packet.flits * x->grants.again * (1.0 + m->met) / x->out.tries;
    const lanes head = meetings * x->out.head_start + again * x->packet.of_head;
    x->wait.switches = meetings * (x->packet.flits - x->out.head_start) + again;
    x->wait.head = min_of(head, x->wait.switches);
    m->among_own = again;
    x->dilation = 1.0 + x->wait.switches * x->packet.each;
}

/* Finds the wait for the switch, where flits of other inputs to the same output are served in turn
 * with the packet's flits. */
static inline void wait_for_switch(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                                   meeting_lanes *m)
{
    /* some of several steps may fail, since the link has fewer slots than the crossbar has steps */
    const lanes granted = x->out.queues ? min_of(m->efficiency * x->out.tries, 1.0) : m->efficiency;
    const lanes used = x->load.others * s->rate / granted;
    note_used(s, &x->used.by_others, used);
    m->taken = below_one(used);
    share_switch(from, x, m);
}

#endif
