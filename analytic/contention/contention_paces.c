#include "analytic/contention/contention_paces.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/contention/contention_state.h"
#include "base/auto.h"
#include "base/min_max.h"
#include "network/graph/pace.h"
#include "network/graph/resources.h"
#include "network/graph/units.h"

/* ---- steps of a cycle ------------------------------------------------------------------------ */

/* cycles over which a mean is computed: the steps of usual speed-ups repeat after one to six */
enum { CYCLES_COUNTED = 60 };

/* Returns the mean cycles of a number of steps from the first step of a cycle on, for a router of
 * `steps_in_cycle` steps per cycle. */
static double find_step_cycles(double steps_in_cycle, unsigned steps)
{
    const uint64_t speedup = noc_pace_of(steps_in_cycle).rate;
    uint64_t sum = 0;
    for (uint64_t cycle = 0; cycle < CYCLES_COUNTED; cycle++)
        sum += noc_cycle_of_step(speedup, noc_steps_before(speedup, cycle) + steps) - cycle;
    return (double)sum / CYCLES_COUNTED;
}

/* Returns the cycles between a head's arrival and its credit, beyond those of a body flit: flits
 * come at the beginning of a cycle, and the credits of all steps of a cycle leave at its end. */
static double find_head_cycles(const noc_class_queue *q, const noc_network *net)
{
    if (q->pace.steps_per_cycle == 1.0 || q->is_ejection) return q->input.routing_cycles;
    return find_step_cycles(q->pace.steps_per_cycle, noc_network_setup_cycles(net));
}

/* ---- a packet that meets no other ----------------------------------------------------------- */

/* Returns the cycles per flit at the sender of the queue's channel: of the channel and, behind a
 * router, of the crossbar port. */
static double find_sender_cycles(const noc_class_queue *q, const noc_network *net)
{
    return q->pace.slowdown * (q->is_injection ? 1.0 : noc_network_flit_cycles(net));
}

/* Returns the cycles per flit behind the queue's channel: of a crossbar port, or of the terminal of
 * an ejection channel. If the channel brings several flits per cycle, a crossbar accepts one in
 * each of its steps. */
static double find_receiver_cycles(const noc_class_queue *q, const noc_network *net)
{
    const double flit_cycles = min_of(q->pace.flit_cycles, 1.0);
    if (q->is_ejection) return flit_cycles;
    const double steps = flit_cycles < 1.0 ? q->pace.steps_per_cycle : 1.0;
    return noc_network_flit_cycles(net) / steps;
}

/* The sender sends the flits of one buffer, one after the other, then as many flits again each time
 * that their credits are back. The first credits also need the head's time to get an output VC
 * downstream, and a cycle more if its grant is held; terminals accept flits at once. If a router's
 * grants are held, the last one is held as well. The packet needs at least its flits' cycles at the
 * crossbar input behind; `spare` is the excess over the sender's need. A router has sent a packet
 * when its last flit has left, a terminal when the channel is due again. docs/model.md (4). */
double noc_find_sending_time(const noc_class_queue *q, const noc_network *net, double flits,
                             double *spare)
{
    const double sender_cycles = find_sender_cycles(q, net);
    const double receiver_cycles = find_receiver_cycles(q, net);
    const double hold_cycles = !q->is_ejection && net->vc.allocation_hold != NOC_HOLD_NONE;
    const double step = max_of(sender_cycles, receiver_cycles), buffer = q->buffer_slots;
    const double first =
        noc_find_body_loop(q) + hold_cycles + (q->is_ejection ? 0.0 : find_head_cycles(q, net));
    const double window =
        max_of(buffer * step, noc_find_body_loop(q) + max_of(0.0, receiver_cycles - 1.0));
    const double windows = floor((flits - 1.0) / buffer);
    const double last_flits = flits - 1.0 - windows * buffer;
    const double start_cycles =
        windows > 0.0 ? max_of(windows * buffer * sender_cycles, first + (windows - 1.0) * window)
                      : 0.0;
    const double last_cycles = sender_cycles -
                               (q->is_injection ? 0.0 : max_of(0.0, q->pace.flit_cycles - 1.0)) +
                               (!q->is_injection && net->vc.allocation_hold == NOC_HOLD_PACKET);
    const double send =
        start_cycles + last_flits * (windows > 0.0 ? step : sender_cycles) + last_cycles;
    *spare = max_of(
        0.0,
        (q->is_ejection ? 0.0 : flits * receiver_cycles + hold_cycles * (receiver_cycles == 1.0)) -
            send);
    return send + *spare;
}

