/* analytic/contention/sweep/output.h: VC allocation and the link behind it: waits for an output VC,
 * which packets own for a time; for the output's bandwidth, which packets in different VCs of one
 * input port share; and in the queue at each output of a router with several steps per cycle
 * (network/graph/pace.h). Symbols in contention_state.h; equations of docs/model.md, section 4:
 *   (13)  find_hold              time for which a packet owns an output VC
 *   (14)  find_vc_wait           wait while all output VCs are owned
 *   (15)  find_link_wait         wait for packets of the same input port
 *   (24)  find_input_share       share of the waits in front of the crossbar
 *   (24b) find_queue_room_wait   wait for room (credits) in the output queue
 *   (24h) find_own_met_share     own input's flits that a packet meets on wide channels
 *   (24i) find_parallel_factor   waits where several packets go side by side
 *   (24l) find_interleaved_wait  flits of others between a packet's head and tail
 *
 * Sources: M/G/1 waits after Kleinrock 1975; Erlang's B and C; residual service at a full buffer
 * after the effective-service idea of Mandal et al. (TVLSI 2023). */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_H

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/erlang.h"
#include "analytic/contention/sweep/tail_lag.h"
#include "analytic/contention/sweep/transit.h"

/* ---- VCs ------------------------------------------------------------------------------------ */

/* Returns the part of a stall for which a packet owns the VC, cycles. The wait for a terminal's
 * codec counts once, in terminals.h. */
static inline lanes find_hold_stall(const queue_lanes *to)
{
    return to->is_ejection ? every(0.0) : to->wait.stall;
}

/* Returns the mean hold: cycles for which a packet owns an output VC, with the wait of its head for
 * the switch, the lag of its tail and the stalls downstream; for an atomic VC with its service
 * downstream, in which it recovers lag. docs/model.md (13). */
static inline lanes find_hold(const queue_lanes *to)
{
    const lanes start_cycles = to->output.start_cycles + to->brought.heads + find_owner_lag(to);
    if (to->is_atomic) {
        const lanes recovered_lag = to->is_ejection ? every(0.0) : find_recovered_lag(to);
        return start_cycles - recovered_lag + max_of(to->sending.cycles, to->service.last_mean) +
               to->credits.loop;
    }
    const lanes credit_delay = max_of(find_hold_stall(to), to->wait.credits);
    const lanes send_cycles = to->sending.cycles - to->pace.sender_lead + start_cycles;
    /* a packet that waits for a single VC waits as well until the channel is due, or for the
     * crossbar of several steps per cycle */
    const lanes due_cycles = to->packet.flits - to->pace.sender_lead;
    return max_of((to->has_single_vc ? max_of(send_cycles, due_cycles) : send_cycles) +
                      credit_delay,
                  to->sending.credit_period);
}

/* Returns the cycles from packet to packet among packets that wait for a VC. Packets follow each
 * other into a single VC as its channel carries them and its credits return, though each owns the
 * VC for less: a slow channel is due later, and credits were not late for the first packets of a
 * run. */
static inline lanes find_run_period(const queue_lanes *to)
{
    if (!to->has_single_vc || to->is_atomic) return to->hold.mean;
    const lanes send_cycles = find_run_cycles(to) - to->pace.sender_lead;
    return max_of(to->hold.mean, send_cycles + to->sending.credit_excess);
}

