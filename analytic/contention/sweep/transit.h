/* analytic/contention/sweep/transit.h: waits between routers: in the FIFO of an input VC, behind
 * the packets before in it, and for credits, which are late if these packets are, or if the VC's
 * buffer is shorter than its credit loop. Symbols in contention_state.h.
 *
 * Compared with the sampler's queues, one by one: up to 95 % of saturation most waits and late
 * credits of single channels are within a third; those of single-flit packets are up to a half too
 * low. Compared with 4x4 meshes of the sampler, channels of 10 and 26 cycles, VCs of 2 to 8 flits:
 * latency to 80 % of saturation is within 5 %; saturation, up to 3.5 times too high without waits
 * for credits of short buffers, within 12 %. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TRANSIT_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TRANSIT_H

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/erlang.h"
#include "analytic/contention/sweep/tail_lag.h"

/* ---- credits of short buffers --------------------------------------------------------------- */

/* Least cycles of an input VC for a packet that is all in its buffer. */
static inline lanes least_service(const queue_lanes *q)
{
    return q->time.send - q->time.hurried + q->time.turnaround;
}

/* Cycles for which a packet of a run keeps others from a VC, without turnarounds: those of its
 * sender, or of a slow channel, which accepts the next flit later than the sender lets go of the
 * last one. */
static inline lanes sent_in_runs(const queue_lanes *q)
{
    return max_of(q->time.send, q->packet.flits);
}

/* Cycles from packet to packet on one VC between routers, as credits come back with nothing in
 * their way. */
static inline lanes least_period(const queue_lanes *q)
{
    return max_of(least_service(q), sent_in_runs(q)) + q->time.paced_by_credits;
}

/* Cycles from packet to packet on one VC with credits. */
static inline lanes sent_apart(const queue_lanes *q)
{
    return max_of(q->time.send + q->time.turnaround, q->packet.flits);
}

/* Use of a VC by credits, packets per cycle: asked for, accepted, and waiting. */
typedef struct credit_use {
    lanes taken, waited;
} credit_use;

/* Use of one VC that `asks` packets ask for. The VC has room for k packets, whose credits need k
 * `paced_by_credits` longer to come back than k packets need to be sent one right after the other:
 * as many servers, in time without that of sending. At most one packet waits, as it owns the VC;
 * other packets meanwhile use another VC (M/M/k with one place to wait). Of constant times, one
 * after another, the first ends after 1 / (k + 1) of one at random, after 1 / k if all began at
 * once. docs/model.md (19). */
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

/* Mean wait for credits of the packets that own an only VC: all packets that come while it lacks
 * credits wait (M/M/k), and it is late for each of them. */
static inline lanes wait_of_only_vc(const queue_lanes *q, lanes late, lanes rate)
{
    const lanes k = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes apart = 1.0 - below_one(rate * sent_apart(q));
    const lanes waits = probability_to_wait(k, k * late * rate / apart);
    return waits * (k + waits) / (k + 1.0) * late;
}

/* Share of the packets whose heads begin with the first VC. Where several come in a cycle, and in
 * a step, each uses another one. */
static inline lanes begin_anew(const queue_lanes *q)
{
    if (!q->wide) return q->input.begins_anew;
    return pick(q->time.slot < 1.0, every(0.0), q->input.begins_anew);
}

/* Use of all VCs. A head gets the first free VC after the one of its input VC's last head; after
 * another output in between, the first of all. Packets `first` ask for the first VC; for each next
 * VC ask those that a VC did not accept, or whose successors go to the same output. */
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

/* Cycles by which packets are drawn out, on the way to a queue and in its buffer, over the packets
 * that it has room for: their credits come back meanwhile. */
static inline lanes drawn_out_in_buffer(const queue_lanes *q)
{
    return q->brought.lag + min_of(q->packet.flits / q->room.buffer, 1.0) * q->room.beside *
                                (q->crossed.dilation - 1.0);
}

/* Mean wait for credits of a queue's packets. The packets that ask for the first VC follow from
 * what all VCs then accept. */