/* least packets of which the mean period is taken; longest buffer that is simulated, flits */
enum { PERIOD_PACKETS = 24, PERIOD_BUFFER_MAX = 128 };

/* Simulates a few packets, after as many packets have filled the credit loop. A flit is sent a
 * cycle after the previous one, and when the flit a buffer's length ahead has left and its credit
 * is back. A head leaves the turnaround later than a body flit, and at the earliest when it is
 * routed; a router also sends a head the turnaround later than a terminal does. */
static double find_sending_period(const noc_class_queue *q, const noc_network *net, unsigned flits)
{
    double credits[PERIOD_BUFFER_MAX], sent = 0.0, leave_cycle = 0.0, first_cycle = 0.0;
    const unsigned buffer = q->buffer_slots;
    const double head = find_head_cycles(q, net);
    const double cycles = find_receiver_cycles(q, net);
    const double channel = find_sender_cycles(q, net), step = max_of(channel, cycles);
    /* a buffer that lasts as long as its credits need delays no flit */
    const double extra_cycles = max_of(0.0, cycles - 1.0); /* credits leave at the end of a cycle */
    if (buffer * step >= q->credits.loop + q->input.turnaround + extra_cycles ||
        buffer > PERIOD_BUFFER_MAX)
        return step * flits - (q->is_injection ? 0.0 : max_of(0.0, q->pace.flit_cycles - 1.0));
    const unsigned rounds = 2 * buffer / flits; /* packets in two buffers */
    const unsigned packets = rounds > PERIOD_PACKETS ? rounds : PERIOD_PACKETS;
    for (unsigned i = 0; i < buffer; i++) credits[i] = 0.0;
    for (unsigned i = 0; i <= 2 * packets * flits; i++) {
        const bool is_head = i % flits == 0 && !q->is_ejection;
        const double turnaround = is_head ? q->input.turnaround : 0.0,
                     routed = is_head ? head : 0.0;
        double *credit = &credits[i % buffer];
        const double due_cycles = q->is_injection ? channel : max_of(channel, cycles + turnaround);
        sent = max_of(sent + due_cycles, *credit);
        if (i == packets * flits) first_cycle = sent;
        leave_cycle = max_of(leave_cycle + cycles + turnaround, sent + extra_cycles + routed);
        *credit = leave_cycle + noc_find_body_loop(q);
    }
    return max_of(step * flits, (sent - first_cycle) / packets);
}

double noc_find_crossbar_lead(const noc_class_queue *q, double flits)
{
    return q->pace.steps_per_cycle > 1.0
               ? flits * (q->pace.slowdown - 1.0 / q->pace.steps_per_cycle)
               : 0.0;
}

/* Returns the part of the crossbar's lead at the sending router for which the flits in the router's
 * output queue have credits; 0 behind a terminal. */
static double find_credited_lead(const noc_class_queue *q, double flits)
{
    const double room = max_of(0.0, q->credits.buffer * q->pace.slowdown - q->credits.loop);
    return q->is_injection ? 0.0 : min_of(noc_find_crossbar_lead(q, flits), room);
}

/* True if late credits come between the flits of a packet. The credits of a single VC are late for
 * the flit that uses the buffer slot of an earlier head, a buffer's length behind that head; if
 * packets fill the buffer exactly, that flit is a head. False for routers of one step per cycle,
 * whose model of trains was fitted without such credits. */
static bool has_late_credits(const noc_class_queue *q, unsigned flits)
{
    return q->pace.steps_per_cycle > 1.0 && q->vcs == 1 && flits <= q->buffer_slots &&
           q->buffer_slots % flits != 0;
}

void noc_contention_describe_sending(const noc_contention *c, noc_class_queue *q)
{
    const noc_traffic *traffic = &c->system->traffic;
    const uint16_t network = c->system->graph.channels[q->channel].network;
    const noc_network *net = &c->system->graph.networks[network];
    double packets = 0.0;
    for (int i = 0; i < traffic->length_count; i++) {
        const noc_packet_type *type = &traffic->lengths[i];
        const double flits = type->flits[network];
        double spare;
        if (type->class != q->class) continue;
        const double send = noc_find_sending_time(q, net, flits, &spare);
        packets += type->share;
        q->sending.cycles += type->share * send;
        q->sending.squared_cycles += type->share * send * send;
        q->sending.spare_cycles += type->share * spare;
        q->sending.parted_share += type->share * has_late_credits(q, type->flits[network]);
        const double period =
            find_sending_period(q, net, type->flits[network]) - find_credited_lead(q, flits);
        /* packets of other VCs are sent between, and wait for each other */
        if (q->is_injection || q->is_ejection)
            q->sending.credit_period += type->share * period;
        else
            q->sending.credit_excess +=
                type->share * max_of(0.0, period - max_of(send + q->input.turnaround,
                                                          flits * find_sender_cycles(q, net)));
        if (flits <= q->buffer_slots) continue;
        q->sending.long_share += type->share;
        const double each = q->is_ejection ? 1.0 : noc_network_flit_cycles(net);
        q->sending.overhang += type->share * each * (flits - q->buffer_slots - 1.0);
    }
    double *means = (double *)&q->sending;
    for (size_t i = 0; i < sizeof q->sending / sizeof *means; i++) means[i] /= packets;
}