/* Finds the holds of a queue's VCs, as packets of all pairs to its group meet them. */
static inline void find_holds(queue_lanes *to)
{
    to->hold.mean = find_hold(to);
    const lanes hold_inverse = 1.0 / to->hold.mean;
    /* the flits of a packet that waited for a VC have all arrived */
    to->hold.run_period = find_run_period(to) - to->brought.late;
    /* while its own link brings a packet, the packet uses no share of the channel */
    to->hold.peakedness = min_of((to->output.least_hold + to->brought.owning) * hold_inverse, 1.0);
    const lanes lag =
        to->hold.mean - to->output.least_hold - find_hold_stall(to) - to->brought.late;
    /* long packets are stretched more than short ones */
    const lanes stretch =
        1.0 + (find_owner_lag(to) - to->brought.late - to->pace.sender_lead) / to->packet.flits;
    const lanes length_variance = to->packet.length_variance * stretch * stretch;
    const lanes variance =
        length_variance + lag * lag + find_hold_stall(to) * to->service.last_mean;
    const lanes shared_hold = max_of(
        to->hold.run_period + to->brought.late,
        to->input.vcs * (to->packet.flits - to->pace.sender_lead)); /* all VCs share the channel */
    /* Holds last for whole cycles, or slots of a wide channel, so their residual time is half a
     * slot shorter than in continuous time. Of packets that ask for a single VC in one cycle one
     * goes first, which adds this half slot again (the sampler at light load: M/G/1). With several
     * VCs each packet gets one. */
    const lanes slot_cycles = pick(to->input.vcs > 1.0, to->pace.slot, every(0.0));
    const lanes residual_hold =
        0.5 *
        max_of(0.0, shared_hold * (1.0 + variance * hold_inverse * hold_inverse) - slot_cycles);
    to->hold.blocked_wait = residual_hold * to->output.all_vcs_inverse;
    to->hold.late_wait = 0.5 * to->brought.late * to->output.all_vcs_inverse;
}

/* Share of wasted grants that cost the output a slot. A head that waits for a VC bids for the
 * switch in turn with other inputs, and its grants are wasted. The cycles lost are at most the
 * grants that waiting heads can win, where at least one head waits in N / (1 + N) of the time. Not
 * derived: the share agrees with the sampler's losses on crossbars and meshes (a fit to 1,613
 * designs did not change it). */
static const double speculation_loss = 0.15;
static inline lanes find_wasted_cycles(const noc_sweep *s, const transition_lanes *x)
{
    if (!x->has_speculation) return every(0.0);
    const lanes heads = x->to.packets * s->rate * x->wait.vc;
    const lanes free_share = max_of(0.0, 1.0 - x->crossbar.other_flits * s->rate);
    return x->to.allocation.speculation *
           (speculation_loss * free_share * x->wait.vc * x->packet.length_inverse / (1.0 + heads));
}

/* Returns the probability that all of n VCs are owned. Owners that share the link hold their VCs
 * longer the more they are, so their number is peaked, by hold over least hold as in processor
 * sharing (M/M/1: variance over mean 1 / (1 - r)): Hayward's approximation. The owner of a single
 * VC shares the link with no other packet. */
static inline lanes find_owned_probability(lanes vcs, lanes owners, lanes peakedness)
{
    const lanes sharing = min_of(max_of(0.0, vcs - 1.0), 1.0);
    const lanes peak_factor = peakedness / (peakedness + (1.0 - peakedness) * sharing);
    return erlang_c(vcs * peak_factor, owners * peak_factor);
}

/* Returns the packets in other VCs of the transition's input that own VCs of its output, if the
 * output has fewer VCs than the input: those in excess of the output's VCs. A terminal sends
 * packets one after the other, so a packet meets an earlier one only if that holds its VC for
 * longer than its sending. */
static inline lanes count_excess_owners(const queue_lanes *from, const transition_lanes *x,
                                        lanes hold, lanes own)
{
    const lanes met_cycles = from->is_injection ? max_of(0.0, hold - from->sending.cycles) : hold;
    return own * met_cycles * max_of(0.0, from->input.vcs - x->to.vcs);
}

/* Returns the share by which packets wait longer for a VC if they come from the input VC of its
 * last owner, soon after that owner: foreign packets that came meanwhile go first. `utilization`:
 * share of the time for which packets of the input VC own it. With holds H and foreign packets at
 * rate l the wait is l H^2 right behind the owner, in that share of the cases; l (H^2 - g^2 / 2)
 * after a gap g < H; l H^2 / 2 at a random time. The first of n VCs to be free is owned 1/n
 * longer. */
