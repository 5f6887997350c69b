/* analytic/contention/sweep/terminals.h: waits at terminals: in the buffers behind an injection
 * channel, for room in these buffers, in the queue of the source, and for the codecs of receivers.
 * Symbols in contention_state.h; equations of docs/model.md, section 4:
 *   (22) find_source_wait  wait before injection
 *   (23) find_class_wait   wait of requests and replies that share a port
 *
 * Sources: Geo/G/1 and M/G/1 waits after Kleinrock 1975; closed networks by mean-value analysis. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_TERMINALS_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_TERMINALS_H

#include <math.h>

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/transit.h"

/* ---- buffers behind the channel ------------------------------------------------------------- */

/* Finds mean and second moment of the positive part of a normal variable. */
static inline void find_positive_part(lanes mean, lanes variance, lanes *first, lanes *second)
{
    const lanes deviation = square_root(max_of(variance, 1e-12)), z = mean / deviation;
    const lanes positive_share = 0.5 * erfc_of(-z * M_SQRT1_2);
    const lanes density = exp_of(-0.5 * z * z) * (0.5 * M_SQRT1_2 * M_2_SQRTPI);
    *first = mean * positive_share + deviation * density;
    *second = (mean * mean + variance) * positive_share + mean * deviation * density;
}

/* Returns the packets before a packet in a busy period of Geo/G/1. `packets`: packets per cycle;
 * `variance`: variance of packet lengths; `slot`: cycles of a slot of the link. */
static inline lanes find_batch_position(lanes rho, lanes packets, lanes variance, lanes slot)
{
    const lanes offspring = rho * (1.0 - packets * slot) + packets * packets * variance;
    return 0.5 * (rho + offspring / (1.0 - rho)) / (1.0 - rho);
}

/* Returns the packets of its class before a packet in a busy period of a channel with both classes:
 * packets of a class that waited for the other class come one right behind the other. */
static inline lanes find_class_position(const noc_sweep *s, const queue_lanes *q)
{
    lanes packets = every(0.0), flits = every(0.0), squares = every(0.0);
    for (uint32_t k = q->first_peer; k < q->end_peer; k++) {
        const peer_lanes *peer = &s->peers[k];
        const lanes rate = peer->presence * s->rate * GATHER_QUEUES(s, load.packets, peer->places);
        const lanes F = /* F: cycles from one packet to the next on the link */
            GATHER_QUEUES(s, packet.flits, peer->places) +
            GATHER_QUEUES(s, source.codec, peer->places);
        packets += rate;
        flits += rate * F;
        squares += rate * (F * F + GATHER_QUEUES(s, packet.length_variance, peer->places));
    }
    packets = max_of(epsilon, packets);
    const lanes rho = bound_utilization(flits), mean = flits / packets;
    const lanes variance = squares / packets - mean * mean;
    const lanes position = find_batch_position(rho, packets, variance, q->pace.slot);
    return position * (q->load.packets * s->rate / packets);
}

/* Returns the wait of a packet for its VC. The source sends packets one after the other over a link
 * of one flit per cycle and uses n VCs in turn, so a packet waits for the n-th packet before it, if
 * that lasts longer than the n F cycles until then. In time without the link's busy cycles packets
 * come in batches, the busy periods, and need S' = S - n F: packets with n before them in their
 * batch wait. Busy periods of Geo/G/1 (as branching processes: Borel's if F is constant) have a
 * mean of q / (1-q) packets before one; they count as geometric. With n = 1 and constant F the
 * result is exact: the wait for S less the wait for F. */
static inline lanes find_injection_wait(const noc_sweep *s, const queue_lanes *q, lanes r)
{
    const lanes packets = q->load.packets * s->rate, n = q->input.vcs;
    /* F: cycles from one packet to the next on the link */
    const lanes F = q->packet.flits + q->source.codec;
    const lanes rho = bound_utilization(packets * F);
    const lanes position =
        q->has_both_classes
            ? find_class_position(s, q)
            : find_batch_position(rho, packets, q->packet.length_variance, q->pace.slot);
    const lanes wait_probability = integer_power(position / (1.0 + position), &q->input.vc_count);
    const lanes variance =
        max_of(0.0, q->service.second_moment - q->service.mean * q->service.mean -
                        q->packet.length_variance);
    lanes excess, squared_excess;
    find_positive_part(q->service.mean - n * F, variance + (n - 1.0) * q->packet.length_variance,
                       &excess, &squared_excess);
    /* a single VC serves no packet faster than it is sent, so S' is positive */
    const lanes least_excess = max_of(0.0, q->service.mean - F);
    excess = pick(n > 1.0, excess, least_excess);
    squared_excess = pick(n > 1.0, squared_excess, least_excess * least_excess + variance);
    const lanes regular_excess =
        excess * excess * (1.0 - 1.0 / n); /* every n-th arrival is more regular */
    const lanes other_wait = packets / n * max_of(0.0, squared_excess - q->pace.slot * excess) *
                             (squared_excess - regular_excess) / max_of(squared_excess, 1e-30);
    const lanes batch_wait =
        2.0 * (1.0 - rho) * excess * wait_probability / (1.0 - wait_probability);
    return (1.0 - q->sending.long_share) * (other_wait + batch_wait) / (2.0 * (1.0 - r));
}

