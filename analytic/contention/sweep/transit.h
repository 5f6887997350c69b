/* analytic/contention/sweep/transit.h: input VCs between routers, and their credits: waits in the
 * FIFO of an input VC behind earlier packets (head-of-line blocking), and waits upstream for
 * credits, which are late if earlier packets are, or if the VC's buffer is shorter than its credit
 * loop. Symbols in contention_state.h; equations of docs/model.md, section 4:
 *   (17)  add_follower       Lindley's recursion from packet to packet of a VC
 *   (18)  find_carried_wait  mean of positive waits, as far as the buffer has room
 *   (19)  find_vc_use        credits of short buffers: servers with one waiting place
 *   (19a) find_searched_vc   VC to which heads come from anywhere
 *   (21)  find_full_loss     loss at full buffers (heavy traffic)
 *   (24c) find_head_delay    credits that a waiting head keeps
 *
 * Compared with the sampler's queues, one by one: up to 95 % of saturation most waits and late
 * credits of single channels are within a third; waits of single-flit packets are up to a half too
 * low. Compared with 4x4 meshes of the sampler, channels of 10 and 26 cycles, VCs of 2 to 8 flits:
 * latency up to 80 % of saturation is within 5 %; saturation is within 12 %, and up to 3.5 times
 * too high without waits for credits of short buffers. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TRANSIT_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TRANSIT_H

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/erlang.h"
#include "analytic/contention/sweep/tail_lag.h"

/* ---- credits of short buffers --------------------------------------------------------------- */

/* Returns the least cycles of an input VC for a packet that is entirely in its buffer. */
static inline lanes find_least_service(const queue_lanes *q)
{
    return q->sending.cycles - q->pace.receiver_lead + q->input.turnaround;
}

/* Returns the cycles for which a packet of a run keeps others from a VC, without turnarounds: the
 * time to send it, or the time of a slow channel, which is due after the sender has sent the last
 * flit. */
static inline lanes find_run_cycles(const queue_lanes *q)
{
    return max_of(q->sending.cycles, q->packet.flits);
}

/* Returns the cycles from packet to packet on one VC between routers in an idle network, with the
 * delay by credits. */
static inline lanes find_least_period(const queue_lanes *q)
{
    return max_of(find_least_service(q), find_run_cycles(q)) + q->sending.credit_excess;
}

/* Returns the cycles from packet to packet on one VC that never lacks credits. */
static inline lanes find_credit_period(const queue_lanes *q)
{
    return max_of(q->sending.cycles + q->input.turnaround, q->packet.flits);
}

/* Packets per cycle that a VC accepts; mean number of packets that wait for its credits. */
typedef struct credit_use {
    lanes accepted, waiting;
} credit_use;

/* Returns the packets that one VC accepts of `arrival_rate` packets per cycle, and those that wait.
 * The VC has room for k packets, whose credits need k `credit_excess` longer to come back than k
 * packets need to be sent one right after the other: k servers, in time without sending. At most
 * one packet waits, the VC's owner; other packets meanwhile use another VC (M/M/k with one waiting
 * place). The first of constant service times ends after 1 / (k + 1) of one at random phases, after
 * 1 / k if all began at once. docs/model.md (19). */
static inline credit_use find_vc_use(const queue_lanes *q, lanes k, lanes credit_delay,
                                     lanes arrival_rate)
{
    const lanes send_period = find_credit_period(q);
    const lanes free_share = 1.0 - bound_utilization(arrival_rate * send_period);
    const lanes offered = k * credit_delay * arrival_rate / free_share;
    const lanes full_probability = erlang_b(k, offered), refused_rate = offered * full_probability;
    const lanes room_share = k / (k + refused_rate);
    const lanes accepted = min_of(arrival_rate * room_share, 1.0 / (send_period + credit_delay));
    const lanes wait = full_probability * (k + full_probability) / (k + 1.0) * credit_delay;
    return (credit_use){accepted, accepted * wait};
}