static inline lanes find_follower_excess(lanes utilization)
{
    return min_of(5.0 / 3.0 * utilization, 1.0);
}

/* Returns the wait of a blocked packet where owners that waited keep the VC busy for the share 1 -
 * `idle_share` of the time. Owners that waited have all their flits and do not keep a VC for late
 * flits (M/G/1 with exceptional first service, Welch 1964). `packet_rate`: packets per cycle and
 * VC. */
static inline lanes find_blocked_wait(const output_state_lanes *m, lanes blocked_wait,
                                      lanes excess_factor, lanes packet_rate, lanes idle_share)
{
    const lanes late_wait = m->late_wait * excess_factor;
    return (blocked_wait - late_wait) / idle_share +
           late_wait / (idle_share + packet_rate * m->hold);
}

/* Finds the wait for a VC (M/G/n): for packets of other inputs that own all VCs of the group, and
 * for packets in other VCs of the same input, at most as many as these VCs. Packets of one other
 * input VC come one after the other, so at most as many of an input queue as it has VCs. The hold
 * varies with the packet's length; its part beyond the least hold varies like an exponential time;
 * a stall is rare, but as long as a packet's service downstream. Positive waits are as long as
 * those of M/D/1 with service S: E[W^2] / E[W] = 2 r w + 2/3 S. docs/model.md (14). */
static inline void find_vc_wait(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                                output_state_lanes *m)
{
    const lanes packets = x->to.packets * s->rate, own_packets = x->output.own_packets * s->rate;
    const lanes hold_per_vc = m->run_period * x->to.vc_inverse;
    const lanes r = bound_utilization((packets - own_packets) * hold_per_vc);
    record_utilization(s, &x->utilization.vcs, packets * hold_per_vc);
    const lanes other_vcs = min_of(from->input.vcs, x->to.vcs) - 1.0;
    const lanes left_vcs = max_of(0.0, x->output.all_vcs - own_packets * m->hold * other_vcs);
    const lanes other_owners =
        (1.0 - x->output.packet_share) * packets * x->output.side_by_side * m->hold;
    const lanes foreign_owners = other_owners + count_excess_owners(from, x, m->hold, own_packets);
    const lanes owned_probability = find_owned_probability(left_vcs, foreign_owners, m->peakedness);
    const lanes excess_factor =
        1.0 + find_follower_excess(own_packets * m->hold) * x->to.all_vcs_inverse;
    const lanes blocked_wait = m->blocked_wait * excess_factor,
                idle_share = 1.0 - r * x->output.queued_share;
    /* wait of a packet that finds all VCs owned */
    const lanes wait = x->has_wide_channels
                           ? find_blocked_wait(m, blocked_wait, excess_factor,
                                               packets * x->to.vc_inverse, idle_share)
                           : blocked_wait / idle_share;
    x->wait.vc = wait * owned_probability;
    m->owned_probability = owned_probability;
    m->owned_wait = wait;
    m->vc_wait_ratio = 2.0 * r * wait + 4.0 / 3.0 * blocked_wait;
    x->grants.wasted_cycles = find_wasted_cycles(s, x);
}

/* ---- the link that an input port shares ----------------------------------------------------- */

/* Returns the mean of a geometric number (packets at a server of utilisation u) given that it is
 * less than `end`: u / (1 - u) - end u^end / (1 - u^end). */
static inline lanes find_truncated_mean(const integer_lanes *end, lanes u)
{
    const lanes power = integer_power(u, end), power_complement = 1.0 - power, idle = 1.0 - u;
    return (u * power_complement - end->value * power * idle) / (idle * power_complement);
}