/* Returns the loss of packets by turns at a crossbar input that is slower than their link. Packets
 * that come while another packet is at the input have a VC while they are fewer than the VCs (a
 * geometric number), the first of them excepted. */
static inline lanes find_turn_loss(const noc_sweep *s, const queue_lanes *q)
{
    if (highest_lane(q->source.turn_loss) == 0.0) return q->source.turn_loss;
    const lanes packets = q->load.packets * s->rate,
                r = bound_utilization(packets * q->sending.cycles);
    return packets * q->source.turn_loss / (1.0 - r) * (1.0 - power_of(r, q->input.vcs - 1.0));
}

/* Returns the wait of a terminal for a packet longer than its buffer. With one VC the next packet
 * waits for the whole packet. */
static inline lanes find_long_packet_wait(const queue_lanes *q)
{
    return pick(q->input.vcs > 1.0, find_room_wait(q),
                q->sending.long_share * (q->service.mean - q->sending.cycles));
}

/* Returns the wait of a saturated terminal, which sends packets no faster than its VCs, all busy,
 * send them on. */
static inline lanes find_busy_vcs_wait(const noc_sweep *s, const queue_lanes *q)
{
    const lanes sending_cycles = q->sending.cycles + q->source.codec;
    return find_full_loss(s, q, max_of(0.0, q->service.busy_mean / q->input.vcs - sending_cycles));
}

/* Returns the wait for a channel's single VC where the terminal has other channels. The VC has no
 * room while a packet waits there behind as many packets as the buffer holds beyond one; the time
 * in which that packet leaves is no loss. */
static inline lanes find_single_vc_wait(const noc_sweep *s, const queue_lanes *q)
{
    const lanes rate = q->load.packets * s->rate;
    const lanes lost_cycles = max_of(0.0, q->service.mean - q->sending.cycles);
    const lanes earlier_packets = max_of(0.0, q->credits.buffer / q->packet.flits - 1.0);
    const lanes waiting_share = min_of(rate * (q->service.mean - q->packet.flits), 1.0);
    return lost_cycles * waiting_share *
           power_of(min_of(rate * (q->packet.flits + lost_cycles), 1.0), earlier_packets);
}

/* Returns the share of the time in which the terminal sends a packet of the queue, or has a stalled
 * one. */
static inline lanes find_sending_share(const noc_sweep *s, const queue_lanes *q)
{
    const lanes sending_cycles = q->sending.cycles + q->source.codec + q->wait.stall;
    return min_of(q->load.packets * s->rate * sending_cycles, 1.0);
}

/* Returns the wait within a packet. A terminal stays with the VC of the packet that it sends. A
 * flit has its buffer slot once the flit b before it has left and the credit is back: n b cycles
 * after that flit was sent, if the terminal uses the VCs in turn, and later by the stalls of n
 * packets. Pauses of the terminal add to that time: behind each of the n packets, if no packet
 * waits, a gap of mean 1/lambda (exponential, as the wait is). */
static inline lanes find_packet_break_wait(const noc_sweep *s, const queue_lanes *q)
{
    const lanes rate = q->load.packets * s->rate, sending_share = find_sending_share(s, q);
    const lanes sending_cycles =
        max_of(q->sending.cycles + q->input.turnaround, q->sending.credit_period);
    const lanes vc_cycles = max_of(sending_cycles, q->input.onward_cycles);
    const lanes wait = max_of(1e-6, q->service.mean - vc_cycles - q->service.port_wait);
    const lanes codec_cycles = q->source.codec * q->credits.buffer / q->packet.flits;
    const lanes spare_cycles =
        q->input.vcs * (q->credits.buffer + codec_cycles + q->wait.stall) - q->credits.loop + 1.0;
    const lanes slack = max_of(0.0, spare_cycles - q->input.turnaround - q->service.port_wait);
    const lanes extra_cycles = vc_cycles - sending_cycles;
    const lanes remaining_slack = max_of(0.0, slack - extra_cycles);
    const lanes positive_wait = find_positive_wait(q, wait);
    const lanes gap_share =
        sending_share + (1.0 - sending_share) * positive_wait * rate / (1.0 + positive_wait * rate);
    const lanes all_vcs_share = integer_power(gap_share, &q->input.vc_count);
    return max_of(0.0, extra_cycles - slack) +
           wait * exp_of(-remaining_slack / positive_wait) * all_vcs_share;
}

