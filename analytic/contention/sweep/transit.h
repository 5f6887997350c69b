/* analytic/contention/sweep/transit.h: waits between routers: in the FIFO of an input VC behind
 * earlier packets, and for credits, which are late if earlier packets are, or if the VC's buffer is
 * shorter than its credit loop. Symbols in contention_state.h.
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
static inline lanes least_service(const queue_lanes *q)
{
    return q->time.send - q->time.hurried + q->time.turnaround;
}

/* Returns the cycles for which a packet of a run keeps others from a VC, without turnarounds: the
 * time to send it, or the time of a slow channel, which is due after the sender has sent the last
 * flit. */
static inline lanes sent_in_runs(const queue_lanes *q)
{
    return max_of(q->time.send, q->packet.flits);
}

/* Returns the cycles from packet to packet on one VC between routers in an idle network, with the
 * delay by credits. */
static inline lanes least_period(const queue_lanes *q)
{
    return max_of(least_service(q), sent_in_runs(q)) + q->time.paced_by_credits;
}

/* Returns the cycles from packet to packet on one VC that never lacks credits. */
static inline lanes sent_apart(const queue_lanes *q)
{
    return max_of(q->time.send + q->time.turnaround, q->packet.flits);
}

/* Packets per cycle that a VC accepts; mean number of packets that wait for its credits. */
typedef struct credit_use {
    lanes taken, waited;
} credit_use;

/* Returns the packets that one VC accepts of `arrival_rate` packets per cycle, and those that wait.
 * The VC has room for k packets, whose credits need k `paced_by_credits` longer to come back than k
 * packets need to be sent one right after the other: k servers, in time without sending. At most
 * one packet waits, the VC's owner; other packets meanwhile use another VC (M/M/k with one waiting
 * place). The first of constant service times ends after 1 / (k + 1) of one at random phases, after
 * 1 / k if all began at once. docs/model.md (19). */
static inline credit_use use_of_vc(const queue_lanes *q, lanes k, lanes late, lanes asks)
{
    const lanes sent = sent_apart(q);
    const lanes apart = 1.0 - below_one(asks * sent);
    const lanes offered = k * late * asks / apart;
    const lanes none = probability_of_none(k, offered), turned_away = offered * none;
    const lanes room = k / (k + turned_away);
    const lanes taken = min_of(asks * room, 1.0 / (sent + late));
    const lanes wait = none * (k + none) / (k + 1.0) * late;
    return (credit_use){taken, taken * wait};
}

/* Returns the mean wait for credits of the packets of a single VC: all packets that come while it
 * lacks credits wait (M/M/k). */
static inline lanes wait_of_only_vc(const queue_lanes *q, lanes late, lanes rate)
{
    const lanes k = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes apart = 1.0 - below_one(rate * sent_apart(q));
    const lanes waits = probability_to_wait(k, k * late * rate / apart);
    return waits * (k + waits) / (k + 1.0) * late;
}

/* Returns the share of the packets whose heads begin their search with the first VC; 0 where
 * several packets come in a cycle, since each uses another VC. */
static inline lanes begin_anew(const queue_lanes *q)
{
    if (!q->wide) return q->input.begins_anew;
    return pick(q->time.slot < 1.0, every(0.0), q->input.begins_anew);
}

/* Returns the packets that all VCs accept, and those that wait. A head gets the first free VC after
 * the VC of its input VC's last head; if its input VC has sent to another output since, the first
 * free VC of all. `first_rate`: packets per cycle that ask for the first VC. Each next VC is asked
 * by the packets that a VC did not accept, and by those whose successors go to the same output. */
static inline credit_use use_of_vcs(const queue_lanes *q, lanes late, lanes anew, lanes first)
{
    const lanes k = max_of(1.0, q->room.buffer / q->packet.flits);
    const double most = highest_lane(q->input.vcs);
    credit_use all = {every(0.0), every(0.0)};
    lanes asks = first;
    for (double v = 0.0; v < most; v++) {
        const credit_use one = use_of_vc(q, k, late, asks);
        all.taken += pick(q->input.vcs > v, one.taken, every(0.0));
        all.waited += pick(q->input.vcs > v, one.waited, every(0.0));
        asks = max_of(little, asks - anew * one.taken);
    }
    return all;
}

/* Returns the cycles by which packets are stretched on the way to a queue and in its buffer, per
 * packet that the buffer holds: credits come back meanwhile. */
