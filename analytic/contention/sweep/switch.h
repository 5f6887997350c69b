/* analytic/contention/sweep/switch.h: switch allocation: waits for an output that several inputs
 * use in turn, and grants that an input refuses. Symbols in contention_state.h; equations of
 * docs/model.md, section 4:
 *   (7)    find_met_packets         packets of other inputs that a packet meets
 *   (8)    find_met_share           the same of its own group, fewer than the VCs
 *   (9)    find_shared_output_wait  wait at the output
 *   (10)   find_single_gap_loss     relief by gaps between a packet's flits
 *   (11)   find_rivals              packets at the same input that compete
 *   (12)   find_refusals            refused grants per accepted one
 *   (24c1) count_fork_passes        crossbar passes of a packet to several outputs
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
static const double least_remainder = 1e-3;

/* ---- grants that an input accepts ----------------------------------------------------------- */

/* Delay, in packet lengths, up to which a packet's delay is one exponential wait; longer delays are
 * sums of several waits. Not derived; agrees with crossbars of 2 to 8 VCs
 * (test_model_saturation). */
static const double max_single_delay = 1.5;

/* Offset of two successive packets of a terminal in the switch, as different delays cause it, over
 * the mean wait p F. If one packet in 1/p waits for an exponential time of mean F, the mean of
 * min(|difference of delays|, F) is 2 p F (1 - 1/e). */
static const double offset_factor = 1.26; /* 2 (1 - 1/e) */
static inline lanes find_offset(const queue_lanes *q)
{
    return q->is_injection ? 1.0 - exp_of(-offset_factor * q->crossed.late / q->packet.flits)
                           : every(0.0);
}

/* Returns the cycles per flit for which a packet is in the switch; a packet that forks until its
 * slowest branch has left. */
static inline lanes find_dilation(const queue_lanes *q)
{
    if (!q->has_forks) return q->crossed.dilation;
    return 1.0 + (q->crossed.dilation - 1.0) * q->tree.slowest_waits;
}

/* Returns the crossbar passes of an input for a flit to b of its outputs. In one cycle an input
 * sends a flit to all outputs that accept it: to the output whose grant it accepts, and to a share
 * q (`taken_share` is 1 - q) of the other b - 1, which no other input uses. Of n remaining outputs,
 * one and a share q of n - 1 follow per pass; a remainder below one is the chance of a last pass.
 * docs/model.md (24c1). */
static inline lanes count_fork_passes(lanes branches, lanes taken_share)
{
    lanes remaining = branches, passes = every(0.0);
    for (double largest_remainder = highest_lane(remaining); largest_remainder > 0.0;
         largest_remainder = highest_lane(remaining)) {
        passes += min_of(remaining, 1.0);
        remaining = max_of(remaining - 1.0, 0.0) * taken_share;
        remaining = pick(remaining > least_remainder, remaining, every(0.0));
    }
    return passes;
}

/* Counts the crossbar passes of a forking packet's flits. Branches whose flits go one after the
 * other are at different flits and are rivals at their input to that degree: for n branches that
 * need P passes, (P - 1) / (n - 1) of the other branches. Half of a packet's delay remains when
 * another branch has left. */
static inline void count_passes(queue_lanes *q)
{
    if (!q->has_forks) return;
    const lanes fork_passes =
        count_fork_passes(q->tree.fork_outputs, bound_utilization(q->crossed.taken));
    q->tree.crossbar_passes = 1.0 + q->tree.fork_share * (fork_passes - 1.0);
    const lanes offset_share = (fork_passes - 1.0) / (q->tree.fork_outputs - 1.0);
    const lanes branch_dilation = 1.0 + (q->crossed.dilation - 1.0) * q->tree.slowest_wait;
    q->grants.sibling_grants = pick(q->tree.fork_outputs > 1.0,
                                    q->tree.sibling_count * offset_share * q->crossed.compete *
                                        (1.0 + q->crossed.refused) / branch_dilation,
                                    every(0.0));
}

/* Returns the lag of a packet when the next one comes to the switch, cycles per flit. If the next
 * packet is sent only when all but `kept_flits` flits have left the buffer, these flits have an
 * exponential delay, and the next packet comes `next_packet_gap` cycles after the last of them
 * (`next_packet_gap` exceeds `kept_flits`). */
static inline lanes find_lag(const queue_lanes *q)
{
    const lanes lag = find_dilation(q) - 1.0;
    if (!q->is_injection || !q->has_long_packets) return lag;
    const lanes kept_lag = q->credits.kept_flits * lag,
                gap_cycles = max_of(0.0, q->credits.next_packet_gap - q->credits.kept_flits);
    const lanes remaining_lag =
        min_of(lag, kept_lag / q->packet.flits * exp_of(-gap_cycles / kept_lag));
    return pick((q->credits.kept_flits < INFINITY) & (lag > 0.0), remaining_lag, lag);
}

