/* Waits at terminals: in the buffers behind an injection channel, for room in them, and in the queue of the source. Symbols in
 * contention_state.h.
 *
 * Sources: Geo/G/1 and M/G/1 waits after Kleinrock 1975; closed networks by mean-value analysis. */
#include <math.h>

#include "analytic/contention_state.h"

/* ---- buffers behind the channel ------------------------------------------------------------- */

/* The mean and the second moment of the positive part of a normal variable. */
static void positive_part(double mean, double variance, double *first, double *second)
{
    const double spread = sqrt(larger(variance, 1e-12)), z = mean / spread;
    const double above = 0.5 * erfc(-z * M_SQRT1_2);
    const double density = exp(-0.5 * z * z) * (0.5 * M_SQRT1_2 * M_2_SQRTPI);
    *first = mean * above + spread * density;
    *second = (mean * mean + variance) * above + mean * spread * density;
}

/* The source sends packets one after the other over a link of one flit a cycle and picks n VCs in turn, so
 * that a packet waits for the one n before it, if that takes longer than the n F cycles until then. In time
 * without the link's busy cycles packets come in batches, its busy periods, and take S' = S - n F: of a batch
 * those wait that have n before them. Busy periods of Geo/G/1 (as branching processes: Borel's if F is
 * constant) have q / (1-q) packets before one in the mean; they are taken as geometric. With n = 1 and
 * constant F this is exact: the wait for S less that for F. */
static double queue_at_injection(const noc_contention *c, const noc_class_queue *q, double r)
{
    const double service = q->service;
    const double packets = q->unit.packets * c->rate, n = q->vcs, F = q->flits;
    const double rho = cap(packets * F, highest_queue);
    const double offspring = rho * (1.0 - packets) + packets * packets * q->length_variance;
    const double before = 0.5 * (rho + offspring / (1.0 - rho)) / (1.0 - rho);
    const double behind = pow(before / (1.0 + before), n);
    const double variance = larger(0.0, q->service2 - q->service * q->service - q->length_variance);
    double more, more2;
    positive_part(service - n * F, variance + (n - 1.0) * q->length_variance, &more, &more2);
    const double spaced = more * more * (1.0 - 1.0 / n); /* every n-th comes more evenly */
    const double others =
        packets / n * larger(0.0, more2 - more) * (more2 - spaced) / larger(more2, 1e-30);
    const double batch = 2.0 * (1.0 - rho) * more * behind / (1.0 - behind);
    return (1.0 - q->longer) * (others + batch) / (2.0 * (1.0 - r));
}

/* What packets lose by turns at a crossbar input that is slower than their link; of those that come while one is there others
 * than the first have a VC as long as they are fewer (of a geometric number). */
static double lost_by_turns(const noc_contention *c, const noc_class_queue *q)
{
    const double packets = q->unit.packets * c->rate, r = cap(packets * q->send, highest_queue);
    return packets * q->turns / (1.0 - r) * (1.0 - pow(r, q->vcs - 1.0));
}

/* Packets of a single VC that come from a queue of their own. */
static bool waits_in_queue(const noc_class_queue *q)
{
    return q->vcs == 1 && q->fanout < 1.0 + 1e-6;
}

/* What a packet longer than the buffer makes its terminal wait. With one VC the next packet has to wait for the whole of it. */
static double wait_for_room(const noc_class_queue *q)
{
    return q->vcs == 1 ? q->longer * (q->service - q->send) : noc_contention_wait_for_room(q);
}

/* A terminal that always has packets sends them no faster than its VCs, all of them busy, let them through. */
static double wait_for_vcs(const noc_contention *c, const noc_class_queue *q)
{
    return noc_contention_lost_to_full(c, q, larger(0.0, q->all_busy / q->vcs - q->send));
}

/* Likewise of a single VC beside other channels: no room is left while a packet before it waits there, behind as many as the buffer
 * holds beyond one; the time in which that one leaves costs nothing. */
