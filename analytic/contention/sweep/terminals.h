/* analytic/contention/sweep/terminals.h: waits at terminals: in the buffers behind an injection
 * channel, for room in these buffers, in the queue of the source, and for the codecs of receivers.
 * Symbols in contention_state.h.
 *
 * Sources: Geo/G/1 and M/G/1 waits after Kleinrock 1975; closed networks by mean-value analysis. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TERMINALS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TERMINALS_H

#include <math.h>

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/transit.h"

/* ---- buffers behind the channel ------------------------------------------------------------- */

/* Finds mean and second moment of the positive part of a normal variable. */
static inline void positive_part(lanes mean, lanes variance, lanes *first, lanes *second)
{
    const lanes spread = root_of(max_of(variance, 1e-12)), z = mean / spread;
    const lanes above = 0.5 * erfc_of(-z * M_SQRT1_2);
    const lanes density = exp_of(-0.5 * z * z) * (0.5 * M_SQRT1_2 * M_2_SQRTPI);
    *first = mean * above + spread * density;
    *second = (mean * mean + variance) * above + mean * spread * density;
}

/* Returns the packets before a packet in a busy period of Geo/G/1. `packets`: packets per cycle;
 * `variance`: variance of packet lengths; `slot`: cycles of a slot of the link. */
static inline lanes before_in_batch(lanes rho, lanes packets, lanes variance, lanes slot)
{
    const lanes offspring = rho * (1.0 - packets * slot) + packets * packets * variance;
    return 0.5 * (rho + offspring / (1.0 - rho)) / (1.0 - rho);
}

/* Returns the packets of its class before a packet in a busy period of a channel with both classes:
 * packets of a class that waited for the other class come one right behind the other. */
static inline lanes before_in_turns(const noc_sweep *s, const queue_lanes *q)
{
    lanes packets = every(0.0), flits = every(0.0), squares = every(0.0);
    for (uint32_t k = q->first_mate; k < q->end_mate; k++) {
        const mate_lanes *m = &s->mates[k];
        const lanes rate = m->there * s->rate * GATHER_QUEUES(s, load.packets, m->at);
        const lanes F = /* F: cycles from one packet to the next on the link */
            GATHER_QUEUES(s, packet.flits, m->at) + GATHER_QUEUES(s, time.codec, m->at);
        packets += rate;
        flits += rate * F;
        squares += rate * (F * F + GATHER_QUEUES(s, packet.length_variance, m->at));
    }
    packets = max_of(little, packets);
    const lanes rho = below_one(flits), mean = flits / packets;
    const lanes variance = squares / packets - mean * mean;
    const lanes before = before_in_batch(rho, packets, variance, q->time.slot);
    return before * (q->load.packets * s->rate / packets);
}

/* Returns the wait of a packet for its VC. The source sends packets one after the other over a link
 * of one flit per cycle and uses n VCs in turn, so a packet waits for the n-th packet before it, if
 * that lasts longer than the n F cycles until then. In time without the link's busy cycles packets
 * come in batches, the busy periods, and need S' = S - n F: packets with n before them in their
 * batch wait. Busy periods of Geo/G/1 (as branching processes: Borel's if F is constant) have a
 * mean of q / (1-q) packets before one; they count as geometric. With n = 1 and constant F the
 * result is exact: the wait for S less the wait for F. */