static inline lanes drawn_out_in_buffer(const queue_lanes *q)
{
    return q->brought.lag + min_of(q->packet.flits / q->room.buffer, 1.0) * q->room.beside *
                                (q->crossed.dilation - 1.0);
}

/* Returns the mean wait for credits of a queue's packets. Iterates the packets that ask for the
 * first VC until all VCs accept the queue's rate. */
static inline lanes wait_for_credits(const noc_sweep *s, const queue_lanes *q)
{
    enum { STEPS = 6 };
    if (!q->lacks_credits) return every(0.0);
    const lanes rate = max_of(little, q->load.packets * s->rate);
    const lanes late =
        max_of(0.0, q->time.paced_by_credits +
                        min_of(q->packet.flits / q->room.buffer, 1.0) * q->service.onward_credits -
                        drawn_out_in_buffer(q));
    const lanes paced = q->time.paced_by_credits; /* 0 for some lanes */
    if (q->single) return pick(paced > 0.0, wait_of_only_vc(q, late, rate), every(0.0));
    const lanes anew = begin_anew(q);
    lanes first = rate * max_of(anew, 1.0 / q->input.vcs);
    credit_use use = use_of_vcs(q, late, anew, first);
    for (int k = 1; k < STEPS; k++) {
        first *= rate / use.taken;
        use = use_of_vcs(q, late, anew, first);
    }
    return pick(paced > 0.0, use.waited / use.taken, every(0.0));
}

/* ---- queues between routers ----------------------------------------------------------------- */

/* Returns the mean cycles, over all packets, for which packets longer than their buffer occupy
 * their sender. Such a packet waits until its head has left the buffer, for the part of that wait
 * (exponential) that the buffer does not outlast, and its flits after the first that does not fit
 * go on at the pace of the switch. */
static inline lanes wait_for_room(const queue_lanes *q)
{
    if (!q->overflows) return every(0.0);
    const lanes wait = max_of(wait_where_any(q, q->wait.start), little);
    const lanes outlasting = q->wait.start * exp_of(-q->room.outlasts / wait);
    const lanes late = pick(q->room.outlasts > 0.0, outlasting, q->wait.start);
    const lanes held_up = q->room.longer * late + q->room.overhang * (q->crossed.dilation - 1.0);
    return pick(q->room.longer > 0.0, held_up, every(0.0));
}

/* Packets of a VC that follow a first packet, by the VC that they come from: right behind it, or
 * after a geometric gap. */
typedef struct follower {
    lanes share;  /* share of the packets */
    lanes behind; /* probability that a packet comes right behind the first */
    lanes rate;   /* 1 / mean gap of followers that do not come right behind, 1/cycles */
    /* service of the first packet beyond the time to a second one right behind it: moments of the
     * positive part, mean of the negative part, cycles and cycles^2 */
    lanes longer, longer2, shorter;
    lanes lasts; /* mean residual service, where it is positive */
} follower;

/* Compares the first packet's waits in service, of second moment `waits2`, with the second packet's
 * waits on its way, `away`, cycles. Both are rare and exponential; the excess of one exponential
 * time over another has the mean of the first. */
static inline void compare(follower *f, lanes waits, lanes waits2, lanes away, lanes flits)
{
    f->lasts = waits2 / max_of(2.0 * waits, little);
    const lanes often = 1.0 - away / (f->lasts + max_of(away, flits));
    f->longer = often * waits;
    f->longer2 = often * waits2;
    f->shorter = max_of(0.0, f->longer - (waits - away));
}

/* Returns the mean of the first packet's waits in service, beyond the time to send it, for which
 * the second packet waits: all waits except the wait for room, which delays the sender of both.
 * *second: second moment, without the variance of packet lengths, which is part of the time to send
 * them. */
static inline lanes felt_waits(const queue_lanes *q, lanes sent, lanes held_up, lanes *second)
{
    const lanes all = max_of(1e-6, q->service.mean - sent);
    const lanes felt = max_of(1e-6, all - held_up), share = felt / all;
    const lanes variance = max_of(0.0, q->service.second - q->service.mean * q->service.mean -
                                           q->packet.length_variance);
    *second = felt * felt + share * share * variance;
    return felt;
}

/* Returns the probability that a packet comes right behind another. Runs of packets are busy
 * periods of a server and vary more than geometric runs: a packet has as many others in its run as
 * in geometric runs of this probability (M/D/1: Borel's distribution). */