/* Returns the mean wait for credits of the packets of a single VC: all packets that come while it
 * lacks credits wait (M/M/k). */
static inline lanes find_single_credit_wait(const queue_lanes *q, lanes credit_delay, lanes rate)
{
    const lanes k = max_of(1.0, q->credits.buffer / q->packet.flits);
    const lanes free_share = 1.0 - bound_utilization(rate * find_credit_period(q));
    const lanes wait_probability = erlang_c(k, k * credit_delay * rate / free_share);
    return wait_probability * (k + wait_probability) / (k + 1.0) * credit_delay;
}

/* Returns the share of the packets whose heads begin their search with the first VC; 0 where
 * several packets come in a cycle, since each uses another VC. */
static inline lanes find_first_vc_share(const queue_lanes *q)
{
    if (!q->has_wide_channels) return q->output.restart_share;
    return pick(q->pace.slot < 1.0, every(0.0), q->output.restart_share);
}

/* Returns the packets that all VCs accept, and those that wait. A head gets the first free VC after
 * the VC of its input VC's last head; if its input VC has sent to another output since, the first
 * free VC of all. `first_rate`: packets per cycle that ask for the first VC. Each next VC is asked
 * by the packets that a VC did not accept, and by those whose successors go to the same output. */
static inline credit_use find_all_vcs_use(const queue_lanes *q, lanes credit_delay,
                                          lanes first_vc_share, lanes first_rate)
{
    const lanes k = max_of(1.0, q->credits.buffer / q->packet.flits);
    const double max_vcs = highest_lane(q->input.vcs);
    credit_use total = {every(0.0), every(0.0)};
    lanes arrival_rate = first_rate;
    for (double v = 0.0; v < max_vcs; v++) {
        const credit_use vc_use = find_vc_use(q, k, credit_delay, arrival_rate);
        total.accepted += pick(q->input.vcs > v, vc_use.accepted, every(0.0));
        total.waiting += pick(q->input.vcs > v, vc_use.waiting, every(0.0));
        arrival_rate = max_of(epsilon, arrival_rate - first_vc_share * vc_use.accepted);
    }
    return total;
}

/* Returns the cycles by which packets are stretched on the way to a queue and in its buffer, per
 * packet that the buffer holds: credits come back meanwhile. */
static inline lanes find_buffer_stretch(const queue_lanes *q)
{
    return q->brought.lag + min_of(q->packet.flits / q->credits.buffer, 1.0) *
                                q->credits.spare_flits * (q->crossed.dilation - 1.0);
}

/* Returns the mean wait for credits of a queue's packets. Iterates the packets that ask for the
 * first VC until all VCs accept the queue's rate. */
static inline lanes find_credit_wait(const noc_sweep *s, const queue_lanes *q)
{
    enum { STEPS = 6 };
    if (!q->has_short_buffers) return every(0.0);
    const lanes rate = max_of(epsilon, q->load.packets * s->rate);
    const lanes credit_delay =
        max_of(0.0, q->sending.credit_excess +
                        min_of(q->packet.flits / q->credits.buffer, 1.0) * q->service.credit_wait -
                        find_buffer_stretch(q));
    const lanes least_delay = q->sending.credit_excess; /* 0 for some lanes */
    if (q->has_single_vc)
        return pick(least_delay > 0.0, find_single_credit_wait(q, credit_delay, rate), every(0.0));
    const lanes first_vc_share = find_first_vc_share(q);
    lanes first_rate = rate * max_of(first_vc_share, 1.0 / q->input.vcs);
    credit_use use = find_all_vcs_use(q, credit_delay, first_vc_share, first_rate);
    for (int k = 1; k < STEPS; k++) {
        first_rate *= rate / use.accepted;
        use = find_all_vcs_use(q, credit_delay, first_vc_share, first_rate);
    }
    return pick(least_delay > 0.0, use.waiting / use.accepted, every(0.0));
}