/* Returns E[min(L, m)] of a delay L, in packet lengths: the packets that come during the delay and
 * have one of the other m VCs. A short delay is exponential; of a longer delay the last part is. */
static inline lanes find_capped_delay(lanes delay, lanes m)
{
    const lanes last_delay = min_of(delay, max_single_delay), earlier_delay = delay - last_delay;
    return pick(m <= earlier_delay, m,
                delay - last_delay * exp_of(-(m - earlier_delay) / last_delay));
}

/* Finds the rivals of a packet at its input. Packets of one input come over its link at one flit
 * per cycle, so they meet in the switch only if some are delayed there. At dilation d a packet is
 * in the switch for F (d - 1) cycles longer than on its link; for that time it meets its successor,
 * and its predecessor meets it, each at most for its own delay: of rho d packets in the switch
 * (Little's law) it meets rho (d - 1) (d + 1) / d, and packets with an offset; at most one per
 * other VC. docs/model.md (11). */
static inline void find_rivals(queue_lanes *q)
{
    const lanes d = find_dilation(q), lag = find_lag(q), offset = find_offset(q);
    const lanes delay = lag + offset;
    const lanes share =
        pick(delay > 0.0, find_capped_delay(delay, q->input.rivals) / delay, every(0.0));
    q->grants.rival_flits = q->load.flits * (share * (lag * (d + 1.0) + offset) / d);
    q->grants.granted_flits = q->load.flits * (1.0 + q->crossed.refused);
    if (q->has_forks) q->grants.granted_flits *= q->tree.crossbar_passes;
    q->grants.served_flits = q->load.flits * d;
}

static inline void meet_rivals(const noc_sweep *s, queue_lanes *q)
{
    lanes granted = every(0.0), served = every(0.0), met_rivals = every(0.0);
    for (uint32_t k = q->first_peer; k < q->end_peer; k++) {
        const peer_lanes *peer = &s->peers[k];
        met_rivals += peer->rival_share * GATHER_QUEUES(s, grants.rival_flits, peer->places);
        granted += peer->presence * GATHER_QUEUES(s, grants.granted_flits, peer->places);
        served += peer->presence * GATHER_QUEUES(s, grants.served_flits, peer->places);
    }
    q->grants.met_rivals = met_rivals * s->rate;
    q->grants.grant_share = pick(served > 0.0, granted / served, every(1.0));
}

/* Returns the refused grants per accepted one. An input accepts one of the grants that come
 * together: if each of m rivals has a grant with probability p, the mean of 1 / (1 + K) of a
 * binomial K is accepted, (1 - (1-p)^(m+1)) / ((m+1) p). docs/model.md (12). */
static inline lanes find_refusals(lanes met_grants, lanes rivals, uint32_t max_rivals)
{
    const lanes candidates = rivals + 1.0, p = min_of(met_grants / rivals, 1.0);
    lanes no_grant_probability =
        every(1.0); /* (1-p)^n; n need not be whole, so the last factor counts in part */
    for (uint32_t k = 1; k <= max_rivals; k++)
        no_grant_probability =
            pick(candidates >= k, no_grant_probability * (1.0 - p), no_grant_probability);
    no_grant_probability *= 1.0 - (candidates - floor_of(candidates)) * p;
    return pick(p < 1e-3, 0.5 * met_grants, candidates * p / (1.0 - no_grant_probability) - 1.0);
}

/* Accepts grants of a packet's branches. Grants of one branch make its siblings' grants refused,
 * like grants of other packets. A packet of F flits that is at its input for P F cycles instead of
 * F has one branch that waits for all flits of the others, (P - 1) F; a random branch waits for F /
 * (F + 1) of that. */
static inline void find_sibling_refusals(const queue_lanes *from, transition_lanes *x,
                                         lanes met_grants)
{
    const lanes all_grants = met_grants + from->grants.sibling_grants, rivals = from->input.rivals;
    const uint32_t max_rivals =
        from->input.max_rivals + (uint32_t)highest_lane(from->tree.sibling_count);
    const lanes refusals =
        find_refusals(all_grants, rivals + from->tree.sibling_count, max_rivals + 1);
    x->grants.refusals = pick(all_grants > 0.0, refusals, every(0.0));
    x->grants.slowest_refusals +=
        from->tree.sibling_wait * (x->grants.refusals - x->grants.slowest_refusals);
}

/* Finds the grants that the input of a transition refuses. Outputs grant a rival a flit in
 * `grant_share` of its cycles, accepted or not. Competing grants come from other outputs only. */