static inline lanes in_runs(lanes busy)
{
    const lanes left = 1.0 - busy, before = 0.5 * busy * (1.0 + left); /* times idle^2 */
    return below_one(before / (left * left + before));
}

/* Returns the followers from any upstream VC. A packet owns the VC while it is sent; a follower
 * waits for the VC, and then comes right behind, with Erlang's probability C. */
static inline follower after_any(const queue_lanes *q, lanes rate)
{
    const lanes owned = below_one(
        rate * (q->time.send + q->time.held + q->brought.heads + lag_in_switch(q) + q->wait.stall));
    const lanes waited_for =
        below_one(probability_to_wait(q->input.all_vcs, q->input.all_vcs * owned));
    const lanes behind = in_runs(waited_for);
    return (follower){
        .share = 1.0 - q->input.spacing,
        .behind = behind,
        .rate = rate * (1.0 - behind) / (1.0 - owned),
    };
}

/* Returns the service of packets from the same upstream VC in the router there, cycles. */
static inline lanes served_upstream(const queue_lanes *q)
{
    return max_of(least_service(q), q->brought.upstream / max_of(q->input.spacing, little));
}

/* Returns the followers from the same upstream VC: the router there has served them one after the
 * other, with the same turnaround. */
static inline follower after_own(const queue_lanes *q, lanes rate)
{
    const lanes upstream = served_upstream(q);
    return (follower){
        .share = q->input.spacing, .behind = below_one(rate * upstream), .rate = rate};
}

/* Compares the first packet's service with followers from any VC. `paced`: cycles of the service by
 * which credits delay the packets upstream as well. */
static inline void compare_any(follower *f, const queue_lanes *q, lanes held_up, lanes paced)
{
    lanes waits2;
    const lanes sent = q->time.send + q->time.held + paced;
    const lanes waits = felt_waits(q, sent, held_up, &waits2);
    compare(f, waits, waits2, q->brought.lag, q->packet.biased);
    f->shorter = every(0.0); /* a packet earlier than that waits for the VC */
}

static inline void compare_own(follower *f, const queue_lanes *q, lanes held_up, lanes paced)
{
    const lanes sent = least_service(q) + paced;
    lanes waits2;
    const lanes waits = felt_waits(q, sent, held_up, &waits2);
    compare(f, waits, waits2, max_of(0.0, served_upstream(q) - sent - held_up), q->packet.biased);
}

/* Recursion of waits from packet to packet, for packets of any length. */
typedef struct recursion {
    lanes again;         /* share of a wait that the next packet meets again */
    lanes grows;         /* further share by packets that come in gaps, for the length of waits */
    lanes first, second; /* moments of one step, cycles and cycles^2 */
} recursion;

/* Adds followers to Lindley's recursion: the next packet waits for the rest of wait and service at
 * its arrival. A negative step shortens a wait, down to 0. docs/model.md (17). */
static inline void follow(recursion *r, const follower *f)
{
    const lanes kept = 1.0 - f->shorter / max_of(f->shorter, max_of(1.0, f->lasts));
    r->again += f->share * f->behind * kept;
    r->grows += f->share * f->rate * f->longer;
    r->first += f->share * f->longer;
    r->second += f->share * f->longer2;
}

/* Returns the cycles by which a wait grows from one packet to the next. `carried`, `carried2`:
 * moments of the previous wait, as far as the buffer has room for it. The rest of an exponential x
 * after a geometric gap of rate g is g x^2 / (1 + g x). */
static inline lanes added_by(const follower *f, lanes carried, lanes carried2)
{
    const lanes x = max_of(carried + f->longer, little);
    const lanes x2 = carried2 + 2.0 * carried * f->longer + f->longer2 + x;
    const lanes late = 0.5 * f->rate * x2; /* times 1 + rate */
    const lanes in_gap = late * x / ((1.0 + f->rate) * x + late);
    return f->share * (f->behind * f->longer + (1.0 - f->behind) * in_gap);
}

/* Returns the cycles by which earlier packets may be late before a flit lacks a credit, as the flit
 * a buffer's length ahead has not left: fewer with a long credit loop and with waits in the output
 * queue; more if packets are stretched by their own credits, or more packets fit. */
static inline lanes room_of(const queue_lanes *q)
{
    return q->room.buffer - q->room.loop - q->brought.queued - q->time.hurried + q->time.send -
           q->packet.flits + q->room.more * max_of(0.0, q->service.mean - q->packet.flits);
}