/* ---- slow and fast channels ----------------------------------------------------------------- */

/* Channels with less capacity (derated), or with a rate other than one flit per cycle. A flit needs
 * more time on a slow channel and less on a fast one, so packets count as longer or shorter, and
 * the buffer behind the channel lasts for a longer or shorter time. Pipelines, credits and
 * turnarounds are unchanged. */

void noc_contention_describe_pace(const noc_contention *c, noc_class_queue *q)
{
    noc_channel_pace *pace = &q->pace;
    pace->flit_cycles = 1.0 / noc_channel_flit_rate(&c->system->graph, q->channel);
    pace->derating =
        noc_resource_is_in(c->derated_kinds, noc_resource_of_channel(&c->system->graph, q->channel))
            ? 1.0 / (1.0 - NOC_DERATED_SHARE)
            : 1.0;
    pace->slowdown = pace->derating * pace->flit_cycles;
    pace->steps_per_flit = max_of(1.0, pace->steps_per_cycle * pace->flit_cycles);
}

static void scale_stream(noc_stream *unit, double factor)
{
    unit->flits *= factor;
    unit->squares *= factor * factor;
}

static void scale_queue(noc_class_queue *q)
{
    const double factor = q->pace.slowdown, square = factor * factor;
    scale_stream(&q->unit_stream, factor);
    q->packet.flits *= factor;
    q->packet.crossbar_cycles = q->packet.flits / max_of(1.0, q->pace.flit_cycles);
    q->packet.biased_length *= factor;
    q->packet.length_variance *= square;
    q->credits.buffer *= factor;
    q->credits.spare_flits *= factor;
    q->credits.slack = max_of(0.0, q->credits.buffer - q->credits.loop - q->output.start_cycles -
                                       q->input.turnaround);
    q->credits.kept_flits *= factor;
    q->allocation.head_start *= factor;
    q->sending.overhang *= factor;
    q->source.turn_loss *= square;
}

/* Scales a transition: packets pass at the pace of the output. */
static void scale_transition(const noc_contention *c, noc_transition *x)
{
    const double factor = c->queues[x->to].pace.slowdown, square = factor * factor;
    scale_stream(&x->unit_stream, factor);
    x->packet.flits *= factor;
    x->packet.biased_length *= factor;
    x->packet.length_inverse /= factor;
    x->packet.head_share /=
        max_of(factor, 1.0); /* the head's share on a slow channel is one flit's */
    x->packet.length_variance *= square;
    x->crossbar.other_flits *= factor;
    x->link.port_flits *= factor;
    x->link.elsewhere_flits *= c->queues[x->from].pace.slowdown;
    x->link.input_flits *= c->queues[x->from].pace.slowdown;
}

void noc_contention_slow_channels(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) scale_queue(&c->queues[i]);
    for (uint32_t k = 0; k < c->transition_count; k++) scale_transition(c, &c->transitions[k]);
}

/* ---- packets longer than their buffer -------------------------------------------------------- */

/* Returns the cycles by which the next channel delays the sending of a packet longer than its
 * buffer: the last flit is sent when the flit a buffer's length ahead has left the buffer over the
 * next channel, and its credit is back. */
static double find_pace_delay(const noc_class_queue *from, const noc_class_queue *to,
                              const noc_network *net, double flits)
{
    double spare;
    const double excess_flits = flits - from->buffer_slots;
    if (excess_flits <= 0.0) return 0.0;
    const double leave_cycles = noc_find_body_loop(from) + find_head_cycles(from, net) +
                                (net->vc.allocation_hold == NOC_HOLD_FLIT) +
                                noc_find_sending_time(to, net, excess_flits, &spare);
    return max_of(0.0, leave_cycles - noc_find_sending_time(from, net, flits, &spare));
}