/* ---- queues between routers ----------------------------------------------------------------- */

/* Returns the mean cycles, over all packets, for which packets longer than their buffer occupy
 * their sender. Such a packet waits until its head has left the buffer, for the part of that wait
 * (exponential) that the buffer does not outlast, and its flits after the first that does not fit
 * go on at the pace of the switch. */
static inline lanes find_room_wait(const queue_lanes *q)
{
    if (!q->has_long_packets) return every(0.0);
    const lanes wait = max_of(find_positive_wait(q, q->wait.heads), epsilon);
    const lanes remaining_wait = q->wait.heads * exp_of(-q->credits.slack / wait);
    const lanes head_delay = pick(q->credits.slack > 0.0, remaining_wait, q->wait.heads);
    const lanes room_wait =
        q->sending.long_share * head_delay + q->sending.overhang * (q->crossed.dilation - 1.0);
    return pick(q->sending.long_share > 0.0, room_wait, every(0.0));
}

/* Packets of a VC that follow a first packet, by the VC that they come from: right behind it, or
 * after a geometric gap. */
typedef struct follower {
    lanes share;           /* share of the packets */
    lanes run_probability; /* probability that a packet comes right behind the first */
    lanes rate;            /* 1 / mean gap of followers that do not come right behind, 1/cycles */
    /* service of the first packet beyond the time to a second one right behind it: moments of the
     * positive part, mean of the negative part, cycles and cycles^2 */
    lanes excess, squared_excess, deficit;
    lanes residual; /* mean residual service, where it is positive */
} follower;

/* Returns the mean of the first packet's waits in service, beyond the time to send it, for which
 * the second packet waits: all waits except the wait for room, which delays the sender of both.
 * *second_moment: second moment, without the variance of packet lengths, which is part of the time
 * to send them. */
static inline lanes find_felt_waits(const queue_lanes *q, lanes send_cycles, lanes room_wait,
                                    lanes *second_moment)
{
    const lanes total_wait = max_of(1e-6, q->service.mean - send_cycles);
    const lanes felt_wait = max_of(1e-6, total_wait - room_wait), share = felt_wait / total_wait;
    const lanes variance =
        max_of(0.0, q->service.second_moment - q->service.mean * q->service.mean -
                        q->packet.length_variance);
    *second_moment = felt_wait * felt_wait + share * share * variance;
    return felt_wait;
}

/* Returns the probability that a packet comes right behind another. Runs of packets are busy
 * periods of a server and vary more than geometric runs: a packet has as many others in its run as
 * in geometric runs of this probability (M/D/1: Borel's distribution). */
static inline lanes find_run_probability(lanes utilization)
{
    const lanes idle = 1.0 - utilization,
                run_length = 0.5 * utilization * (1.0 + idle); /* times idle^2 */
    return bound_utilization(run_length / (idle * idle + run_length));
}

/* Returns the followers from any upstream VC. A packet owns the VC while it is sent; a follower
 * waits for the VC, and then comes right behind, with Erlang's probability C. */
static inline follower find_any_followers(const queue_lanes *q, lanes rate)
{
    const lanes owned_share =
        bound_utilization(rate * (q->sending.cycles + q->output.start_cycles + q->brought.heads +
                                  find_owner_lag(q) + q->wait.stall));
    const lanes wait_probability =
        bound_utilization(erlang_c(q->output.all_vcs, q->output.all_vcs * owned_share));
    const lanes run_probability = find_run_probability(wait_probability);
    return (follower){
        .share = 1.0 - q->input.same_vc_chance,
        .run_probability = run_probability,
        .rate = rate * (1.0 - run_probability) / (1.0 - owned_share),
    };
}

/* Returns the service of packets from the same upstream VC in the router there, cycles. */
static inline lanes find_upstream_service(const queue_lanes *q)
{
    return max_of(find_least_service(q),
                  q->brought.upstream / max_of(q->input.same_vc_chance, epsilon));
}