/* Returns the part of a terminal's wait in the source queue, as the buffer is full. */
static inline lanes find_source_part(const queue_lanes *q, lanes r)
{
    const lanes positive_wait = q->service.mean / (2.0 * (1.0 - r));
    const lanes room_cycles =
        ((q->credits.buffer - q->credits.loop / 2.0) / q->packet.flits - 1.0) * q->service.mean;
    return q->wait.queue * exp_of(-max_of(0.0, room_cycles) / positive_wait);
}

/* Returns the stall of a single VC with a source queue of its own: a packet waits for room, and
 * right behind another packet also for that packet's room. */
static inline lanes find_single_vc_stall(const queue_lanes *q, double rate, lanes room_wait)
{
    const lanes own_room = min_of(find_room_wait(q), room_wait);
    return own_room + (room_wait - own_room) *
                          min_of(q->load.packets * rate * (q->sending.cycles + room_wait), 1.0);
}

/* Returns the cycles per packet that a terminal loses by full buffers. */
static inline lanes find_injection_stall(const noc_sweep *s, const queue_lanes *q)
{
    const lanes wait = max_of(find_long_packet_wait(q), epsilon);
    const lanes run_loss =
        q->source.run_loss * find_sending_share(s, q); /* loss of packets that find the port busy */
    const lanes positive_wait = find_positive_wait(q, wait);
    /* exponential wait beyond `spare_cycles` */
    const lanes room_wait =
        wait * exp_of(-q->sending.spare_cycles / wait - run_loss / positive_wait);
    if (q->has_source_queue)
        return find_single_vc_stall(q, s->rate, max_of(room_wait, find_head_delay(q)));
    const lanes utilization = bound_utilization(q->load.packets * s->rate * q->sending.cycles);
    const lanes single_vc_wait = max_of(
        find_single_vc_wait(s, q), find_mean_head_delay(q, q->load.packets * s->rate, utilization));
    const lanes busy_wait = pick(q->input.vcs > 1.0, find_busy_vcs_wait(s, q), single_vc_wait);
    /* two estimates of one loss, from the capacity and from single buffers; each misses a part */
    return max_of(max_of(busy_wait, run_loss) + room_wait, find_packet_break_wait(s, q));
}

/* Updates the wait of packets in the VCs behind an injection channel of utilisation r, and its part
 * in the source. Returns the cycles per packet that the terminal loses by full buffers. */
static inline lanes update_injection_wait(const noc_sweep *s, queue_lanes *q, lanes r)
{
    q->wait.queue = find_injection_wait(s, q, r);
    q->wait.source_part = find_source_part(q, r);
    /* packets that wait for a single VC block the packets for other channels: a stall */
    if (!q->has_source_queue) {
        q->wait.queue =
            pick(q->input.vcs > 1.0, q->wait.queue, q->wait.queue - q->wait.source_part);
        q->wait.source_part = pick(q->input.vcs > 1.0, q->wait.source_part, every(0.0));
    }
    q->wait.queue += find_turn_loss(s, q);
    const lanes stall = find_injection_stall(s, q);
    q->wait.blocking = stall + q->wait.source_part * (1.0 - r);
    return stall;
}

/* ---- the source ----------------------------------------------------------------------------- */

/* Returns the time per packet over its time on a channel, where packets of one queue use k channels
 * in order: a packet whose channel is busy blocks the packets behind it. Channels in turn: 1/k; at
 * random: 0.95 k^-0.54; both longer the more these times vary. A free channel, if there is one:
 * between both, and longer the more the source is used, where `utilization` is its utilisation with
 * one channel (fits to simulated queues of up to 8 channels, smart queues of 2, with rare stalls,
 * within 5 %). */