/* Returns the wait for packets on a link, as on M/D/1 with fewer than `end` packets, if these
 * packets get `share` of the link's flits. Whole packets use the rest: S (1 - share) of the time S
 * to send one, and the lengths F of these packets add the variance (1 - share) share S^2.
 * docs/model.md (15). */
static inline lanes find_link_wait(lanes biased_length, lanes flow, lanes share,
                                   const integer_lanes *end)
{
    const lanes u = bound_utilization(flow / share);
    const lanes send = biased_length / share * (1.0 + (1.0 - share) * share);
    return 0.5 * send * find_truncated_mean(end, u);
}

/* Returns the wait on the link into the router, whose cycles per flit may differ from the
 * output's. */
static inline lanes find_incoming_link_wait(const noc_sweep *s, const transition_lanes *x,
                                            const integer_lanes *end)
{
    const lanes flow = x->link.port_flits * s->rate * x->pace.ratio;
    return find_link_wait(x->packet.biased_length * x->pace.ratio, flow,
                          1.0 - x->elsewhere_utilization, end);
}

/* Returns the share of the cycles in which the input sends only to other outputs: all crossbar
 * passes of forking flits, less one for each flit to this output. */
static inline lanes find_elsewhere_share(const noc_sweep *s, const queue_lanes *from,
                                         const transition_lanes *x)
{
    if (!from->has_forks) return x->elsewhere_utilization;
    return bound_utilization(
        (x->link.elsewhere_flits + x->link.input_flits * (from->tree.crossbar_passes - 1.0)) *
        s->rate);
}

/* Finds the wait for packets in other VCs of the same input port, which share the link behind the
 * output. They wait as on a link with the cycles in which other inputs do not use the output and
 * other outputs do not use the input, less the packets' earlier waits on their link into the
 * router, where flits for other outputs went between theirs. While the output is in use, half of
 * the input's flits to other outputs go first at light load, and all of them where the output
 * overflows. Only packets at the front of their VCs compete in turn; a packet behind them delays
 * its own VC. */
static inline void find_port_wait(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                                  output_state_lanes *m)
{
    const lanes r = m->others_utilization, elsewhere_share = find_elsewhere_share(s, from, x);
    const lanes flow = x->link.port_flits * s->rate * (1.0 + x->grants.wasted_cycles);
    /* share of the link that other inputs leave; at most one packet per VC competes, but a group's
     * single VC does not limit the packets of other groups */
    const lanes turn_share = pick(x->to.vcs > 1.0, 1.0 / (1.0 + m->met_packets), 1.0 - r);
    const lanes left_share = max_of(turn_share, x->crossbar.fair_share),
                least_share = left_share * (1.0 - elsewhere_share * (1.0 - r));
    /* share of the flits to other outputs that go first */
    const lanes passing_share = 0.5 * (1.0 + min_of(flow / least_share, 1.0));
    const lanes share = left_share * (1.0 - elsewhere_share * (1.0 - passing_share * r));
    record_utilization(s, &x->utilization.link, flow / share);
    const lanes front_wait =
        find_link_wait(x->packet.biased_length, flow, share, &from->input.front_packets) -
        x->front_link_wait;
    const lanes total_wait =
        find_link_wait(x->packet.biased_length, flow, share, &from->input.buffered_packets) -
        x->link_wait;
    x->wait.link = max_of(0.0, x->link.other_vc_share * front_wait);
    m->buffer_wait = max_of(0.0, x->link.other_vc_share * total_wait - x->wait.link);
    m->port_wait += x->wait.link;
}

/* ---- the queue behind the switch ------------------------------------------------------------ */

/* Returns the share of the packets waiting for an output that are in the input buffers. With k
 * other packets of F flits, all coming at the link's pace, k F flits exceed the link's capacity;
 * the link sends them one by one: F^2/2 k (k + 1) cycles of waits in all. The crossbar leaves (k +
 * 1 - s) F flits in the buffers, and passes them at s per cycle: F^2/2 (k + 1 - s) (k + 1) / s
 * cycles. So the share is E[(k + 1 - s)+ (k + 1)] / (s E[k (k + 1)]) of a geometric number k, for s
 * = w + p with whole part w. docs/model.md (24). */