static inline lanes queue_at_injection(const noc_sweep *s, const queue_lanes *q, lanes r)
{
    const lanes packets = q->load.packets * s->rate, n = q->input.vcs;
    /* F: cycles from one packet to the next on the link */
    const lanes F = q->packet.flits + q->time.codec;
    const lanes rho = below_one(packets * F);
    const lanes before =
        q->takes_turns ? before_in_turns(s, q)
                       : before_in_batch(rho, packets, q->packet.length_variance, q->time.slot);
    const lanes behind = whole_power_of(before / (1.0 + before), &q->input.whole_vcs);
    const lanes variance = max_of(0.0, q->service.second - q->service.mean * q->service.mean -
                                           q->packet.length_variance);
    lanes more, more2;
    positive_part(q->service.mean - n * F, variance + (n - 1.0) * q->packet.length_variance, &more,
                  &more2);
    /* a single VC serves no packet faster than it is sent, so S' is positive */
    const lanes longer = max_of(0.0, q->service.mean - F);
    more = pick(n > 1.0, more, longer);
    more2 = pick(n > 1.0, more2, longer * longer + variance);
    const lanes spaced = more * more * (1.0 - 1.0 / n); /* every n-th arrival is more regular */
    const lanes others = packets / n * max_of(0.0, more2 - q->time.slot * more) * (more2 - spaced) /
                         max_of(more2, 1e-30);
    const lanes batch = 2.0 * (1.0 - rho) * more * behind / (1.0 - behind);
    return (1.0 - q->room.longer) * (others + batch) / (2.0 * (1.0 - r));
}

/* Returns the loss of packets by turns at a crossbar input that is slower than their link. Packets
 * that come while another packet is at the input have a VC while they are fewer than the VCs (a
 * geometric number), the first of them excepted. */
static inline lanes lost_by_turns(const noc_sweep *s, const queue_lanes *q)
{
    if (highest_lane(q->source.turns) == 0.0) return q->source.turns;
    const lanes packets = q->load.packets * s->rate, r = below_one(packets * q->time.send);
    return packets * q->source.turns / (1.0 - r) * (1.0 - power_of(r, q->input.vcs - 1.0));
}

/* Returns the wait of a terminal for a packet longer than its buffer. With one VC the next packet
 * waits for the whole packet. */
static inline lanes wait_of_long(const queue_lanes *q)
{
    return pick(q->input.vcs > 1.0, wait_for_room(q),
                q->room.longer * (q->service.mean - q->time.send));
}

/* Returns the wait of a saturated terminal, which sends packets no faster than its VCs, all busy,
 * send them on. */
static inline lanes wait_for_vcs(const noc_sweep *s, const queue_lanes *q)
{
    const lanes apart = q->time.send + q->time.codec;
    return lost_to_full(s, q, max_of(0.0, q->service.all_busy / q->input.vcs - apart));
}

/* Returns the wait for a channel's single VC where the terminal has other channels. The VC has no
 * room while a packet waits there behind as many packets as the buffer holds beyond one; the time
 * in which that packet leaves is no loss. */
static inline lanes wait_for_only_vc(const noc_sweep *s, const queue_lanes *q)
{
    const lanes rate = q->load.packets * s->rate;
    const lanes lost = max_of(0.0, q->service.mean - q->time.send);
    const lanes ahead = max_of(0.0, q->room.buffer / q->packet.flits - 1.0);
    const lanes waiting = min_of(rate * (q->service.mean - q->packet.flits), 1.0);
    return lost * waiting * power_of(min_of(rate * (q->packet.flits + lost), 1.0), ahead);
}

/* Returns the share of the time in which the terminal sends a packet of the queue, or has a stalled
 * one. */
static inline lanes used_to_send(const noc_sweep *s, const queue_lanes *q)
{
    const lanes sent = q->time.send + q->time.codec + q->wait.stall;
    return min_of(q->load.packets * s->rate * sent, 1.0);
}

/* Returns the wait within a packet. A terminal stays with the VC of the packet that it sends. A
 * flit has its buffer slot once the flit b before it has left and the credit is back: n b cycles
 * after that flit was sent, if the terminal uses the VCs in turn, and later by the stalls of n
 * packets. Pauses of the terminal add to that time: behind each of the n packets, if no packet
 * waits, a gap of mean 1/lambda (exponential, as the wait is). */