static inline lanes wait_for_credits(const noc_sweep *s, const queue_lanes *q)
{
    enum { STEPS = 6 };
    if (!q->lacks_credits) return every(0.0);
    const lanes rate = max_of(little, q->load.packets * s->rate);
    const lanes late =
        max_of(0.0, q->time.paced_by_credits +
                        min_of(q->packet.flits / q->room.buffer, 1.0) * q->service.onward_credits -
                        drawn_out_in_buffer(q));
    const lanes paced = q->time.paced_by_credits; /* 0 for some queues of the block */
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

/* Mean cycles, over all packets, for which packets longer than their buffer stay with their
 * sender. Such a packet waits until its head has left the buffer, for the part of that wait
 * (exponential) that the buffer does not outlast, and its flits beyond the first that does not fit
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

/* Packets of a VC that follow one of a kind: right behind it, after some time, or later by a
 * geometric gap. */
typedef struct follower {
    lanes share;  /* share of the packets */
    lanes behind; /* probability that a packet comes right behind the other */
    lanes rate;   /* 1 / mean gap of the other followers */
    /* service of the first beyond the time that the second is away, coming right behind: moments
     * of the positive part, and mean of the negative part */
    lanes longer, longer2, shorter;
    lanes lasts; /* mean rest of that service, where there is any */
} follower;

/* Compares the first packet's waits in service, of second moment `waits2`, with the second
 * packet's waits on its way, `away`. Both are rare and exponential; the excess of one exponential
 * time over another has the mean of the first. */
static inline void compare(follower *f, lanes waits, lanes waits2, lanes away, lanes flits)
{
    f->lasts = waits2 / max_of(2.0 * waits, little);
    const lanes often = 1.0 - away / (f->lasts + max_of(away, flits));
    f->longer = often * waits;
    f->longer2 = often * waits2;
    f->shorter = max_of(0.0, f->longer - (waits - away));
}

/* Waits in service of the first packet that the second feels, beyond the time to send it: except
 * while the first waited for room, and held up the sender of both. Returns their mean; *second:
 * second moment, whose variance is without that of the packets' length, which is in the time to
 * send them, too. */
static inline lanes felt_waits(const queue_lanes *q, lanes sent, lanes held_up, lanes *second)
{
    const lanes all = max_of(1e-6, q->service.mean - sent);
    const lanes felt = max_of(1e-6, all - held_up), share = felt / all;
    const lanes variance = max_of(0.0, q->service.second - q->service.mean * q->service.mean -
                                           q->packet.length_variance);
    *second = felt * felt + share * share * variance;
    return felt;
}

/* Probability that a packet comes right behind another. Runs of packets that a server sends one
 * right behind the other are its busy periods, and vary more than geometric ones: as many packets
 * are in one run as in geometric runs with this probability (M/D/1: Borel's distribution). */
static inline lanes in_runs(lanes busy)
{
    const lanes left = 1.0 - busy, before = 0.5 * busy * (1.0 + left); /* numerator over left^2 */
    return below_one(before / (left * left + before));
}

/* Followers from any VC upstream, one after the other by the VC: a packet owns it while it is
 * sent. A packet waits for it, and is right behind, with Erlang's probability. */
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

/* Service of packets from the same VC upstream, in the router there. */
static inline lanes served_upstream(const queue_lanes *q)
{
    return max_of(least_service(q), q->brought.upstream / max_of(q->input.spacing, little));
}

/* Followers from the same VC upstream: all have already been served there one after the other,
 * with the same turnaround. */
static inline follower after_own(const queue_lanes *q, lanes rate)
{
    const lanes upstream = served_upstream(q);
    return (follower){
        .share = q->input.spacing, .behind = below_one(rate * upstream), .rate = rate};
}

/* Compares the service of the first packets, less the cycles for which credits have `paced` them
 * as they pace the packets before the queue. */
static inline void compare_any(follower *f, const queue_lanes *q, lanes held_up, lanes paced)
{
    lanes waits2;
    const lanes sent = q->time.send + q->time.held + paced;
    const lanes waits = felt_waits(q, sent, held_up, &waits2);
    compare(f, waits, waits2, q->brought.lag, q->packet.biased);
    f->shorter = every(0.0); /* the second packet then waits for the VC */
}

static inline void compare_own(follower *f, const queue_lanes *q, lanes held_up, lanes paced)
{
    const lanes sent = least_service(q) + paced;
    lanes waits2;
    const lanes waits = felt_waits(q, sent, held_up, &waits2);
    compare(f, waits, waits2, max_of(0.0, served_upstream(q) - sent - held_up), q->packet.biased);
}

/* Waits from packet to packet, whatever their lengths. */
typedef struct recursion {
    lanes again;         /* share of a wait that the next packet finds again */
    lanes grows;         /* share with packets that come in the gaps, for the length of waits */
    lanes first, second; /* moments of one step, cycles */
} recursion;

/* Lindley's recursion: the next packet waits for the rest of wait and service when it comes. A
 * negative step shortens a wait by as much as that lasts. docs/model.md (17). */
static inline void follow(recursion *r, const follower *f)
{
    const lanes kept = 1.0 - f->shorter / max_of(f->shorter, max_of(1.0, f->lasts));
    r->again += f->share * f->behind * kept;
    r->grows += f->share * f->rate * f->longer;
    r->first += f->share * f->longer;
    r->second += f->share * f->longer2;
}

/* Cycles that a wait grows from one packet to the next. `carried`, `carried2`: moments of the wait
 * before, as far as the buffer has room for it. The rest of an exponential x after a geometric gap
 * of rate g is g x^2 / (1 + g x). */
static inline lanes added_by(const follower *f, lanes carried, lanes carried2)
{
    const lanes x = max_of(carried + f->longer, little);
    const lanes x2 = carried2 + 2.0 * carried * f->longer + f->longer2 + x;
    const lanes late = 0.5 * f->rate * x2; /* numerator over 1 + rate */
    const lanes in_gap = late * x / ((1.0 + f->rate) * x + late);
    return f->share * (f->behind * f->longer + (1.0 - f->behind) * in_gap);
}

/* Cycles for which packets before may be late until a flit finds no credit, as the flit a buffer's
 * length ahead is still there: fewer with a long credit loop, and with waits behind the switch;
 * more if packets are drawn out by their own credits, or more of them fit in. */
static inline lanes room_of(const queue_lanes *q)
{
    return q->room.buffer - q->room.loop - q->brought.queued - q->time.hurried + q->time.send -
           q->packet.flits + q->room.more * max_of(0.0, q->service.mean - q->packet.flits);
}

/* Mean wait of packets that wait at all, w: steps that add up while a share `grows` of w carries
 * over, as far as the buffer has room for it: w = step / (1 - grows (1 - exp(-room / w))), between
 * its limits for long buffers and short ones. docs/model.md (18). */
static inline lanes wait_of_waiting(lanes step, lanes grows, lanes room)
{
    const lanes less = max_of(0.0, 1.0 - grows);
    return pick(room > 0.0, step + grows * step * room / (less * room + step), step);
}

/* The two kinds of followers of a queue, and the fate of a wait among them. */
typedef struct passing {
    follower any, own;
    lanes again;   /* share of a wait that the next packet finds again */
    lanes waiting; /* mean wait of packets that wait at all */
    lanes kept;    /* share of that wait for which the buffer has room */
} passing;

static inline lanes next_wait(const passing *p, lanes wait)
{
    const lanes carried = wait * p->kept, carried2 = 2.0 * carried * p->waiting * p->kept;
    const lanes added = added_by(&p->any, carried, carried2) + added_by(&p->own, carried, carried2);
    return added / (1.0 - below_one(p->again * p->kept));
}

/* Share of the packets that complete k in a row right behind the one before, if each does with
 * this probability (a renewal process, Feller). In endless runs the share is 1/k. */
static inline lanes rows_of(lanes k, lanes behind)
{
    const lanes all = power_of(behind, k);
    return pick(behind < 1.0, all * (1.0 - behind) / (1.0 - all), 1.0 / k);
}

/* Cycles by which packets in a run are late as their credits are, beyond a VC's own turnaround:
 * once per buffer's length of packets that come right behind each other, less if they are drawn
 * out. */
static inline lanes late_in_runs(const queue_lanes *q, const follower *any, const follower *own)
{
    const lanes k = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes drawn_out = k * q->brought.lag + q->room.beside * (q->crossed.dilation - 1.0);
    const lanes late = max_of(0.0, k * q->time.paced_by_credits - drawn_out);
    if (highest_lane(late) == 0.0) return late;
    return late * rows_of(k, any->share * any->behind + own->share * own->behind);
}

/* Probability that a wait is longer than the cycles by which the packet was drawn out on its way,
 * or the packet before it from here: such room is rare, but long where there is any (both
 * exponential). */
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

/* Loss per packet, if a packet that finds the buffers full loses `lost`: with two moments of the
 * arrivals from a busy link (M/D/1: 1 - rho^2) and of the service (heavy traffic, Kingman).
 * docs/model.md (21). */
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

/* Wait for a busy crossbar input. Packets come over their link one after the other, but the VCs of
 * the input that all have packets share it, and are away from it together at times, so they need
 * longer than the link. */
static inline lanes wait_for_busy_input(const noc_sweep *s, const queue_lanes *q)
{
    const lanes served = max_of(sent_in_runs(q), q->service.mean / q->input.vcs);
    return lost_to_full(s, q, max_of(0.0, q->service.all_busy / q->input.vcs - served));
}

/* Packets before one in its train, if one in `behind` comes right behind another. Packets of many
 * inputs queue at the output as on M/D/1 (Borel's distribution); packets of one input VC come
 * there one after the other, as often as it has another for that output, whatever came before
 * (geometric). */
static inline lanes before_in_train(const queue_lanes *q, lanes behind)
{
    const lanes runs = in_runs(behind), of_many = runs / (1.0 - runs);
    const lanes of_one = behind / (1.0 - behind);
    return q->input.spacing * of_one + (1.0 - q->input.spacing) * of_many;
}

/* Cycles by which a packet right behind another is late as its credits are: the head before it
 * keeps them while it waits, for longer than the buffer lasts. A router of several steps
 * compensates for that wait only with the flits in its buffer. docs/model.md (24c). */
static inline lanes kept_by_heads(const queue_lanes *q)
{
    if (!q->hurries) return every(0.0);
    const lanes wait = q->wait.start + q->service.onward_stall;
    const lanes slack = room_of(q) + q->time.hurried - q->time.kept_longer;
    const lanes fit = max_of(1.0, q->room.buffer / q->packet.flits);
    const lanes outlasting = wait * exp_of(-slack / max_of(little, wait_where_any(q, wait)));
    return pick(slack > 0.0, outlasting, wait - slack / fit);
}

/* Cycles from packet to packet of an only VC, if each comes right behind the one before. */
static inline lanes period_by_heads(const queue_lanes *q)
{
    return q->hurries && q->single ? q->time.send + kept_by_heads(q) : every(0.0);
}

/* Mean cycles, over all packets, by which a packet is late as its credits are: packets that are
 * not right behind another come later by a gap (waits and gaps are exponential). */
static inline lanes late_by_heads(const queue_lanes *q, lanes rate, lanes behind)
{
    if (!q->hurries) return every(0.0);
    const lanes wait = q->wait.start + q->service.onward_stall;
    const lanes gaps = rate * wait_where_any(q, wait) / (1.0 - behind);
    return kept_by_heads(q) * (behind + (1.0 - behind) * gaps / (1.0 + gaps));
}

/* Wait of packets in trains. Packets of a link's only VC come in trains, as their output served
 * them: packets that found others before them there come right behind, as far apart as the time
 * for which each owns the VC. In time without that time a train is a batch of the packets' longer
 * service here, in which each packet waits for those before it (M/G/1 with batches). Packets
 * without room in the buffer wait upstream, where each makes the next late by at most its longer
 * service; of the packets beside others in a buffer a late one does not wait for that again. The
 * rarity of long waits was not derived: their length is about their mean, a cycle at least, as
 * found in a row of eight routers (docs/lab/experiments.md, 1.18). Returns the cycles by which
 * packets are late. */
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
    q->wait.queue = wait * kept + late; /* `late` is the packet's own wait, too */
    return late;
}

/* Wait of packets of several VCs. */
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

/* Packets that wait behind the one in service, and the chance that all places are in use, with so
 * many places behind a server with these arrivals: geometric numbers whose ratio is the square of
 * the load, as on M/D/1 in heavy traffic, cut off at the places. */
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

/* Packets that wait in a VC, and the rate of packets that get it, if heads come to it at a rate
 * `come` while no packet owns it. A packet owns it for `held` cycles, in which the packet before
 * is served, too: in time without these cycles the service is shorter by as much. */
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

/* Mean wait of packets beyond that of packets whose heads try VCs in turn. A search that begins at
 * another output's VC comes first to the first VC of its own output. That VC fills up, until it is
 * owned by a packet that waits for room, and only searches that find a VC owned come to the next.
 * `held`: cycles that a packet owns a VC whose buffer has room. */
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

/* Share of a stall's step that is made from one sweep to the next: senders upstream answer a sweep
 * later, so whole steps go too far. */
static const double step_of_stall = 0.6;

/* Updates the wait of packets in the input VCs behind a channel between routers. Returns the
 * cycles by which credits for them come late to their senders. */
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