static inline lanes find_input_share(const transition_lanes *x, lanes r)
{
    const lanes idle = 1.0 - r, fraction = x->to.step_fraction,
                whole_steps = x->to.extra_steps.value + 1.0;
    const lanes moment_sum =
        1.0 + r + (whole_steps - fraction) * idle - fraction * whole_steps * idle * idle;
    return integer_power(r, &x->to.extra_steps) * moment_sum / (2.0 * (whole_steps + fraction));
}

/* Returns the share of its own input's flits that a packet still meets at a channel of one flit per
 * time S, if the input's channel brings one per time c S, c < 1: the waits on M/D/1 with service S
 * less the waits on M/D/1 with service c S (the waits in two such queues in series with the same
 * packets sum to the waits in the slower one). docs/model.md (24h). */
static inline lanes find_own_met_share(const transition_lanes *x, lanes own_utilization)
{
    const lanes pace_ratio = min_of(x->pace.ratio, 1.0);
    return 1.0 -
           pace_ratio * pace_ratio * (1.0 - own_utilization) / (1.0 - own_utilization * pace_ratio);
}

/* Returns the packets per cycle of each node at an injection channel, given the channel's share of
 * the output, where a node creates at most one packet per cycle; 0 for other channels and for
 * replies. */
static inline lanes find_node_rate(const queue_lanes *from, const transition_lanes *x,
                                   lanes own_utilization)
{
    if (!from->is_injection) return every(0.0);
    return bound_utilization(own_utilization * x->packet.length_inverse * from->source.node_share);
}

/* Returns the wait where c packets go side by side, over the wait on M/D/1: as on M/D/c, whose
 * queue at the ends of services is that of a channel which carries c packets per cycle (Cosmetatos
 * 1975). Arrivals that vary less than Poisson arrivals count as more servers, in proportion
 * (Hayward). docs/model.md (24i). */
static inline lanes find_parallel_factor(const transition_lanes *x, lanes variation,
                                         lanes utilization)
{
    const lanes c = max_of(x->pace.parallel_packets, 1.0), u = max_of(utilization, epsilon);
    const lanes n = min_of(c / variation, max_servers);
    const lanes regular =
        (1.0 - u) * (n - 1.0) * (square_root(4.0 + 5.0 * n) - 2.0) / (16.0 * u * n);
    const lanes wait_factor = erlang_c(n, n * u) * (1.0 + regular);
    return pick(c > unit_pace, min_of(wait_factor / u, 1.0), every(1.0));
}

/* Returns the wait of a packet for flits of others that enter the queue between its head and its
 * tail. Of the flits that come while its own do, at a flit per cycle, M/D/1 counts half: those of
 * packets that came before it. They need another VC of the channel: of a geometric number of
 * packets, those beside the first have one while they are fewer than the VCs. docs/model.md
 * (24l). */
static inline lanes find_interleaved_wait(const transition_lanes *x, lanes biased,
                                          lanes others_utilization, lanes utilization)
{
    const lanes free_vc_share =
        1.0 - utilization * integer_power(utilization, &x->to.vcs_minus_two);
    const lanes body_flits = 0.5 * biased * (1.0 - x->packet.head_share);
    return pick(x->to.vcs > 1.0, body_flits * others_utilization * free_vc_share, every(0.0));
}

/* Returns the wait of packets from all inputs for a channel, in the input buffers and in the output
 * queue, as on M/D/1. */