static inline lanes wait_midway(const noc_sweep *s, const queue_lanes *q)
{
    const lanes rate = q->load.packets * s->rate, busy = used_to_send(s, q);
    const lanes sent = max_of(q->time.send + q->time.turnaround, q->time.period);
    const lanes taken = max_of(sent, q->time.onward);
    const lanes wait = max_of(1e-6, q->service.mean - taken - q->service.among_own);
    const lanes coded = q->time.codec * q->room.buffer / q->packet.flits;
    const lanes spared =
        q->input.vcs * (q->room.buffer + coded + q->wait.stall) - q->room.loop + 1.0;
    const lanes slack = max_of(0.0, spared - q->time.turnaround - q->service.among_own);
    const lanes more = taken - sent;
    const lanes left = max_of(0.0, slack - more);
    const lanes there = wait_where_any(q, wait);
    const lanes in_gap = busy + (1.0 - busy) * there * rate / (1.0 + there * rate);
    const lanes all = whole_power_of(in_gap, &q->input.whole_vcs);
    return max_of(0.0, more - slack) + wait * exp_of(-left / there) * all;
}

/* Returns the part of a terminal's wait in the source queue, as the buffer is full. */
static inline lanes queue_outside(const queue_lanes *q, lanes r)
{
    const lanes conditional = q->service.mean / (2.0 * (1.0 - r));
    const lanes room =
        ((q->room.buffer - q->room.loop / 2.0) / q->packet.flits - 1.0) * q->service.mean;
    return q->wait.queue * exp_of(-max_of(0.0, room) / conditional);
}

/* Returns the stall of a single VC with a source queue of its own: a packet waits for room, and
 * right behind another packet also for that packet's room. */
static inline lanes stall_of_only_vc(const queue_lanes *q, double rate, lanes room)
{
    const lanes own = min_of(wait_for_room(q), room);
    return own + (room - own) * min_of(q->load.packets * rate * (q->time.send + room), 1.0);
}

/* Returns the cycles per packet that a terminal loses by full buffers. */
static inline lanes stall_at_injection(const noc_sweep *s, const queue_lanes *q)
{
    const lanes wait = max_of(wait_of_long(q), little);
    const lanes behind =
        q->source.lost_in_runs * used_to_send(s, q); /* loss of packets that find the port busy */
    const lanes there = wait_where_any(q, wait);
    /* exponential wait beyond `spare` */
    const lanes room = wait * exp_of(-q->time.spare / wait - behind / there);
    if (q->from_queue) return stall_of_only_vc(q, s->rate, max_of(room, kept_by_heads(q)));
    const lanes used = below_one(q->load.packets * s->rate * q->time.send);
    const lanes only =
        max_of(wait_for_only_vc(s, q), late_by_heads(q, q->load.packets * s->rate, used));
    const lanes full = pick(q->input.vcs > 1.0, wait_for_vcs(s, q), only);
    /* two estimates of one loss, from the capacity and from single buffers; each misses a part */
    return max_of(max_of(full, behind) + room, wait_midway(s, q));
}

/* Updates the wait of packets in the VCs behind an injection channel of utilisation r, and its part
 * in the source. Returns the cycles per packet that the terminal loses by full buffers. */
static inline lanes wait_at_injection(const noc_sweep *s, queue_lanes *q, lanes r)
{
    q->wait.queue = queue_at_injection(s, q, r);
    q->wait.outside = queue_outside(q, r);
    /* packets that wait for a single VC block the packets for other channels: a stall */
    if (!q->from_queue) {
        q->wait.queue = pick(q->input.vcs > 1.0, q->wait.queue, q->wait.queue - q->wait.outside);
        q->wait.outside = pick(q->input.vcs > 1.0, q->wait.outside, every(0.0));
    }
    q->wait.queue += lost_by_turns(s, q);
    const lanes stall = stall_at_injection(s, q);
    q->wait.blocks = stall + q->wait.outside * (1.0 - r);
    return stall;
}

/* ---- the source ----------------------------------------------------------------------------- */

/* Returns the time per packet over its time on a channel, where packets of one queue use k channels
 * in order: a packet whose channel is busy blocks the packets behind it. Channels in turn: 1/k; at
 * random: 0.95 k^-0.54; both longer the more these times vary. A free channel, if there is one:
 * between both, and longer the more the source is used, where `utilization` is its utilisation with
 * one channel (fits to simulated queues of up to 8 channels, smart queues of 2, with rare stalls,
 * within 5 %). */
