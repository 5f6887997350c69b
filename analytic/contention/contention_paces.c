#include "analytic/contention/contention_paces.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "network/graph/pace.h"
#include "network/graph/resources.h"
#include "network/graph/units.h"

/* ---- steps of a cycle ------------------------------------------------------------------------ */

enum { CYCLES_COUNTED = 60 }; /* the steps of usual speed-ups repeat after one to six cycles */

/* Returns the mean cycles of a number of steps, from the first step of a cycle on. */
static double cycles_of_steps(double steps_in_cycle, unsigned steps)
{
    const uint64_t speedup = noc_pace_of(steps_in_cycle).rate;
    uint64_t sum = 0;
    for (uint64_t cycle = 0; cycle < CYCLES_COUNTED; cycle++)
        sum += noc_cycle_of_step(speedup, noc_steps_before(speedup, cycle) + steps) - cycle;
    return (double)sum / CYCLES_COUNTED;
}

/* Returns the cycles between a head's arrival and its credit, beyond those of a body flit: flits
 * come at the beginning of a cycle, and the credits of all steps of a cycle leave at its end. */
static double head_routed(const noc_class_queue *q, const noc_network *net)
{
    if (q->speed.steps == 1.0 || q->ejects) return q->routed;
    return cycles_of_steps(q->speed.steps, noc_network_routed_cycles(net));
}

/* ---- a packet that nothing is in the way of ------------------------------------------------- */

/* First the flits of one buffer are sent, one after the other, then as many again each time that
 * their credits are back. The first credits also need the head's time to get an output VC
 * downstream, and a cycle more if its grant is held; terminals accept flits at once. If a router's
 * grants are held, the last one is held as well. The packet needs at least its flits' cycles at the
 * crossbar input behind; `spare` is the excess over the sender's need. A router has sent a packet
 * when its last flit has left, a terminal when the channel is due again. docs/model.md (4). */
double noc_sending_time(const noc_class_queue *q, const noc_network *net, double flits,
                        double *spare)
{
    const double sent = noc_flit_takes(q, net);
    const double taken = noc_flit_taken(q, net);
    const double held = !q->ejects && net->vc.allocation_hold != NOC_HOLD_NONE;
    const double step = max_of(sent, taken), buffer = q->places;
    const double first = noc_loop_of_body(q) + held + (q->ejects ? 0.0 : head_routed(q, net));
    const double window = max_of(buffer * step, noc_loop_of_body(q) + max_of(0.0, taken - 1.0));
    const double windows = floor((flits - 1.0) / buffer);
    const double rest = flits - 1.0 - windows * buffer;
    const double start =
        windows > 0.0 ? max_of(windows * buffer * sent, first + (windows - 1.0) * window) : 0.0;
    const double last = sent - (q->injects ? 0.0 : max_of(0.0, q->speed.each - 1.0)) +
                        (!q->injects && net->vc.allocation_hold == NOC_HOLD_PACKET);
    const double send = start + rest * (windows > 0.0 ? step : sent) + last;
    *spare = max_of(0.0, (q->ejects ? 0.0 : flits * taken + held * (taken == 1.0)) - send);
    return send + *spare;
}

enum { PERIOD_PACKETS = 24, PERIOD_BUFFER_MOST = 128 };

/* A flit is sent a cycle after the previous one, and when the flit a buffer's length ahead has left
 * and its credit is back. A head leaves its turnaround later than a body flit, and at the earliest
 * when it is routed; a router also sent it by the turnaround later. Simulated over a few packets,
 * after as many packets have filled the loop. */