static inline void find_transition_refusals(const queue_lanes *from, transition_lanes *x)
{
    const lanes met_grants =
        from->grants.met_rivals * (1.0 - x->link.output_share) * from->grants.grant_share;
    const lanes refusals = find_refusals(met_grants, from->input.rivals, from->input.max_rivals);
    x->grants.refusals = x->grants.slowest_refusals = pick(met_grants > 0.0, refusals, every(0.0));
    if (from->has_forks) find_sibling_refusals(from, x, met_grants);
    /* a further iteration may match what the previous ones left */
    const lanes refused_turns =
        x->has_queues ? x->grants.refusals : x->grants.refusals / x->to.steps_per_flit;
    const lanes single_loss = refused_turns / (1.0 + refused_turns);
    const lanes lost_share =
        x->has_iterations ? power_of(single_loss, x->to.allocation.rounds) : single_loss;
    x->grants.efficiency = x->share.channel * (1.0 - lost_share) / (1.0 + x->grants.wasted_cycles);
}

static inline void sum_efficiencies(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    const double *efficiency = (const double *)&s->transitions->grants.efficiency;
    for (uint32_t k = 0; k < c->symmetry.channels.count; k++) s->efficiency[k] = 0.0;
    for (uint32_t i = 0; i < s->transition_count; i++)
        s->efficiency[s->output_parts[i]] += efficiency[s->transition_places[i]];
}

static inline void find_all_refusals(noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        if (s->queues[i].is_ejection) continue;
        count_passes(&s->queues[i]);
        find_rivals(&s->queues[i]);
    }
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *from = &s->queues[i];
        if (from->is_ejection) continue;
        meet_rivals(s, from);
        for (uint32_t k = from->first_transition; k < from->end_transition; k++)
            find_transition_refusals(from, &s->transitions[k]);
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
static inline lanes find_met_share(const transition_lanes *x, const output_state_lanes *m, lanes r)
{
    const lanes power = integer_power(r, &x->to.vcs_minus_two), idle = 1.0 - r;
    const lanes last_share = 1.0 - r * x->to.start_cycles / max_of(m->hold, 1.0);
    const lanes met_packets = (1.0 - power) + power * last_share * idle; /* times (1 - r) / r */
    return pick(x->to.vcs > 1.0, met_packets / (idle + r * met_packets), every(0.0));
}

/* Returns the load at which random packets queue as much as these packets at load r on one of k
 * parallel channels used in turn: every k-th arrival is more regular (Erlang). */
static inline lanes find_turn_load(const transition_lanes *x, lanes r)
{
    if (!x->has_parallel_channels) return r;
    const lanes channel_inverse = 1.0 / x->output.side_by_side, evenness = 1.0 - channel_inverse;
    const lanes length_variation = x->to.length_variance / (x->to.flits * x->to.flits);
    const lanes saved_exponent = 2.0 * (1.0 - r) * evenness * evenness /
                                 (3.0 * max_of(r, epsilon) * (channel_inverse + length_variation));
    const lanes queue = (channel_inverse + length_variation) / (1.0 + length_variation) *
                        exp_of(-saved_exponent) * r / (1.0 - r);
    return pick(x->output.side_by_side > 1.0, queue / (1.0 + queue), r);
}

/* Returns the packets of other inputs that a packet meets at an output of load r. Each group delays
 * its packets by d_g = 1 + D - s_g f_g d_g, with D = sum of f d, the packets met if all are in the
 * switch, and s_g the share of the group's packets without a VC. So d_g = (1 + D) / (1 + s_g f_g).
 * Other groups count as equal groups, as many as their flits are spread over. docs/model.md (7). */
static inline lanes find_met_packets(const transition_lanes *x, const output_state_lanes *m,
                                     lanes r)
{
    const lanes own_load = x->crossbar.own_group_share * r, other_load = r - own_load,
                group_load = x->to.allocation.same_group_chance * other_load;
    const lanes own_met_share = find_met_share(x, m, own_load / (1.0 - other_load));
    const lanes group_met_share = find_met_share(x, m, group_load / (1.0 - r + group_load));
    const lanes own_met = own_load / (1.0 + (1.0 - own_met_share) * own_load);
    const lanes other_met = other_load / (1.0 + (1.0 - group_met_share) * group_load);
    return (own_met_share * own_met + other_met) / (1.0 - own_met - other_met);
}

/* Returns the factor of waits of packets that come at the pace of credits, 1/p of the channel's
 * rate: as at p servers (M/M/p). Of V VCs p have a server each, so only the others wait for each
 * other. */