static double wait_for_only_vc(const noc_contention *c, const noc_class_queue *q)
{
    const double rate = q->unit.packets * c->rate, lost = larger(0.0, q->service - q->send);
    const double ahead = larger(0.0, q->buffer / q->flits - 1.0);
    const double waiting = cap(rate * (q->service - q->flits), 1.0);
    return lost * waiting * pow(cap(rate * (q->flits + lost), 1.0), ahead);
}

/* Share of the time in which the terminal has a packet of the queue to send, or one that is stalled. */
static double used_to_send(const noc_contention *c, const noc_class_queue *q)
{
    return cap(q->unit.packets * c->rate * (q->send + q->stall), 1.0);
}

/* A terminal that has begun to send a packet stays with its VC. A flit has its place there once the one b before it has left
 * and the credit is back, n b cycles after that was sent, if it takes the VCs in turn, and later by the stalls of n packets.
 * If the terminal pauses in between that takes longer: behind each of the n packets, if nobody waits, for a gap of mean 1/lambda
 * (both exponential). */
static double wait_midway(const noc_contention *c, const noc_class_queue *q)
{
    const double rate = q->unit.packets * c->rate, busy = used_to_send(c, q);
    const double sent = larger(q->send + q->turnaround, q->period), taken = larger(sent, q->onward);
    const double wait = larger(1e-6, q->service - taken - q->among_own);
    const double spared = q->vcs * (q->buffer + q->stall) - q->loop + 1.0;
    const double slack = larger(0.0, spared - q->turnaround - q->among_own), more = taken - sent;
    const double left = larger(0.0, slack - more);
    const double there = noc_wait_where_any(q, wait);
    const double in_gap = busy + (1.0 - busy) * there * rate / (1.0 + there * rate);
    return larger(0.0, more - slack) + wait * exp(-left / there) * pow(in_gap, q->vcs);
}

/* What of a terminal's queue the buffer cannot hold. Where packets take turns on several channels, in order, those of a single VC
 * wait in front of the others: that is a stall. */
static double queue_outside(const noc_class_queue *q, double r)
{
    const double conditional = q->service / (2.0 * (1.0 - r));
    const double room = ((q->buffer - q->loop / 2.0) / q->flits - 1.0) * q->service;
    return q->queue * exp(-larger(0.0, room) / conditional);
}

/* A single VC, whose packets wait for it in its queue: for room for themselves, and for the one before if they come right
 * behind it. */
static double stall_of_only_vc(const noc_class_queue *q, double rate, double room)
{
    const double own = cap(noc_contention_wait_for_room(q), room);
    return own + (room - own) * cap(q->unit.packets * rate * (q->send + room), 1.0);
}

/* Cycles that the full buffers cost a terminal for each packet. */
static double stall_at_injection(const noc_contention *c, const noc_class_queue *q)
{
    const double wait = larger(wait_for_room(q), 1e-9);
    const double behind = q->lost_in_runs * used_to_send(c, q); /* of who finds it busy */
    const double there = noc_wait_where_any(q, wait);
    const double room =
        wait * exp(-q->spare / wait - behind / there); /* exponential, beyond what is spare */
    if (waits_in_queue(q)) return c->terms.source_stall * stall_of_only_vc(q, c->rate, room);
    const double full = q->vcs == 1 ? wait_for_only_vc(c, q) : wait_for_vcs(c, q);
    /* two accounts of the same losses, each of which misses some: of the capacity, and of single buffers */
    return c->terms.source_stall * larger(larger(full, behind) + room, wait_midway(c, q));
}

double noc_contention_wait_at_injection(const noc_contention *c, noc_class_queue *q, double r)
{
    q->queue = queue_at_injection(c, q, r);
    q->outside = queue_outside(q, r);
    if (q->vcs == 1 && !waits_in_queue(q)) { /* outside it waits in front of others: a stall */
        q->queue -= q->outside;
        q->outside = 0.0;
    }
    if (q->turns > 0.0) q->queue += lost_by_turns(c, q);
    return stall_at_injection(c, q);
}