static void add_pace_delays(noc_contention *c)
{
    const noc_traffic *traffic = &c->system->traffic;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        const uint16_t network = noc_find_queue_network(c, q);
        double packets = 0.0, delay_sum = 0.0;
        if (q->is_ejection || !(q->sending.long_share > 0.0)) continue;
        for (int k = 0; k < traffic->length_count; k++) {
            const noc_packet_type *type = &traffic->lengths[k];
            if (type->class != q->class) continue;
            packets += type->share;
            for (uint32_t x = c->first_transition[i]; x < c->first_transition[i + 1]; x++)
                delay_sum +=
                    type->share * c->transitions[x].share.weight *
                    find_pace_delay(q, &c->queues[c->transitions[x].to],
                                    &c->system->graph.networks[network], type->flits[network]);
        }
        delay_sum /= packets;
        q->sending.squared_cycles += delay_sum * (2.0 * q->sending.cycles + delay_sum);
        q->sending.cycles += delay_sum;
    }
}

/* Returns the cycles for which packets of all classes keep an injection channel busy, at unit
 * rate. */
static double find_port_load(const noc_contention *c, uint32_t channel)
{
    double busy = 0.0;
    for (uint32_t k = c->loads->first_group[channel]; k != NOC_NONE; k = c->loads->groups[k].next)
        busy += noc_find_queue(c, k)->unit_stream.packets *
                (noc_find_queue(c, k)->sending.cycles + noc_find_queue(c, k)->source.codec);
    return busy;
}

/* Returns the cycles for which a VC is in use while an idle network sends a packet on. Terminals
 * wait for packets of their VCs that are slow for any reason other than credits. */
static double find_onward_cycles(const noc_contention *c, uint32_t queue)
{
    double cycles = c->queues[queue].input.turnaround;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        cycles += x->share.weight * x->packet.relative_length * c->queues[x->to].sending.cycles;
    }
    return cycles;
}

static bool is_wide(const noc_class_queue *q)
{
    return q->pace.flit_cycles < 1.0;
}

/* Returns the packets that an output sends side by side, 1 unless its channel carries several flits
 * per cycle. A packet has at most the rate of its slowest channel so far, and arrives in one cycle
 * at least. */
static double find_parallel_packets(const noc_class_queue *to, double arrival_cycles, double flits)
{
    return is_wide(to) ? max_of(1.0, max_of(1.0, arrival_cycles) / (flits * to->pace.slowdown))
                       : 1.0;
}

/* Finds the cycles by which slow channels stretch packets, as gaps between their flits; a body
 * catches up while its head is routed. Finds the spreads of packets: over a channel of several
 * flits per cycle a packet comes as slowly as over its slowest channel so far. Queues are visited
 * after the queues that lead to them. docs/model.md (24j). */
static void find_stretches_and_spreads(noc_contention *c)
{
    for (uint32_t i = c->queue_count; i-- > 0;) {
        noc_class_queue *q = &c->queues[i];
        noc_channel_pace *pace = &q->pace;
        pace->stretch = max_of(pace->stretch, (pace->flit_cycles - 1.0) *
                                                  (q->packet.flits / pace->slowdown - 1.0));
        q->input.recovered_cycles = max_of(0.0, q->input.routing_cycles - pace->stretch);
        const double remaining_stretch = max_of(0.0, pace->stretch - q->input.routing_cycles);
        pace->arrival_cycles =
            max_of(pace->arrival_cycles, q->packet.flits * pace->flit_cycles / pace->slowdown);
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++) {
            noc_transition *x = &c->transitions[k];
            noc_class_queue *to = &c->queues[x->to];
            const double flits = x->unit_stream.flits / x->unit_stream.packets / to->pace.slowdown;
            to->pace.stretch += x->share.arriving * remaining_stretch;
            to->pace.arrival_cycles += x->share.arriving * pace->arrival_cycles;
            if (!is_wide(q) && !is_wide(to)) continue;
            x->pace.parallel_packets = find_parallel_packets(to, pace->arrival_cycles, flits);
            x->pace.tail_spread = (flits - 1.0) * max_of(0.0, pace->arrival_cycles / flits -
                                                                  1.0 / pace->steps_per_cycle);
        }
    }
}

/* ---- turns at an output ---------------------------------------------------------------------- */

/* Returns the share of other inputs' load that can queue in front of a packet. Packets of one input
 * VC come one after the other, so two packets that compete for a group's VCs come from different
 * VCs: of a load spread evenly over n VCs the share 1 - 1/n can queue; 1/n is the probability that
 * two packets come from one VC. */