/* Returns the mean of the positive waits, w. Steps add up while a share `growth` of w carries over,
 * as far as the buffer has room for it: w = step / (1 - growth (1 - exp(-room / w))), interpolated
 * between the limits for long and for short buffers. docs/model.md (18). */
static inline lanes wait_of_waiting(lanes step, lanes grows, lanes room)
{
    const lanes less = max_of(0.0, 1.0 - grows);
    return pick(room > 0.0, step + grows * step * room / (less * room + step), step);
}

/* Followers of a queue from any upstream VC and from the same one, and the part of a wait that
 * carries over to them. */
typedef struct passing {
    follower any, own;
    lanes again;   /* share of a wait that the next packet meets again */
    lanes waiting; /* mean of the positive waits, cycles */
    lanes kept;    /* share of that wait for which the buffer has room */
} passing;

static inline lanes next_wait(const passing *p, lanes wait)
{
    const lanes carried = wait * p->kept, carried2 = 2.0 * carried * p->waiting * p->kept;
    const lanes added = added_by(&p->any, carried, carried2) + added_by(&p->own, carried, carried2);
    return added / (1.0 - below_one(p->again * p->kept));
}

/* Returns the share of the packets that complete k packets in a row, each right behind the previous
 * one with this probability (a renewal process, Feller); 1/k in endless runs. */
static inline lanes rows_of(lanes k, lanes behind)
{
    const lanes all = power_of(behind, k);
    return pick(behind < 1.0, all * (1.0 - behind) / (1.0 - all), 1.0 / k);
}

/* Returns the cycles by which packets of a run wait for credits, beyond a VC's turnaround: once per
 * buffer's length of packets right behind each other, less if packets are stretched. */
static inline lanes late_in_runs(const queue_lanes *q, const follower *any, const follower *own)
{
    const lanes k = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes drawn_out = k * q->brought.lag + q->room.beside * (q->crossed.dilation - 1.0);
    const lanes late = max_of(0.0, k * q->time.paced_by_credits - drawn_out);
    if (highest_lane(late) == 0.0) return late;
    return late * rows_of(k, any->share * any->behind + own->share * own->behind);
}

/* Returns the probability that a wait is longer than the cycles by which the packet, or the one
 * before it, was stretched (rare and exponential, as the wait is). */
static inline lanes beyond_lag(const queue_lanes *q, lanes waiting)
{
    const lanes drawn_out = q->brought.lag + q->room.beside * (q->crossed.dilation - 1.0);
    return 1.0 - drawn_out / (wait_where_any(q, drawn_out) + waiting);
}

static inline passing passing_of(const queue_lanes *q, const follower *any, const follower *own,
                                 lanes room)
{
    passing p = {.any = *any, .own = *own};
    recursion r = {every(0.0), every(0.0), every(0.0), every(0.0)};
    follow(&r, any);
    follow(&r, own);
    const lanes step = 0.5 * (r.second / max_of(r.first, little) + 1.0);
    p.again = r.again;
    p.waiting = wait_of_waiting(step, r.again + r.grows, room);
    const lanes kept = 1.0 - exp_of(-room / p.waiting) * beyond_lag(q, p.waiting);
    p.kept = pick(room > 0.0, kept, every(0.0));
    return p;
}

/* Returns the loss per packet, if a packet that finds the buffers full loses `lost` cycles:
 * Kingman's heavy-traffic approximation with two moments of the arrivals from a busy link (M/D/1: 1
 * - rho^2) and of the service. docs/model.md (21). */
static inline lanes lost_to_full(const noc_sweep *s, const queue_lanes *q, lanes lost)
{
    const lanes packets = q->load.packets * s->rate;
    const lanes rho = min_of(packets * q->packet.flits, 1.0);
    const lanes u = min_of(packets * (q->packet.flits + lost), 1.0);
    const lanes variance =
        max_of(0.0, q->service.second / (q->service.mean * q->service.mean) - 1.0);
    const lanes vary = max_of(1.0 - rho * rho + variance, little);
    return lost * u *
           exp_of(-2.0 * (1.0 - u) / vary * (q->input.vcs * q->room.buffer / q->packet.flits));
}

/* Returns the wait for a busy crossbar input. Packets come over their link one after the other; the
 * VCs of the input share it and at times leave it idle together, so they need longer than the
 * link. */