static inline lanes find_pace_factor(const transition_lanes *x, lanes r)
{
    if (!x->has_slow_packets) return every(1.0);
    const lanes servers = max_of(1.0, min_of(x->pace.cycles_per_flit, max_servers));
    const lanes server_factor = erlang_c(servers, servers * r) / r, log_r = log_of(r);
    const lanes other_vcs = x->to.vcs - 1.0,
                overflow = max_of(1.0, x->to.vcs - x->pace.cycles_per_flit);
    const lanes other_factor = (1.0 - exp_of(overflow * log_r)) / (1.0 - exp_of(other_vcs * log_r));
    const lanes paced_factor = pick(x->to.vcs > 1.0, server_factor * other_factor, server_factor);
    return pick((x->pace.cycles_per_flit > unit_pace) & (r > epsilon), paced_factor, every(1.0));
}

/* Returns the loss of two packets that meet, if one has gaps, over the loss of two packets without
 * gaps; mean over both packets and all offsets. Neither packet gets more than half of the channel,
 * and a packet that needs less leaves the rest to the other. The packet with gaps lasts `span`
 * times as long as without, p: the packet without gaps loses (p + 1) / 2 for p <= 2, (p^2 - p -
 * 1/2) / (p - 1)^2 for p > 2; the other loses (2 - p) (1 + p) / 2 for p <= 2, 0 for p > 2.
 * docs/model.md (10). */
static inline lanes find_single_gap_loss(lanes span)
{
    const lanes excess = span - 1.0;
    return pick(span <= 2.0, 0.25 * (1.0 + span) * (3.0 - span),
                0.5 * (span * excess - 0.5) / (excess * excess));
}

/* Returns the loss of two packets that both have gaps, over the loss without gaps. */
static inline lanes find_double_gap_loss(lanes span)
{
    return max_of(0.0, (2.0 - span) * span);
}

/* Returns the factor of waits of packets, some of which have empty gaps between their flits.
 * `gaps`: cycles of a packet's gaps, mean over all packets. The relief shrinks with the number of
 * packets at the output, as at two servers (M/M/2: 2 r / (1 + r)). */
static inline lanes find_gap_factor(const queue_lanes *from, lanes gaps, lanes r)
{
    const lanes positive_gaps = find_positive_wait(from, gaps), gap_share = gaps / positive_gaps,
                no_gap_share = 1.0 - gap_share;
    const lanes span = 1.0 + positive_gaps / from->packet.flits;
    const lanes loss_factor = no_gap_share * no_gap_share +
                              2.0 * gap_share * no_gap_share * find_single_gap_loss(span) +
                              gap_share * gap_share * find_double_gap_loss(span);
    return 1.0 - (1.0 - loss_factor) * (1.0 - r) / (1.0 + r);
}

/* Finds the wait at an output that inputs share. A packet's delay is proportional to its length. A
 * packet with flits of another between its own, for the same output, loses as much as both; gaps
 * that are empty for this output relieve it. A refused grant costs another turn, which is a step.
 * docs/model.md (9). */
static inline void find_shared_output_wait(const queue_lanes *from, transition_lanes *x,
                                           output_state_lanes *m)
{
    const lanes r = m->others_utilization;
    m->met_packets = find_met_packets(x, m, find_turn_load(x, r));
    const lanes filled_lag = x->link.output_share * min_of(from->brought.filled, from->brought.lag);
    const lanes filled_factor = 1.0 + filled_lag * x->packet.length_inverse;
    const lanes empty_lag = max_of(0.0, from->brought.lag - filled_lag);
    const lanes factor = min_of(find_pace_factor(x, r), find_gap_factor(from, empty_lag, r));
    const lanes met_delay = m->met_packets * factor * filled_factor;
    const lanes refusal_wait = x->packet.flits * x->grants.slowest_refusals *
                               (1.0 + m->met_packets) / x->to.steps_per_flit;
    const lanes head =
        met_delay * x->to.allocation.head_start + refusal_wait * x->packet.head_share;
    x->wait.switches = met_delay * (x->packet.flits - x->to.allocation.head_start) + refusal_wait;
    x->wait.head = min_of(head, x->wait.switches);
    m->port_wait = refusal_wait;
    x->dilation = 1.0 + x->wait.switches * x->packet.length_inverse;
}

/* Finds the wait for the switch, where flits of other inputs to the same output are served in turn
 * with the packet's flits. */
static inline void find_switch_wait(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                                    output_state_lanes *m)
{
    /* some of several steps may fail, since the link has fewer slots than the crossbar has steps */
    const lanes grant_efficiency =
        x->has_queues ? min_of(m->efficiency * x->to.steps_per_flit, 1.0) : m->efficiency;
    const lanes utilization = x->crossbar.other_flits * s->rate / grant_efficiency;
    record_utilization(s, &x->utilization.other_inputs, utilization);
    m->others_utilization = bound_utilization(utilization);
    find_shared_output_wait(from, x, m);
}

#endif