double noc_sending_period(const noc_class_queue *q, const noc_network *net, unsigned flits)
{
    double credits[PERIOD_BUFFER_MOST], sent = 0.0, left = 0.0, begun = 0.0;
    const unsigned buffer = q->places;
    const double head = head_routed(q, net);
    const double cycles = noc_flit_taken(q, net);
    const double channel = noc_flit_takes(q, net), step = max_of(channel, cycles);
    /* a buffer that lasts as long as its credits need delays no flit */
    const double more = max_of(0.0, cycles - 1.0); /* credits leave at the end of a cycle */
    if (buffer * step >= q->loop + q->turnaround + more || buffer > PERIOD_BUFFER_MOST)
        return step * flits - (q->injects ? 0.0 : max_of(0.0, q->speed.each - 1.0));
    const unsigned rounds = 2 * buffer / flits; /* packets in two buffers */
    const unsigned packets = rounds > PERIOD_PACKETS ? rounds : PERIOD_PACKETS;
    for (unsigned i = 0; i < buffer; i++) credits[i] = 0.0;
    for (unsigned i = 0; i <= 2 * packets * flits; i++) {
        const bool is_head = i % flits == 0 && !q->ejects;
        const double ahead = is_head ? q->turnaround : 0.0, routed = is_head ? head : 0.0;
        double *credit = &credits[i % buffer];
        const double due = q->injects ? channel : max_of(channel, cycles + ahead);
        sent = max_of(sent + due, *credit);
        if (i == packets * flits) begun = sent;
        left = max_of(left + cycles + ahead, sent + more + routed);
        *credit = left + noc_loop_of_body(q);
    }
    return max_of(step * flits, (sent - begun) / packets);
}

/* ---- slow and fast channels ----------------------------------------------------------------- */

/* Channels with less capacity (derated), or with a rate other than one flit per cycle. A flit needs
 * more time on a slow channel and less on a fast one, so packets count as longer or shorter, and
 * the buffer behind the channel lasts for a longer or shorter time. Pipelines, credits and
 * turnarounds are unchanged. */

static double derated_by(const noc_contention *c, uint32_t channel)
{
    const noc_resource kind = noc_resource_of_channel(&c->system->graph, channel);
    return noc_resource_is_in(c->derated, kind) ? 1.0 / (1.0 - NOC_DERATED_SHARE) : 1.0;
}

void noc_contention_describe_speed(const noc_contention *c, noc_class_queue *q)
{
    noc_queue_speed *speed = &q->speed;
    speed->each = 1.0 / noc_channel_passes(&c->system->graph, q->channel);
    speed->derated = derated_by(c, q->channel);
    speed->slowed = speed->derated * speed->each;
    speed->tries = max_of(1.0, speed->steps * speed->each);
}

static void slow_stream(noc_stream *unit, double by)
{
    unit->flits *= by;
    unit->squares *= by * by;
}

static void slow_queue(noc_class_queue *q)
{
    const double by = q->speed.slowed, square = by * by;
    slow_stream(&q->unit, by);
    q->flits *= by;
    q->through = q->flits / max_of(1.0, q->speed.each);
    q->biased *= by;
    q->length_variance *= square;
    q->buffer *= by;
    q->beside *= by;
    q->outlasts = max_of(0.0, q->buffer - q->loop - q->held - q->turnaround);
    q->kept *= by;
    q->head_start *= by;
    q->overhang *= by;
    q->source.turns *= square;
}

/* Scales a transition: packets pass at the pace of the output. */
static void slow_transition(const noc_contention *c, noc_transition *x)
{
    const double by = c->queues[x->to].speed.slowed, square = by * by;
    slow_stream(&x->unit, by);
    x->flits *= by;
    x->biased *= by;
    x->each /= by;
    x->of_head /= max_of(by, 1.0); /* the head's share on a slow channel is one flit's */
    x->length_variance *= square;
    x->others *= by;
    x->along_port *= by;
    x->elsewhere *= c->queues[x->from].speed.slowed;
    x->input *= c->queues[x->from].speed.slowed;
}

void noc_contention_slow_channels(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) slow_queue(&c->queues[i]);
    for (uint32_t k = 0; k < c->transition_count; k++) slow_transition(c, &c->transitions[k]);
}

/* ---- packets longer than their buffer -------------------------------------------------------- */

/* Returns the cycles by which the next channel delays the sending of a packet longer than its
 * buffer: the last flit is sent when the flit a buffer's length ahead has left the buffer over the
 * next channel, and its credit is back. */
static double paced_by(const noc_class_queue *from, const noc_class_queue *to,
                       const noc_network *net, double flits)
{
    double spare;
    const double ahead = flits - from->places;
    if (ahead <= 0.0) return 0.0;
    const double left = noc_loop_of_body(from) + head_routed(from, net) +
                        (net->vc.allocation_hold == NOC_HOLD_FLIT) +
                        noc_sending_time(to, net, ahead, &spare);
    return max_of(0.0, left - noc_sending_time(from, net, flits, &spare));
}