/* Returns the followers from the same upstream VC: the router there has served them one after the
 * other, with the same turnaround. */
static inline follower find_own_followers(const queue_lanes *q, lanes rate)
{
    const lanes upstream = find_upstream_service(q);
    return (follower){.share = q->input.same_vc_chance,
                      .run_probability = bound_utilization(rate * upstream),
                      .rate = rate};
}

/* Compares the first packet's waits in service, beyond the `send_cycles` to send it, with the
 * second packet's waits on its way, `away_waits`, cycles. Both are rare and exponential; the excess
 * of one exponential time over another has the mean of the first. */
static inline void compare_waits(follower *f, const queue_lanes *q, lanes room_wait,
                                 lanes send_cycles, lanes away_waits)
{
    lanes squared_waits;
    const lanes waits = find_felt_waits(q, send_cycles, room_wait, &squared_waits);
    f->residual = squared_waits / max_of(2.0 * waits, epsilon);
    const lanes excess_probability =
        1.0 - away_waits / (f->residual + max_of(away_waits, q->packet.biased_length));
    f->excess = excess_probability * waits;
    f->squared_excess = excess_probability * squared_waits;
    f->deficit = max_of(0.0, f->excess - (waits - away_waits));
}

/* Recursion of waits from packet to packet, for packets of any length. */
typedef struct recursion {
    lanes carried; /* share of a wait that the next packet meets again */
    lanes growth;  /* further share by packets that come in gaps, for the length of waits */
    lanes step, squared_step; /* moments of one step, cycles and cycles^2 */
} recursion;

/* Adds followers to Lindley's recursion: the next packet waits for the rest of wait and service at
 * its arrival. A negative step shortens a wait, down to 0. docs/model.md (17). */
static inline void add_follower(recursion *r, const follower *f)
{
    const lanes kept_share = 1.0 - f->deficit / max_of(f->deficit, max_of(1.0, f->residual));
    r->carried += f->share * f->run_probability * kept_share;
    r->growth += f->share * f->rate * f->excess;
    r->step += f->share * f->excess;
    r->squared_step += f->share * f->squared_excess;
}

/* Returns the cycles by which a wait grows from one packet to the next. `carried`,
 * `squared_carried`: moments of the previous wait, as far as the buffer has room for it. The rest
 * of an exponential x after a geometric gap of rate g is g x^2 / (1 + g x). */
static inline lanes find_growth(const follower *f, lanes carried, lanes squared_carried)
{
    const lanes x = max_of(carried + f->excess, epsilon);
    const lanes x2 = squared_carried + 2.0 * carried * f->excess + f->squared_excess + x;
    const lanes gap_excess = 0.5 * f->rate * x2; /* times 1 + rate */
    const lanes gap_growth = gap_excess * x / ((1.0 + f->rate) * x + gap_excess);
    return f->share * (f->run_probability * f->excess + (1.0 - f->run_probability) * gap_growth);
}

/* Returns the cycles by which earlier packets may be late before a flit lacks a credit, as the flit
 * a buffer's length ahead has not left: fewer with a long credit loop and with waits in the output
 * queue; more if packets are stretched by their own credits, or more packets fit. */
static inline lanes find_delay_room(const queue_lanes *q)
{
    return q->credits.buffer - q->credits.loop - q->brought.queued - q->pace.receiver_lead +
           q->sending.cycles - q->packet.flits +
           q->credits.spare_packets * max_of(0.0, q->service.mean - q->packet.flits);
}

/* Returns the mean of the positive waits, w. Steps add up while a share `growth` of w carries over,
 * as far as the buffer has room for it: w = step / (1 - growth (1 - exp(-room / w))), interpolated
 * between the limits for long and for short buffers. docs/model.md (18). */