static inline lanes wait_for_busy_input(const noc_sweep *s, const queue_lanes *q)
{
    const lanes served = max_of(sent_in_runs(q), q->service.mean / q->input.vcs);
    return lost_to_full(s, q, max_of(0.0, q->service.all_busy / q->input.vcs - served));
}

/* Returns the packets before a packet in its train; `behind`: share of packets right behind
 * another. Packets of many inputs queue at the output as in M/D/1 (Borel's distribution); packets
 * of one input VC come one after the other, as often as the VC has another packet for that output
 * (geometric). */
static inline lanes before_in_train(const queue_lanes *q, lanes behind)
{
    const lanes runs = in_runs(behind), of_many = runs / (1.0 - runs);
    const lanes of_one = behind / (1.0 - behind);
    return q->input.spacing * of_one + (1.0 - q->input.spacing) * of_many;
}

/* Returns the cycles by which a packet right behind another waits for credits, which the head
 * before it keeps while it waits for longer than the buffer lasts. A router of several steps per
 * cycle makes up for that wait only with the flits in its buffer. docs/model.md (24c). */
static inline lanes kept_by_heads(const queue_lanes *q)
{
    if (!q->hurries) return every(0.0);
    const lanes wait = q->wait.start + q->service.onward_stall;
    const lanes slack = room_of(q) + q->time.hurried - q->time.kept_longer;
    const lanes fit = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes outlasting = wait * exp_of(-slack / max_of(little, wait_where_any(q, wait)));
    return pick(slack > 0.0, outlasting, wait - slack / fit);
}

/* Returns the cycles from packet to packet of a single VC, if each comes right behind the previous
 * one; 0 for routers of one step per cycle and for several VCs. */
static inline lanes period_by_heads(const queue_lanes *q)
{
    return q->hurries && q->single ? q->time.send + kept_by_heads(q) : every(0.0);
}

/* Returns the mean cycles, over all packets, by which a packet waits for credits that heads keep:
 * packets that are not right behind another come later by a gap (waits and gaps are
 * exponential). */