static inline lanes find_overlap(const choice_lanes *choice, lanes variation, lanes utilization)
{
    const lanes k = choice->channels;
    const lanes variation_excess = variation * square_root(variation * (k - 1.0));
    const lanes turn_overlap = (1.0 + 0.28 * variation_excess) / k;
    const lanes random_overlap = choice->random_overlap * (1.0 + 0.1 * variation_excess);
    /* share for a saturated queue */
    const lanes saturated_overlap = turn_overlap + 0.8 * (random_overlap - turn_overlap);
    const lanes empty_overlap = min_of(
        turn_overlap / max_of(epsilon, 1.0 - utilization * (saturated_overlap - turn_overlap)),
        saturated_overlap);
    const lanes overlap = pick(choice->uses_turns, turn_overlap,
                               pick(choice->prefers_empty, empty_overlap, random_overlap));
    return pick(k > 1.0, choice->blocking_share * overlap, every(1.0));
}

/* Load of a source: share of the time in which packets are sent or stalled; share of stalls; lambda
 * E[S^2]; lambda times the spacing of replies (noc_source_queue). S: time to encode and to send a
 * packet, and its stall, which is rare, but as long as a packet's service behind (exponential). */
typedef struct source_load {
    lanes busy_share, stall_share, squared_times, saved_wait;
} source_load;

/* Returns the load of queues of the other class that send on the same channel. */
static inline source_load find_other_class_load(const noc_sweep *s, const queue_lanes *q)
{
    source_load load = {every(0.0), every(0.0), every(0.0), every(0.0)};
    for (uint32_t k = q->first_peer; k < q->end_peer && q->has_both_classes; k++) {
        const peer_lanes *peer = &s->peers[k];
        const lanes packets =
            peer->other_class * s->rate * GATHER_QUEUES(s, load.packets, peer->places);
        const lanes codec = GATHER_QUEUES(s, source.codec, peer->places);
        const lanes send_cycles = GATHER_QUEUES(s, sending.cycles, peer->places),
                    coded_cycles = send_cycles + codec;
        const lanes stall = GATHER_QUEUES(s, wait.blocking, peer->places);
        const lanes service = GATHER_QUEUES(s, service.mean, peer->places);
        load.busy_share += packets * (coded_cycles + stall);
        load.stall_share += packets * stall;
        load.squared_times += packets * (GATHER_QUEUES(s, sending.squared_cycles, peer->places) +
                                         codec * (2.0 * send_cycles + codec) +
                                         2.0 * stall * (coded_cycles + max_of(stall, service)));
        load.saved_wait += packets * GATHER_QUEUES(s, source.saved_wait, peer->places);
    }
    return load;
}

/* Returns the wait of a source with two classes. Replies go first, but not before a request that is
 * being sent, or waits for a VC (Cobham 1954). A reply may go in the cycle after its arrival, a
 * request in the cycle of its arrival: a reply waits S - 1 .. 0 cycles for the rest of a request, a
 * request S .. 1 cycles for the rest of a reply. docs/model.md (23). */
static inline lanes find_class_wait(const queue_lanes *q, const source_load *own_load,
                                    const source_load *other_load, lanes saved_wait)
{
    const lanes utilization = bound_utilization(q->utilization.source);
    const lanes request_wait =
        (own_load->squared_times + other_load->squared_times + other_load->busy_share -
         other_load->saved_wait) /
        (2.0 * (1.0 - min_of(other_load->busy_share, utilization)) * (1.0 - utilization));
    const lanes residual_squares =
        own_load->squared_times + other_load->squared_times - other_load->busy_share;
    const lanes reply_wait =
        residual_squares / (2.0 * (1.0 - min_of(own_load->busy_share, utilization))) - saved_wait;
    return pick(q->requests, request_wait, reply_wait);
}

/* Finds the wait before injection, and the utilisation of the source, which exceeds 1 beyond its
 * capacity. Bernoulli sources: Geo/G/1. Where k sources share a port, batches of up to k packets
 * arrive in a cycle, and the mean wait is (l E[S^2] - r/k) / (2 (1-r)): Geo/G/1 for one, M/G/1 for
 * many. Memory nodes: requests of many sources arrive, several in a cycle, like Poisson arrivals:
 * M/G/1, less the wait that spacing by the ejection port saves. The saved wait grows with the
 * lesser of the utilisations of port and source: exact where packets of a class are alike (two
 * queues in tandem); where writes prevail over reads up to half of these short waits is missing.
 * docs/model.md (22). */