static void pace_senders(noc_contention *c)
{
    const noc_traffic *traffic = &c->system->traffic;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        const uint16_t network = noc_network_of_queue(c, q);
        double packets = 0.0, longer = 0.0;
        if (q->ejects || !(q->longer > 0.0)) continue;
        for (int k = 0; k < traffic->length_count; k++) {
            const noc_packet_type *type = &traffic->lengths[k];
            if (type->class != q->class) continue;
            packets += type->share;
            for (uint32_t x = c->first_transition[i]; x < c->first_transition[i + 1]; x++)
                longer += type->share * c->transitions[x].weight *
                          paced_by(q, &c->queues[c->transitions[x].to],
                                   &c->system->graph.networks[network], type->flits[network]);
        }
        longer /= packets;
        q->send2 += longer * (2.0 * q->send + longer);
        q->send += longer;
    }
}

/* Returns the cycles for which packets of all classes keep an injection channel busy, at unit
 * rate. */
static double port_load_of(const noc_contention *c, uint32_t channel)
{
    double busy = 0.0;
    for (uint32_t k = c->loads->first_group[channel]; k != NOC_NONE; k = c->loads->groups[k].next)
        busy += queue_of(c, k)->unit.packets * (queue_of(c, k)->send + queue_of(c, k)->codec);
    return busy;
}

static void find_port_loads(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (c->queues[i].injects)
            c->queues[i].source.port_load = port_load_of(c, c->queues[i].channel);
}

static void find_gaps(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (q->longer > 0.0) q->gap = max_of(0.0, q->send - q->flits) / q->longer;
    }
}

/* Finds the times for which VCs are in use while an idle network sends packets on. Terminals wait
 * for packets of their VCs that are slow for any reason other than credits. */
static void find_onward_times(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        q->onward = q->turnaround;
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++) {
            const noc_transition *x = &c->transitions[k];
            q->onward += x->weight * x->relative_length * c->queues[x->to].send;
        }
    }
}

/* Finds the cycles by which slow channels stretch packets, as gaps between their flits. A body
 * catches up while its head is routed. Queues are visited after the queues that lead to them. */
static void find_drawn_out(noc_contention *c)
{
    for (uint32_t i = c->queue_count; i-- > 0;) {
        noc_class_queue *q = &c->queues[i];
        const double flits = q->flits / q->speed.slowed;
        q->drawn_out = max_of(q->drawn_out, (q->speed.each - 1.0) * (flits - 1.0));
        q->regained = max_of(0.0, q->routed - q->drawn_out);
        const double left = max_of(0.0, q->drawn_out - q->routed);
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++) {
            const noc_transition *x = &c->transitions[k];
            c->queues[x->to].drawn_out += x->to_share * left;
        }
    }
}

static bool is_wide(const noc_class_queue *q)
{
    return q->speed.each < 1.0;
}

/* Returns the packets that an output of several flits per cycle sends side by side. A packet has at
 * most the rate of its slowest channel so far, and arrives in one cycle at least. */
static double abreast_on(const noc_class_queue *to, double lasts, double flits)
{
    return is_wide(to) ? max_of(1.0, max_of(1.0, lasts) / (flits * to->speed.slowed)) : 1.0;
}

/* Finds the spreads of packets: over a channel of several flits per cycle a packet comes as slowly
 * as over its slowest channel so far, with gaps between its flits. Queues are visited after the
 * queues that lead to them. docs/model.md (24j). */
static void find_spreads(noc_contention *c)
{
    for (uint32_t i = c->queue_count; i-- > 0;) {
        noc_class_queue *q = &c->queues[i];
        q->speed.lasts = max_of(q->speed.lasts, q->flits * q->speed.each / q->speed.slowed);
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++) {
            noc_transition *x = &c->transitions[k];
            noc_class_queue *to = &c->queues[x->to];
            const double flits = x->unit.flits / x->unit.packets / to->speed.slowed;
            to->speed.lasts += x->to_share * q->speed.lasts;
            if (!is_wide(q) && !is_wide(to)) continue;
            x->abreast = abreast_on(to, q->speed.lasts, flits);
            x->spread = (flits - 1.0) * max_of(0.0, q->speed.lasts / flits - 1.0 / q->speed.steps);
        }
    }
}