static inline lanes late_by_heads(const queue_lanes *q, lanes rate, lanes behind)
{
    if (!q->hurries) return every(0.0);
    const lanes wait = q->wait.start + q->service.onward_stall;
    const lanes gaps = rate * wait_where_any(q, wait) / (1.0 - behind);
    return kept_by_heads(q) * (behind + (1.0 - behind) * gaps / (1.0 + gaps));
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
static inline lanes wait_in_trains(const noc_sweep *s, queue_lanes *q, lanes held_up, lanes paced)
{
    const lanes rate = q->load.packets * s->rate, room = room_of(q);
    const lanes beside = max_of(0.0, 1.0 - q->packet.flits / q->room.buffer);
    const lanes late_before = beside * q->wait.stall;
    const lanes apart = q->time.send + (1.0 - q->input.spacing) * q->time.held +
                        q->input.spacing * q->time.turnaround + late_before;
    const lanes owned = below_one(rate * apart);
    const lanes behind = below_one(owned + rate * (q->wait.stall - late_before));
    const lanes before = before_in_train(q, behind);
    lanes second;
    const lanes longer = felt_waits(q, apart + paced, held_up, &second);
    const lanes used = below_one(rate * longer / (1.0 - owned));
    const lanes batch = rate / (1.0 - owned) * (second + 2.0 * before * longer * longer);
    const lanes wait = 0.5 * batch / (1.0 - used) + before * longer;
    const lanes kept = pick(room > 0.0, 1.0 - exp_of(-room / max_of(wait, 1.0)), every(0.0));
    const lanes beyond = wait * (1.0 - kept), most = longer + late_before;
    const lanes late = max_of(beyond * most / (beyond + most), late_by_heads(q, rate, behind));
    q->wait.queue = wait * kept + late; /* the packet itself waits for `late` as well */
    return late;
}

/* Finds the wait of packets where a channel has several VCs. Returns the part without room in the
 * buffer. */
static inline lanes wait_behind_followers(queue_lanes *q, follower *any, follower *own,
                                          lanes held_up, lanes paced)
{
    compare_any(any, q, held_up, paced);
    compare_own(own, q, held_up, paced);
    const passing p = passing_of(q, any, own, room_of(q));
    q->wait.queue = next_wait(&p, q->wait.queue);
    return q->wait.queue * (1.0 - p.kept);
}

/* ---- heads that look for a VC from anywhere ----------------------------------------------------
 */

/* A server with a finite queue: mean packets that wait, and the chance that all places are full.
 * The number of packets is geometric, cut off at the places; its ratio is the square of the load
 * for constant service, as in M/D/1 in heavy traffic. */
typedef struct full_line {
    lanes waiting, full;
} full_line;

static inline full_line line_of(lanes offered, lanes vary, lanes places)
{
    const lanes power_of_load = power_of(max_of(offered, little), 2.0 / (1.0 + vary));
    const lanes ratio =
        pick(absolute(power_of_load - 1.0) < 1e-4, every(1.0 - 1e-4), power_of_load);
    const lanes power = power_of(ratio, places), end = 1.0 / (1.0 - power * ratio);
    return (full_line){ratio / (1.0 - ratio) - (places + 1.0) * power * ratio * end,
                       (1.0 - ratio) * power * end};
}

/* Packets that wait in a VC, and packets per cycle that get it, if heads come to it at
 * `arrival_rate` while no packet owns it. A packet owns the VC for `hold` cycles, in which the
 * packet before is served as well: in time without these cycles the service is shorter by
 * `hold`. */
typedef struct found_vc {
    lanes waiting, taken;
} found_vc;

static inline found_vc vc_found(const queue_lanes *q, lanes come, lanes held)
{
    const lanes places = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes served = max_of(q->service.mean - held, 0.5 * q->service.mean);
    const lanes variance = max_of(0.0, q->service.second - q->service.mean * q->service.mean);
    const full_line line = line_of(come * served, variance / (served * served), places);
    const lanes asked = 1.0 / (1.0 + come * held);
    return (found_vc){line.waiting * asked, come * asked * (1.0 - line.full)};
}

/* Returns the extra mean wait where heads search for a VC from a random place, over heads that try
 * VCs in turn. A search that begins at another output's VC comes first to the first VC of its own
 * output. That VC fills up, until a packet that waits for room owns it, and only searches that find
 * a VC owned come to the next. `hold`: cycles for which a packet owns a VC whose buffer has
 * room. */
static inline lanes wait_in_order(const noc_sweep *s, const queue_lanes *q, lanes held)
{
    if (!q->hunts) return every(0.0);
    const double most = highest_lane(q->input.vcs);
    const lanes all = max_of(q->load.packets * s->rate, little), each = all / q->input.vcs;
    lanes come = all * (1.0 - (q->input.vcs - 1.0) * q->input.hunts), waiting = every(0.0);
    for (double v = 0.0; v < most; v++) {
        const found_vc found = vc_found(q, come, held);
        waiting += pick(q->input.vcs > v, found.waiting, every(0.0));
        come += all * q->input.hunts - found.taken;
    }
    const lanes even = q->input.vcs * vc_found(q, each, held).waiting;
    return pick(q->input.hunts > 0.0, max_of((waiting - even) / all, 0.0), every(0.0));
}

/* Share of the difference to its new value that a stall moves in a sweep. Senders upstream react a
 * sweep later, so whole steps would overshoot. */
static const double step_of_stall = 0.6;

/* Updates the wait of packets in the input VCs behind a channel between routers. Returns the delay
 * of the packets' credits at their senders, cycles. */
static inline lanes wait_in_transit(const noc_sweep *s, queue_lanes *q)
{
    if (q->atomic)
        return q->wait.queue = every(0.0); /* an atomic VC is empty when a packet comes */
    const lanes rate = q->load.packets * s->rate / q->input.vcs;
    const lanes held_up = wait_for_room(q);
    follower any = after_any(q, rate), own = after_own(q, rate);
    q->wait.late_in_runs = late_in_runs(q, &any, &own);
    const lanes paced = min_of(q->service.paced, q->wait.late_in_runs);
    const lanes late = q->single ? wait_in_trains(s, q, held_up, paced)
                                 : wait_behind_followers(q, &any, &own, held_up, paced);
    q->wait.queue += wait_in_order(s, q, q->time.send + q->time.held + q->brought.heads);
    const lanes stall = late + q->wait.late_in_runs + wait_for_busy_input(s, q) + held_up;
    q->wait.credits += step_of_stall * (wait_for_credits(s, q) - q->wait.credits);
    return q->wait.stall + step_of_stall * (stall - q->wait.stall);
}

#endif