static inline lanes find_carried_wait(lanes step, lanes growth, lanes room)
{
    const lanes decay = max_of(0.0, 1.0 - growth);
    return pick(room > 0.0, step + growth * step * room / (decay * room + step), step);
}

/* Followers of a queue from any upstream VC and from the same one, and the part of a wait that
 * carries over to them. */
typedef struct passing {
    follower any_follower, own_follower;
    lanes carried;       /* share of a wait that the next packet meets again */
    lanes positive_wait; /* mean of the positive waits, cycles */
    lanes room_share;    /* share of that wait for which the buffer has room */
} passing;

static inline lanes find_next_wait(const passing *p, lanes wait)
{
    const lanes carried = wait * p->room_share,
                squared_carried = 2.0 * carried * p->positive_wait * p->room_share;
    const lanes growth = find_growth(&p->any_follower, carried, squared_carried) +
                         find_growth(&p->own_follower, carried, squared_carried);
    return growth / (1.0 - bound_utilization(p->carried * p->room_share));
}

/* Returns the share of the packets that complete k packets in a row, each right behind the previous
 * one with this probability (a renewal process, Feller); 1/k in endless runs. */
static inline lanes find_row_share(lanes k, lanes run_probability)
{
    const lanes row_probability = power_of(run_probability, k);
    return pick(run_probability < 1.0,
                row_probability * (1.0 - run_probability) / (1.0 - row_probability), 1.0 / k);
}

/* Returns the cycles by which packets of a run wait for credits, beyond a VC's turnaround: once per
 * buffer's length of packets right behind each other, less if packets are stretched. */
static inline lanes find_run_delay(const queue_lanes *q, const follower *any, const follower *own)
{
    const lanes k = max_of(1.0, q->credits.buffer / q->packet.flits);
    const lanes stretch = k * q->brought.lag + q->credits.spare_flits * (q->crossed.dilation - 1.0);
    const lanes delay = max_of(0.0, k * q->sending.credit_excess - stretch);
    if (highest_lane(delay) == 0.0) return delay;
    return delay *
           find_row_share(k, any->share * any->run_probability + own->share * own->run_probability);
}

/* Returns the probability that a wait is longer than the cycles by which the packet, or the one
 * before it, was stretched (rare and exponential, as the wait is). */
static inline lanes find_uncovered_share(const queue_lanes *q, lanes positive_wait)
{
    const lanes stretch = q->brought.lag + q->credits.spare_flits * (q->crossed.dilation - 1.0);
    return 1.0 - stretch / (find_positive_wait(q, stretch) + positive_wait);
}

static inline passing find_passing(const queue_lanes *q, const follower *any, const follower *own,
                                   lanes room)
{
    passing p = {.any_follower = *any, .own_follower = *own};
    recursion sums = {every(0.0), every(0.0), every(0.0), every(0.0)};
    add_follower(&sums, any);
    add_follower(&sums, own);
    const lanes step = 0.5 * (sums.squared_step / max_of(sums.step, epsilon) + 1.0);
    p.carried = sums.carried;
    p.positive_wait = find_carried_wait(step, sums.carried + sums.growth, room);
    const lanes room_share =
        1.0 - exp_of(-room / p.positive_wait) * find_uncovered_share(q, p.positive_wait);
    p.room_share = pick(room > 0.0, room_share, every(0.0));
    return p;
}

/* Returns the loss per packet, if a packet that finds the buffers full loses `lost_cycles` cycles:
 * Kingman's heavy-traffic approximation with two moments of the arrivals from a busy link (M/D/1: 1
 * - rho^2) and of the service. docs/model.md (21). */