static double find_queued_share(const noc_contention *c, const noc_transition *x)
{
    const double own_share = x->pair_shares->group_flits, foreign_share = 1.0 - own_share;
    if (foreign_share < 1e-9) return 0.0;
    const double same_input_chance =
        (c->queues[x->to].allocation.same_input_chance - own_share * own_share) /
        (foreign_share * foreign_share);
    return max_of(0.0, 1.0 - same_input_chance / c->queues[x->from].vcs);
}

/* Finds the shares of an output that inputs get. Inputs use an output in turn, so each has 1 / n of
 * it if n inputs always compete. Other inputs count as their effective number, (sum of shares)^2
 * over the sum of squares. False when out of memory. */
static bool find_output_shares(noc_contention *c)
{
    /* [part of the channels]: sum */
    NOC_AUTO_FREE double *squares = calloc(c->symmetry.channels.count + 1, sizeof *squares);
    if (!squares) return false;
    for (uint32_t i = 0; i < c->transition_count; i++) {
        const noc_transition *x = &c->transitions[i];
        squares[c->queues[x->to].channel_part] += x->share.channel * x->pair_shares->output_flits;
    }
    for (uint32_t i = 0; i < c->transition_count; i++) {
        noc_transition *x = &c->transitions[i];
        const double port = x->pair_shares->output_flits, other_share = 1.0 - port;
        const double other_squares = squares[c->queues[x->to].channel_part] - port * port;
        x->output.queued_share = find_queued_share(c, x);
        x->crossbar.fair_share =
            other_squares > 1e-9 ? 1.0 / (1.0 + other_share * other_share / other_squares) : 1.0;
    }
    return true;
}

/* ---- VCs ------------------------------------------------------------------------------------ */

/* Returns the cycles for which a packet owns an output VC in an idle network: for its start and its
 * flits, and at least the period of its credits. A packet owns an atomic VC until its tail has left
 * the buffer downstream and the credit is back. */
static double find_least_hold(const noc_class_queue *to)
{
    const double start_cycles = to->output.start_cycles, send = to->sending.cycles;
    return to->is_atomic
               ? start_cycles + max_of(send, to->input.onward_cycles) + to->credits.loop
               : max_of(send + start_cycles - to->pace.sender_lead, to->sending.credit_period);
}

/* ---- heads at routers of several steps ------------------------------------------------------ */

/* Returns the cycles by which the head of an undelayed packet keeps its buffer slot longer than
 * other flits, less the cycles by which a sender sends a head later after the previous flit than a
 * body flit. Credits leave after all steps of a cycle. */
static double find_head_excess(const noc_class_queue *q, const noc_network *net)
{
    const unsigned routed = noc_network_setup_cycles(net), crossbar_steps = net->vc.traverse_cycles;
    const unsigned hold_steps = !net->vc.is_speculative && !net->vc.overlaps_packets;
    const double steps = q->pace.steps_per_cycle;
    const double slot_cycles =
        find_step_cycles(steps, routed) - (q->input.routing_cycles - q->input.turnaround);
    if (q->is_injection) return slot_cycles;
    const double next_cycles = find_step_cycles(steps, crossbar_steps) + 1.0;
    const double other_delay =
        find_step_cycles(steps, 1 + hold_steps + crossbar_steps) - next_cycles;
    const double own_delay =
        find_step_cycles(steps, 1 + noc_network_vc_idle_cycles(net) + crossbar_steps) - next_cycles;
    return slot_cycles -
           max_of(0.0, other_delay + q->input.same_vc_chance * (own_delay - other_delay));
}

/* Finds the times of each queue that follow from the sending times of all queues. */
static void find_idle_times(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (q->is_injection) q->source.port_load = find_port_load(c, q->channel);
        if (q->sending.long_share > 0.0)
            q->credits.gap =
                max_of(0.0, q->sending.cycles - q->packet.flits) / q->sending.long_share;
        q->input.onward_cycles = find_onward_cycles(c, i);
        q->output.least_hold = find_least_hold(q);
        if (q->pace.steps_per_cycle > 1.0 && !q->is_ejection)
            q->credits.head_excess =
                find_head_excess(q, &c->system->graph.networks[noc_find_queue_network(c, q)]);
    }
}

bool noc_contention_find_paces(noc_contention *c)
{
    add_pace_delays(c);
    find_stretches_and_spreads(c);
    find_idle_times(c);
    return find_output_shares(c);
}