static inline lanes overlap_of(const choice_lanes *f, lanes variation, lanes busy)
{
    const lanes k = f->channels;
    const lanes uneven = variation * root_of(variation * (k - 1.0));
    const lanes in_turn = (1.0 + 0.28 * uneven) / k;
    const lanes at_random = f->at_random * (1.0 + 0.1 * uneven);
    /* share for a saturated queue */
    const lanes always = in_turn + 0.8 * (at_random - in_turn);
    const lanes empty = min_of(in_turn / max_of(little, 1.0 - busy * (always - in_turn)), always);
    const lanes chosen = pick(f->in_turn, in_turn, pick(f->empty, empty, at_random));
    return pick(k > 1.0, f->share * chosen, every(1.0));
}

/* Load of a source: share of the time in which packets are sent or stalled; share of stalls; lambda
 * E[S^2]; lambda times the spacing of replies (noc_source_queue). S: time to encode and to send a
 * packet, and its stall, which is rare, but as long as a packet's service behind (exponential). */
typedef struct source_time {
    lanes busy, stalled, squares, spaced;
} source_time;

/* Returns the load of queues of the other class that send on the same channel. */
static inline source_time time_of_others(const noc_sweep *s, const queue_lanes *q)
{
    source_time all = {every(0.0), every(0.0), every(0.0), every(0.0)};
    for (uint32_t k = q->first_mate; k < q->end_mate && q->takes_turns; k++) {
        const mate_lanes *m = &s->mates[k];
        const lanes packets = m->other * s->rate * GATHER_QUEUES(s, load.packets, m->at);
        const lanes codec = GATHER_QUEUES(s, time.codec, m->at);
        const lanes sending = GATHER_QUEUES(s, time.send, m->at), send = sending + codec;
        const lanes stall = GATHER_QUEUES(s, wait.blocks, m->at);
        const lanes served = GATHER_QUEUES(s, service.mean, m->at);
        all.busy += packets * (send + stall);
        all.stalled += packets * stall;
        all.squares +=
            packets * (GATHER_QUEUES(s, time.send2, m->at) + codec * (2.0 * sending + codec) +
                       2.0 * stall * (send + max_of(stall, served)));
        all.spaced += packets * GATHER_QUEUES(s, source.spaced, m->at);
    }
    return all;
}

/* Returns the wait of a source with two classes. Replies go first, but not before a request that is
 * being sent, or waits for a VC (Cobham 1954). A reply may go in the cycle after its arrival, a
 * request in the cycle of its arrival: a reply waits S - 1 .. 0 cycles for the rest of a request, a
 * request S .. 1 cycles for the rest of a reply. docs/model.md (23). */
static inline lanes wait_for_replies(const queue_lanes *q, const source_time *own,
                                     const source_time *other, lanes spared)
{
    const lanes all = below_one(q->used.source);
    const lanes of_requests = (own->squares + other->squares + other->busy - other->spaced) /
                              (2.0 * (1.0 - min_of(other->busy, all)) * (1.0 - all));
    const lanes before = own->squares + other->squares - other->busy;
    const lanes of_replies = before / (2.0 * (1.0 - min_of(own->busy, all))) - spared;
    return pick(q->requests, of_requests, of_replies);
}

/* Finds the wait before injection, and the utilisation of the source, which exceeds 1 beyond its
 * capacity. Bernoulli sources: Geo/G/1. Where k sources share a port, batches of up to k packets
 * arrive in a cycle, and the mean wait is (l E[S^2] - r/k) / (2 (1-r)): Geo/G/1 for one, M/G/1 for
 * many. Memory nodes: requests of many sources arrive, several in a cycle, like Poisson arrivals:
 * M/G/1, less the wait that spacing by the ejection port saves. The saved wait grows with the
 * lesser of the utilisations of port and source: exact where packets of a class are alike (two
 * queues in tandem); where writes prevail over reads up to half of these short waits is missing.
 * docs/model.md (22). */