static inline lanes find_full_loss(const noc_sweep *s, const queue_lanes *q, lanes lost_cycles)
{
    const lanes packets = q->load.packets * s->rate;
    const lanes rho = min_of(packets * q->packet.flits, 1.0);
    const lanes u = min_of(packets * (q->packet.flits + lost_cycles), 1.0);
    const lanes variance =
        max_of(0.0, q->service.second_moment / (q->service.mean * q->service.mean) - 1.0);
    const lanes variation = max_of(1.0 - rho * rho + variance, epsilon);
    return lost_cycles * u *
           exp_of(-2.0 * (1.0 - u) / variation *
                  (q->input.vcs * q->credits.buffer / q->packet.flits));
}

/* Returns the wait for a busy crossbar input. Packets come over their link one after the other; the
 * VCs of the input share it and at times leave it idle together, so they need longer than the
 * link. */
static inline lanes find_busy_input_wait(const noc_sweep *s, const queue_lanes *q)
{
    const lanes link_cycles = max_of(find_run_cycles(q), q->service.mean / q->input.vcs);
    return find_full_loss(s, q, max_of(0.0, q->service.busy_mean / q->input.vcs - link_cycles));
}

/* Returns the packets before a packet in its train; `run_probability`: share of packets right
 * behind another. Packets of many inputs queue at the output as in M/D/1 (Borel's distribution);
 * packets of one input VC come one after the other, as often as the VC has another packet for that
 * output (geometric). */
static inline lanes find_train_position(const queue_lanes *q, lanes run_probability)
{
    const lanes geometric_share = find_run_probability(run_probability),
                many_inputs = geometric_share / (1.0 - geometric_share);
    const lanes one_input = run_probability / (1.0 - run_probability);
    return q->input.same_vc_chance * one_input + (1.0 - q->input.same_vc_chance) * many_inputs;
}

/* Returns the cycles by which a packet right behind another waits for credits, which the head
 * before it keeps while it waits for longer than the buffer lasts. A router of several steps per
 * cycle makes up for that wait only with the flits in its buffer. docs/model.md (24c). */
static inline lanes find_head_delay(const queue_lanes *q)
{
    if (!q->has_several_steps) return every(0.0);
    const lanes wait = q->wait.heads + q->service.next_stall;
    const lanes slack = find_delay_room(q) + q->pace.receiver_lead - q->credits.head_excess;
    const lanes fitting_packets = max_of(1.0, q->credits.buffer / q->packet.flits);
    const lanes remaining_wait =
        wait * exp_of(-slack / max_of(epsilon, find_positive_wait(q, wait)));
    return pick(slack > 0.0, remaining_wait, wait - slack / fitting_packets);
}

/* Returns the cycles from packet to packet of a single VC, if each comes right behind the previous
 * one; 0 for routers of one step per cycle and for several VCs. */
static inline lanes find_head_period(const queue_lanes *q)
{
    return q->has_several_steps && q->has_single_vc ? q->sending.cycles + find_head_delay(q)
                                                    : every(0.0);
}

/* Returns the mean cycles, over all packets, by which a packet waits for credits that heads keep:
 * packets that are not right behind another come later by a gap (waits and gaps are
 * exponential). */
static inline lanes find_mean_head_delay(const queue_lanes *q, lanes rate, lanes run_probability)
{
    if (!q->has_several_steps) return every(0.0);
    const lanes wait = q->wait.heads + q->service.next_stall;
    const lanes gap_ratio = rate * find_positive_wait(q, wait) / (1.0 - run_probability);
    return find_head_delay(q) *
           (run_probability + (1.0 - run_probability) * gap_ratio / (1.0 + gap_ratio));
}

/* Finds the wait of packets in trains. Packets of a link's single VC come in trains, as their
 * output served them: packets that waited for others at the output come right behind, at intervals
 * of the time for which each owns the VC. In time without these intervals a train is a batch of the
 * packets' longer service here, in which each packet waits for the earlier ones (M/G/1 with
 * batches). Packets without room in the buffer wait upstream, where each delays the next by at most
 * its longer service; a late packet does not wait again for the packets beside it in a buffer. Not
 * derived: the length of rare long waits is about their mean, a cycle at least, as found in a row
 * of eight routers (docs/lab/experiments.md, 1.18). Returns the cycles by which packets are
 * late. */