/* Finds the shares of other inputs' load that can queue. Packets of one input VC come one after the
 * other, so two packets that compete for a group's VCs come from different VCs: of a load spread
 * evenly over n VCs the share 1 - 1/n can queue; 1/n is the probability that two packets come from
 * one VC. */
static void find_queued(noc_contention *c)
{
    for (uint32_t k = 0; k < c->transition_count; k++) {
        noc_transition *x = &c->transitions[k];
        const double own = x->share->group, foreign = 1.0 - own;
        if (foreign < 1e-9) continue;
        const double alike = (c->queues[x->to].inputs_alike - own * own) / (foreign * foreign);
        x->queued = max_of(0.0, 1.0 - alike / c->queues[x->from].vcs);
    }
}

/* ---- turns at an output ---------------------------------------------------------------------- */

/* Finds the fair shares. Inputs use an output in turn, so each has 1 / n of it if n inputs always
 * compete. Other inputs count as their effective number, (sum of shares)^2 over the sum of squares.
 * False when out of memory. */
static bool find_fair_shares(noc_contention *c)
{
    double *squares =
        calloc(c->symmetry.channels.count + 1, sizeof *squares); /* [part of the channels]: sum */
    if (!squares) return false;
    for (uint32_t i = 0; i < c->transition_count; i++) {
        const noc_transition *x = &c->transitions[i];
        squares[c->queues[x->to].place] += x->channel_share * x->share->port;
    }
    for (uint32_t i = 0; i < c->transition_count; i++) {
        noc_transition *x = &c->transitions[i];
        const double port = x->share->port, others = 1.0 - port;
        const double left = squares[c->queues[x->to].place] - port * port;
        x->fair = left > 1e-9 ? 1.0 / (1.0 + others * others / left) : 1.0;
    }
    free(squares);
    return true;
}

/* ---- VCs ------------------------------------------------------------------------------------ */

/* Returns the cycles for which a packet owns an output VC in an idle network: for its start and its
 * flits, and at least the period of its credits. A packet owns an atomic VC until its tail has left
 * the buffer downstream and the credit is back. */
static double least_hold(const noc_class_queue *to)
{
    const double sent = to->send + to->held - to->outruns;
    return to->atomic ? to->held + max_of(to->send, to->onward) + to->loop
                      : max_of(sent, to->period);
}

static void find_least_holds(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->queues[i].least_hold = least_hold(&c->queues[i]);
}

/* ---- heads at routers of several steps ------------------------------------------------------ */

/* Returns the cycles by which the head of an undelayed packet keeps its buffer slot longer than
 * other flits, less the cycles by which a sender sends a head later after the previous flit than a
 * body flit. Credits leave after all steps of a cycle. */
static double kept_longer(const noc_class_queue *q, const noc_network *net)
{
    const unsigned routed = noc_network_routed_cycles(net), cross = net->vc.traverse_cycles;
    const unsigned held = !net->vc.speculative && !net->vc.overlaps;
    const double steps = q->speed.steps;
    const double kept = cycles_of_steps(steps, routed) - (q->routed - q->turnaround);
    if (q->injects) return kept;
    const double next = cycles_of_steps(steps, cross) + 1.0;
    const double others = cycles_of_steps(steps, 1 + held + cross) - next;
    const double own = cycles_of_steps(steps, 1 + noc_network_turnaround(net) + cross) - next;
    return kept - max_of(0.0, others + q->spacing * (own - others));
}

static void find_kept_longer(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (q->speed.steps > 1.0 && !q->ejects)
            q->kept_longer = kept_longer(q, &c->system->graph.networks[noc_network_of_queue(c, q)]);
    }
}

bool noc_contention_find_paces(noc_contention *c)
{
    pace_senders(c);
    find_port_loads(c);
    find_gaps(c);
    find_onward_times(c);
    find_drawn_out(c);
    find_spreads(c);
    find_queued(c);
    find_least_holds(c);
    find_kept_longer(c);
    return find_fair_shares(c);
}