static inline void find_source_wait(const noc_sweep *s, queue_lanes *q)
{
    const lanes packets = q->load.packets * s->rate * q->source.fanout;
    const lanes codec = q->source.codec, send = q->sending.cycles + codec;
    const lanes squared_send =
        q->sending.squared_cycles + codec * (2.0 * q->sending.cycles + codec);
    const lanes stalled_cycles = send + q->wait.stall;
    const lanes squared_sent = squared_send + 2.0 * send * q->wait.stall;
    const lanes squared_stalls = 2.0 * q->wait.stall * max_of(q->wait.stall, q->service.mean);
    const lanes variation = square_root(
        max_of(0.0, (squared_sent + squared_stalls) / (stalled_cycles * stalled_cycles) - 1.0));
    const lanes slice_overlap = find_overlap(&q->source.slices, variation, every(0.0));
    const lanes overlap = slice_overlap * find_overlap(&q->source.ports, variation,
                                                       packets * stalled_cycles * slice_overlap);
    const source_load other_load = find_other_class_load(s, q);
    const lanes port_load = q->source.port_load * s->rate, sending_share = packets * send * overlap;
    const lanes port_share =
        pick(q->source.fanout > 1.0, max_of(port_load, sending_share), port_load);
    const lanes lost_cycles = q->has_both_classes ? q->wait.blocking : q->wait.stall;
    q->utilization.source = port_share + packets * lost_cycles * overlap + other_load.stall_share;
    const lanes r = bound_utilization(q->utilization.source);
    const lanes squares = packets * overlap * (overlap * squared_sent + squared_stalls);
    const lanes own_share = packets * stalled_cycles * overlap * overlap * q->source.node_share;
    const lanes port_utilization = bound_utilization(packets * q->source.request_cycles);
    const lanes saved_wait =
        packets * q->source.saved_wait / (2.0 * (1.0 - min_of(port_utilization, r)));
    const source_load own_load = {packets * stalled_cycles * overlap, every(0.0),
                                  squares - own_share, every(0.0)};
    q->wait.source =
        max_of(0.0, q->has_both_classes ? find_class_wait(q, &own_load, &other_load, saved_wait)
                                        : own_load.squared_times / (2.0 * (1.0 - r)) - saved_wait);
}

/* ---- codecs of receivers -------------------------------------------------------------------- */

/* A codec serves packets one at a time, F + c cycles each. Packets queue at a port as in M/G/1
 * (Kleinrock 1975): at the link for F cycles each and, since flits go on while packets come, at
 * link and codec together for F + c cycles. The codec's wait is the difference; it depends only on
 * the load. */

/* Returns the mean wait of M/G/1, cycles. `squares`: lambda E[S^2]. */
static inline double find_mg1_wait(double squares, double utilization)
{
    return squares / (2.0 * (1.0 - bound_utilization(every(utilization))[0]));
}

/* Finds the wait at the receiver of a lane of ejection queues, the mean stall of its sender, and
 * the mean of positive stalls. As many packets as fit wait in the buffers of their channel; further
 * packets, and packets longer than a buffer, delay others in the previous router (geometric
 * numbers). */
static inline void find_receiver_wait(const noc_sweep *s, const noc_class_queue *q, int lane,
                                      queue_lanes *to)
{
    const noc_loads *l = s->contention->loads;
    const double utilization = l->busy_cycles[q->channel] * q->pace.derating * s->rate;
    const double link_utilization = l->channel_flits[q->channel] * q->pace.slowdown * s->rate;
    const double wait =
        fmax(0.0, find_mg1_wait(q->receiver.squared_cycles * s->rate, utilization) -
                      find_mg1_wait(q->receiver.squared_flits * s->rate, link_utilization));
    const double fitting_packets = q->vcs * fmax(1.0, floor(q->credits.buffer / q->packet.flits));
    const double bounded_utilization = bound_utilization(every(utilization))[0];
    const double long_share = q->sending.long_share;
    to->wait.queue[lane] = wait;
    to->wait.stall[lane] =
        wait * (long_share + (1.0 - long_share) * pow(bounded_utilization, fitting_packets));
    to->service.last_mean[lane] = wait / fmax(bounded_utilization, epsilon);
}

/* Finds the waits at the receivers of a network with codecs. */
static inline void find_all_receiver_waits(const noc_sweep *s)
{
    const noc_class_queue *queues = s->contention->queues;
    for (queue_lanes *q = s->queues; q < s->queues + s->queue_blocks; q++)
        for (int l = 0; q->is_ejection && l < NOC_LANES; l++)
            if (queues[q->queue_numbers[0]].source.codec > 0.0)
                find_receiver_wait(s, &queues[q->queue_numbers[l]], l, q);
}

#endif