static inline lanes find_train_wait(const noc_sweep *s, queue_lanes *q, lanes room_wait,
                                    lanes credit_delay)
{
    const lanes rate = q->load.packets * s->rate, room = find_delay_room(q);
    const lanes room_share = max_of(0.0, 1.0 - q->packet.flits / q->credits.buffer);
    const lanes earlier_delay = room_share * q->wait.stall;
    const lanes interval = q->sending.cycles +
                           (1.0 - q->input.same_vc_chance) * q->output.start_cycles +
                           q->input.same_vc_chance * q->input.turnaround + earlier_delay;
    const lanes interval_share = bound_utilization(rate * interval);
    const lanes run_probability =
        bound_utilization(interval_share + rate * (q->wait.stall - earlier_delay));
    const lanes position = find_train_position(q, run_probability);
    lanes second_moment;
    const lanes excess = find_felt_waits(q, interval + credit_delay, room_wait, &second_moment);
    const lanes utilization = bound_utilization(rate * excess / (1.0 - interval_share));
    const lanes batch_wait =
        rate / (1.0 - interval_share) * (second_moment + 2.0 * position * excess * excess);
    const lanes wait = 0.5 * batch_wait / (1.0 - utilization) + position * excess;
    const lanes buffer_share =
        pick(room > 0.0, 1.0 - exp_of(-room / max_of(wait, 1.0)), every(0.0));
    const lanes upstream_wait = wait * (1.0 - buffer_share), max_delay = excess + earlier_delay;
    const lanes delay = max_of(upstream_wait * max_delay / (upstream_wait + max_delay),
                               find_mean_head_delay(q, rate, run_probability));
    q->wait.queue = wait * buffer_share + delay; /* the packet itself waits for `delay` as well */
    return delay;
}

/* Finds the wait of packets where a channel has several VCs. `credit_delay`: cycles of the service
 * by which credits delay the packets upstream as well. Returns the part of the wait without room in
 * the buffer. */
static inline lanes find_follower_wait(queue_lanes *q, follower *any, follower *own,
                                       lanes room_wait, lanes credit_delay)
{
    const lanes own_send = find_least_service(q) + credit_delay;
    compare_waits(any, q, room_wait, q->sending.cycles + q->output.start_cycles + credit_delay,
                  q->brought.lag);
    any->deficit = every(0.0); /* a packet earlier than that waits for the VC */
    compare_waits(own, q, room_wait, own_send,
                  max_of(0.0, find_upstream_service(q) - own_send - room_wait));
    const passing p = find_passing(q, any, own, find_delay_room(q));
    q->wait.queue = find_next_wait(&p, q->wait.queue);
    return q->wait.queue * (1.0 - p.room_share);
}

/* ---- heads that look for a VC from anywhere ----------------------------------------------------
 */

/* A server with a finite queue: mean packets that wait, and the chance that all places are full.
 * The number of packets is geometric, cut off at the places; its ratio is the square of the load
 * for constant service, as in M/D/1 in heavy traffic. */
typedef struct finite_queue {
    lanes waiting_packets, full_probability;
} finite_queue;

static inline finite_queue find_finite_queue(lanes load, lanes variation, lanes places)
{
    const lanes load_power = power_of(max_of(load, epsilon), 2.0 / (1.0 + variation));
    const lanes ratio =
        pick(absolute_value(load_power - 1.0) < 1e-4, every(1.0 - 1e-4), load_power);
    const lanes power = power_of(ratio, places), normalizer = 1.0 / (1.0 - power * ratio);
    return (finite_queue){ratio / (1.0 - ratio) - (places + 1.0) * power * ratio * normalizer,
                          (1.0 - ratio) * power * normalizer};
}