static inline lanes find_channel_wait(const noc_sweep *s, const queue_lanes *from,
                                      const transition_lanes *x, lanes others_utilization,
                                      lanes utilization)
{
    const lanes biased = x->to.flits + x->to.length_variance / x->to.flits;
    const lanes interleaved_wait =
        find_interleaved_wait(x, biased, others_utilization, utilization);
    if (!x->has_wide_channels)
        return 0.5 * biased * others_utilization / (1.0 - utilization) + interleaved_wait;
    const lanes own_utilization = bound_utilization(x->link.port_flits * s->rate);
    const lanes node_rate = find_node_rate(from, x, own_utilization);
    const lanes met_share =
        pick(node_rate > 0.0, others_utilization + utilization * (own_utilization - node_rate),
             others_utilization + own_utilization * find_own_met_share(x, own_utilization));
    return 0.5 * biased * met_share / (1.0 - utilization) *
           find_parallel_factor(x, 1.0 - node_rate, utilization);
}

/* Returns the wait of a packet for room in the output queue, whose credits earlier packets use:
 * packets in the queue or, with a single VC, a packet in the buffer behind. The positive wait for
 * the channel is exponential; two flits of one input never wait for each other. The queue in front
 * of a single VC has only the part of such a wait that the VC lets through. Flits by which the
 * crossbar is ahead of the channel need room as well. A packet without room for these waits as
 * often as others use the channel before it, for at most a packet of each VC. docs/model.md
 * (24b). */
static inline lanes find_queue_room_wait(const transition_lanes *x, lanes head_wait,
                                         lanes channel_wait, lanes utilization)
{
    const lanes queue_wait = x->wait.output_queue;
    const lanes queue_share =
        pick(x->to.vcs > 1.0, every(1.0), queue_wait / max_of(channel_wait, epsilon));
    const lanes taken_room = pick(x->to.vcs > 1.0, every(0.0), min_of(head_wait, x->to.flits));
    const lanes spare_room = max_of(0.0, x->to.queue_room - taken_room) - x->pace.crossbar_lead;
    const lanes positive_wait = queue_share * 0.5 * x->packet.biased_length *
                                (1.0 - x->to.allocation.same_input_chance) / (1.0 - utilization);
    const lanes room_wait =
        pick(spare_room > 0.0, queue_wait * exp_of(-spare_room / max_of(positive_wait, epsilon)),
             queue_wait - utilization * spare_room);
    return min_of(room_wait, x->to.vcs * x->pace.crossbar_lead);
}

/* Moves waits to the output queue: the part of the wait for the channel outside the input
 * buffers. */
static inline void move_waits_to_queue(const noc_sweep *s, const queue_lanes *from,
                                       transition_lanes *x, output_state_lanes *m)
{
    if (!x->has_queues) return;
    const lanes others_utilization = bound_utilization(x->crossbar.other_flits * s->rate);
    const lanes utilization = bound_utilization(others_utilization + x->link.port_flits * s->rate);
    const lanes queue_share = 1.0 - find_input_share(x, m->others_utilization);
    const lanes moved_head = queue_share * x->wait.head,
                moved_switches = queue_share * x->wait.switches;
    const lanes moved_link = queue_share * x->wait.link;
    x->wait.head -= moved_head;
    x->wait.switches -= moved_switches;
    x->wait.link -= moved_link;
    m->buffer_wait -= queue_share * m->buffer_wait;
    m->port_wait *= 1.0 - queue_share;
    x->dilation = 1.0 + x->wait.switches * x->packet.length_inverse;
    const lanes input_wait = x->wait.switches + x->wait.link + x->wait.vc;
    const lanes channel_wait = find_channel_wait(s, from, x, others_utilization, utilization);
    x->wait.output_queue = max_of(0.0, channel_wait - input_wait);
    x->wait.room = find_queue_room_wait(x, m->head_wait, channel_wait, utilization);
    x->wait.stretch = min_of(x->wait.output_queue, moved_switches - moved_head +
                                                       moved_link * (1.0 - x->packet.head_share));
}

#endif