/* ---- the source ----------------------------------------------------------------------------- */

/* Cycles in which the packets of all classes keep an injection channel busy, of one. */
static double busy_port(const noc_contention *c, uint32_t channel)
{
    double busy = 0.0;
    for (uint32_t k = c->loads->first_group[channel]; k != NOC_NONE; k = c->loads->groups[k].next)
        busy += queue_of(c, k)->unit.packets * c->rate * queue_of(c, k)->send;
    return busy;
}

/* Packets of one queue take turns on k channels, in order: a packet whose channel is busy blocks those behind
 * it. Time per packet, over its time on a channel: turn by turn 1/k, at random 0.95 k^-0.54, and the more the more
 * these times vary; an empty one, if there is, the more between these the more the source is used, of
 * which `busy` is what it would be with one channel (fits to simulated queues of up to 8 channels, smart ones of 2, with
 * rare stalls, within 5 %). */
static double overlap_of(const noc_fan *s, double variation, double busy)
{
    const double k = s->channels;
    if (k <= 1.0) return 1.0;
    const double uneven = variation * sqrt(variation * (k - 1.0));
    const double in_turn = (1.0 + 0.28 * uneven) / k;
    const double at_random = 0.95 * pow(k, -0.54) * (1.0 + 0.1 * uneven);
    switch (s->choice) {
    case NOC_FAN_IN_TURN:
        return s->share * in_turn;
    case NOC_FAN_EMPTY: {
        const double always = in_turn + 0.8 * (at_random - in_turn); /* with packets waiting */
        return s->share * cap(in_turn / larger(1e-9, 1.0 - busy * (always - in_turn)), always);
    }
    default:
        return s->share * at_random;
    }
}

/* Wait before injection, with S the time to send a packet and its stall, which is rare, but then takes as long as packets are
 * served behind (exponential). Bernoulli sources: Geo/G/1; where
 * k of them share a port, batches of up to k packets arrive in a cycle, and the mean wait is
 * (l E[S^2] - r/k) / (2 (1-r)): Geo/G/1 for one, M/G/1 for many. Memory nodes: requests of many sources
 * arrive, several in a cycle, like Poisson: M/G/1, less what the ejection port spares their replies. That grows with the use of the
 * port or of the source, whichever is less: exact where packets of a class are alike (two
 * queues in tandem); where writes prevail over reads up to half of what little these wait is missing. */
double noc_contention_wait_at_source(const noc_contention *c, const noc_class_queue *q,
                                     double *used)
{
    const double packets = q->unit.packets * c->rate * q->fanout, stalled = q->send + q->stall;
    const double sent2 = q->send2 + 2.0 * q->send * q->stall;
    const double long2 = 2.0 * q->stall * larger(q->stall, q->service);
    const double variation = sqrt(larger(0.0, (sent2 + long2) / (stalled * stalled) - 1.0));
    const double slices = overlap_of(&q->slices, variation, 0.0);
    const double overlap = slices * overlap_of(&q->ports, variation, packets * stalled * slices);
    const double port = busy_port(c, q->channel), sending = packets * q->send * overlap;
    const double raw =
        (q->fanout > 1.0 ? larger(port, sending) : port) + packets * q->stall * overlap;
    const double r = cap(raw, highest_queue);
    *used = raw;
    const double squares = packets * overlap * (overlap * sent2 + long2);
    const noc_channel *channel = &c->system->graph.channels[q->channel];
    const double own = packets * stalled * overlap * overlap / channel->sharers;
    if (q->class == NOC_REQUEST) return (squares - own) / (2.0 * (1.0 - r));
    const noc_terminal *node = &c->system->graph.terminals[channel->from];
    const double in = cap(packets * q->taken_in / node->ejections, highest_queue);
    const double spared = packets / node->ejections * q->spaced / (2.0 * (1.0 - fmin(in, r)));
    return larger(0.0, squares / (2.0 * (1.0 - r)) - spared);
}