/* Packets that wait in a VC, and packets per cycle that get it, if heads come to it at
 * `arrival_rate` while no packet owns it. A packet owns the VC for `hold` cycles, in which the
 * packet before is served as well: in time without these cycles the service is shorter by
 * `hold`. */
typedef struct searched_vc {
    lanes waiting_packets, accepted_rate;
} searched_vc;

static inline searched_vc find_searched_vc(const queue_lanes *q, lanes arrival_rate, lanes hold)
{
    const lanes places = max_of(1.0, q->credits.buffer / q->packet.flits);
    const lanes service = max_of(q->service.mean - hold, 0.5 * q->service.mean);
    const lanes variance =
        max_of(0.0, q->service.second_moment - q->service.mean * q->service.mean);
    const finite_queue queue =
        find_finite_queue(arrival_rate * service, variance / (service * service), places);
    const lanes free_share = 1.0 / (1.0 + arrival_rate * hold);
    return (searched_vc){queue.waiting_packets * free_share,
                         arrival_rate * free_share * (1.0 - queue.full_probability)};
}

/* Returns the extra mean wait where heads search for a VC from a random place, over heads that try
 * VCs in turn. A search that begins at another output's VC comes first to the first VC of its own
 * output. That VC fills up, until a packet that waits for room owns it, and only searches that find
 * a VC owned come to the next. `hold`: cycles for which a packet owns a VC whose buffer has
 * room. */
static inline lanes find_search_wait(const noc_sweep *s, const queue_lanes *q, lanes hold)
{
    if (!q->has_random_search) return every(0.0);
    const double max_vcs = highest_lane(q->input.vcs);
    const lanes total_rate = max_of(q->load.packets * s->rate, epsilon),
                vc_rate = total_rate / q->input.vcs;
    lanes arrival_rate = total_rate * (1.0 - (q->input.vcs - 1.0) * q->output.search_chance),
          waiting = every(0.0);
    for (double v = 0.0; v < max_vcs; v++) {
        const searched_vc vc = find_searched_vc(q, arrival_rate, hold);
        waiting += pick(q->input.vcs > v, vc.waiting_packets, every(0.0));
        arrival_rate += total_rate * q->output.search_chance - vc.accepted_rate;
    }
    const lanes even_wait = q->input.vcs * find_searched_vc(q, vc_rate, hold).waiting_packets;
    return pick(q->output.search_chance > 0.0, max_of((waiting - even_wait) / total_rate, 0.0),
                every(0.0));
}

/* Share of the difference to its new value that a stall moves in a sweep. Senders upstream react a
 * sweep later, so whole steps would overshoot. */
static const double stall_step_share = 0.6;

/* Updates the wait of packets in the input VCs behind a channel between routers. Returns the delay
 * of the packets' credits at their senders, cycles. */
static inline lanes update_transit_wait(const noc_sweep *s, queue_lanes *q)
{
    if (q->is_atomic)
        return q->wait.queue = every(0.0); /* an atomic VC is empty when a packet comes */
    const lanes rate = q->load.packets * s->rate / q->input.vcs;
    const lanes room_wait = find_room_wait(q);
    follower any = find_any_followers(q, rate), own = find_own_followers(q, rate);
    q->wait.run_delay = find_run_delay(q, &any, &own);
    const lanes credit_delay = min_of(q->service.credit_delay, q->wait.run_delay);
    const lanes delay = q->has_single_vc
                            ? find_train_wait(s, q, room_wait, credit_delay)
                            : find_follower_wait(q, &any, &own, room_wait, credit_delay);
    q->wait.queue +=
        find_search_wait(s, q, q->sending.cycles + q->output.start_cycles + q->brought.heads);
    const lanes stall = delay + q->wait.run_delay + find_busy_input_wait(s, q) + room_wait;
    q->wait.credits += stall_step_share * (find_credit_wait(s, q) - q->wait.credits);
    return q->wait.stall + stall_step_share * (stall - q->wait.stall);
}

#endif