static inline void wait_at_source(const noc_sweep *s, queue_lanes *q)
{
    const lanes packets = q->load.packets * s->rate * q->source.fanout;
    const lanes codec = q->time.codec, send = q->time.send + codec;
    const lanes send2 = q->time.send2 + codec * (2.0 * q->time.send + codec);
    const lanes stalled = send + q->wait.stall;
    const lanes sent2 = send2 + 2.0 * send * q->wait.stall;
    const lanes long2 = 2.0 * q->wait.stall * max_of(q->wait.stall, q->service.mean);
    const lanes variation = root_of(max_of(0.0, (sent2 + long2) / (stalled * stalled) - 1.0));
    const lanes slices = overlap_of(&q->source.slices, variation, every(0.0));
    const lanes overlap =
        slices * overlap_of(&q->source.ports, variation, packets * stalled * slices);
    const source_time other = time_of_others(s, q);
    const lanes port = q->source.port_load * s->rate, sending = packets * send * overlap;
    const lanes taken = pick(q->source.fanout > 1.0, max_of(port, sending), port);
    const lanes lost = q->takes_turns ? q->wait.blocks : q->wait.stall;
    q->used.source = taken + packets * lost * overlap + other.stalled;
    const lanes r = below_one(q->used.source);
    const lanes squares = packets * overlap * (overlap * sent2 + long2);
    const lanes own = packets * stalled * overlap * overlap * q->source.own_turn;
    const lanes in = below_one(packets * q->source.taken_in);
    const lanes spared = packets * q->source.spaced / (2.0 * (1.0 - min_of(in, r)));
    const source_time mine = {packets * stalled * overlap, every(0.0), squares - own, every(0.0)};
    q->wait.source = max_of(0.0, q->takes_turns ? wait_for_replies(q, &mine, &other, spared)
                                                : mine.squares / (2.0 * (1.0 - r)) - spared);
}

/* ---- codecs of receivers -------------------------------------------------------------------- */

/* A codec serves packets one at a time, F + c cycles each. Packets queue at a port as in M/G/1
 * (Kleinrock 1975): at the link for F cycles each and, since flits go on while packets come, at
 * link and codec together for F + c cycles. The codec's wait is the difference; it depends only on
 * the load. */

/* Returns the mean wait of M/G/1, cycles; squares: lambda E[S^2]. */
static inline double wait_of_queue(double squares, double used)
{
    return squares / (2.0 * (1.0 - below_one(every(used))[0]));
}

typedef struct receiver_waits {
    /* mean wait; mean stall of the sender; mean of positive stalls, cycles */
    double queue, stall, lasts;
} receiver_waits;

/* Returns the waits at a receiver. As many packets as fit wait in the buffers of their channel;
 * further packets, and packets longer than a buffer, delay others in the previous router (geometric
 * numbers). */
static inline receiver_waits waits_at_receiver(const noc_sweep *s, const noc_class_queue *q)
{
    const noc_loads *l = s->contention->loads;
    const double used = l->in_use[q->channel] * q->speed.derated * s->rate;
    const double streamed = l->channel_flits[q->channel] * q->speed.slowed * s->rate;
    const double queue = fmax(0.0, wait_of_queue(q->received.used2 * s->rate, used) -
                                       wait_of_queue(q->received.flits2 * s->rate, streamed));
    const double fit = q->vcs * fmax(1.0, floor(q->buffer / q->flits));
    const double busy = below_one(every(used))[0];
    return (receiver_waits){
        .queue = queue,
        .stall = queue * (q->longer + (1.0 - q->longer) * pow(busy, fit)),
        .lasts = queue / fmax(busy, little),
    };
}

/* Finds the waits of a block of ejection queues. */
static inline void wait_for_receivers(const noc_sweep *s, queue_lanes *q)
{
    for (int l = 0; l < NOC_LANES; l++) {
        const receiver_waits w = waits_at_receiver(s, &s->contention->queues[q->of[l]]);
        q->wait.queue[l] = w.queue;
        q->wait.stall[l] = w.stall;
        q->service.last[l] = w.lasts;
    }
}

/* Finds the waits at the receivers of a network with codecs. */
static inline void describe_receivers(const noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        if (q->ejects && s->contention->queues[q->of[0]].codec > 0.0) wait_for_receivers(s, q);
    }
}

#endif
