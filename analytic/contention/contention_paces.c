#include "analytic/contention/contention_paces.h"

#include <stdlib.h>

#include "analytic/contention/sending_time.h"
#include "analytic/contention/terminal_runs.h"
#include "base/min_max.h"
#include "network/graph/units.h"

enum { LOOK_BACK = 16 };

static uint16_t network_of(const noc_contention *c, const noc_class_queue *q)
{
    return c->system->graph.channels[q->channel].network;
}

/* ---- packets longer than their buffer -------------------------------------------------------- */

/* Cycles by which a packet takes longer to send than its own buffer's credits ask for, as its flits
 * do not leave that one each cycle: the last is sent when the one a buffer's length ahead has left,
 * and its credit is back. */
static double paced_by(const noc_class_queue *from, const noc_class_queue *to,
                       const noc_network *net, double flits)
{
    double spare;
    const double ahead = flits - net->vc.buffer_flits;
    if (ahead <= 0.0) return 0.0;
    const double left = from->loop + from->turnaround + (net->vc.allocation_hold == NOC_HOLD_FLIT) +
                        noc_sending_time(to, net, ahead, &spare);
    return max_of(0.0, left - noc_sending_time(from, net, flits, &spare));
}

static void pace_senders(noc_contention *c)
{
    const noc_traffic *traffic = &c->system->traffic;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        const uint16_t network = network_of(c, q);
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

/* Cycles in which the packets of all classes keep an injection channel busy, at unit rate. */
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

/* Terminals wait for packets of their VCs that take long to send on for no reason but credits,
 * too. */
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

/* Foreign packets of one input VC come one after the other, so of two that are at a group's VCs
 * together the second is of another one: with a load that is spread over n VCs alike (1/n:
 * probability that two are of one) a share 1 - 1/n of it can queue. */
static void find_queued(noc_contention *c)
{
    for (uint32_t k = 0; k < c->transition_count; k++) {
        noc_transition *x = &c->transitions[k];
        const double own = x->share.group, foreign = 1.0 - own;
        if (foreign < 1e-9) continue;
        const double alike = (c->queues[x->to].inputs_alike - own * own) / (foreign * foreign);
        x->queued = max_of(0.0, 1.0 - alike / c->queues[x->from].vcs);
    }
}

/* ---- terminals that always have packets
 * ------------------------------------------------------- */

/* Where most packets of an injection channel go. */
static const noc_class_queue *main_way(const noc_contention *c, uint32_t queue)
{
    const noc_transition *most = &c->transitions[c->first_transition[queue]];
    for (uint32_t k = c->first_transition[queue] + 1; k < c->first_transition[queue + 1]; k++)
        if (c->transitions[k].weight > most->weight) most = &c->transitions[k];
    return &c->queues[most->to];
}

static double lost_in_runs(const noc_contention *c, const noc_class_queue *q,
                           const noc_class_queue *onward)
{
    const noc_traffic *traffic = &c->system->traffic;
    const uint16_t network = network_of(c, q);
    const noc_network *net = &c->system->graph.networks[network];
    const unsigned held = net->vc.allocation_hold == NOC_HOLD_PACKET;
    noc_terminal_run run = {
        .vcs = q->vcs,
        .inputs = net->vc.input_speedup,
        .buffer = net->vc.buffer_flits,
        .apart = (unsigned)q->codec,
        .loop = (unsigned)noc_loop_of_body(q),
        .turnaround = (unsigned)q->turnaround,
        .routed = (unsigned)q->routed,
        .cycles = noc_network_flit_cycles(net),
        .head_held = held,
        .onward_loop = (unsigned)noc_loop_of_body(onward),
        .onward_routed = onward->ejects ? 0 : (unsigned)onward->routed,
        .onward_head_held = onward->ejects ? 0 : held,
    };
    for (int i = 0; i < traffic->length_count; i++) {
        if (traffic->lengths[i].class != q->class) continue;
        run.flits[run.types] = traffic->lengths[i].flits[network];
        run.share[run.types++] = traffic->lengths[i].share;
    }
    return noc_cycles_lost_in_runs(&run);
}

typedef struct injection_kind {
    const noc_class_queue *queue, *onward;
} injection_kind;

static bool are_alike(const noc_contention *c, const injection_kind *a, const injection_kind *b)
{
    return a->queue->class == b->queue->class && a->queue->vcs == b->queue->vcs &&
           a->queue->loop == b->queue->loop && a->onward->loop == b->onward->loop &&
           a->onward->ejects == b->onward->ejects &&
           network_of(c, a->queue) == network_of(c, b->queue);
}

/* Networks have few kinds of injection channels: the last ones are kept. */
static void find_lost_in_runs(noc_contention *c)
{
    injection_kind kinds[LOOK_BACK];
    unsigned count = 0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (!q->injects || q->vcs == 1 || !(q->longer > 0.0)) continue;
        const injection_kind kind = {q, main_way(c, i)};
        const unsigned kept = count < LOOK_BACK ? count : LOOK_BACK;
        unsigned k = 0;
        while (k < kept && !are_alike(c, &kinds[k], &kind)) k++;
        q->source.lost_in_runs =
            k < kept ? kinds[k].queue->source.lost_in_runs : lost_in_runs(c, q, kind.onward);
        if (k == kept) kinds[count++ % LOOK_BACK] = kind;
    }
}

/* ---- turns at an output ---------------------------------------------------------------------- */

/* Inputs take turns at an output, so each has 1 / n of it if n want all that they can get: the
 * others count as many as their shares are equal, (sum of shares)^2 over the sum of squares. */
static bool find_fair_shares(noc_contention *c)
{
    double *squares =
        calloc(c->symmetry.channels.count + 1, sizeof *squares); /* by part of these */
    if (!squares) return false;
    for (uint32_t i = 0; i < c->transition_count; i++) {
        const noc_transition *x = &c->transitions[i];
        squares[c->queues[x->to].place] += x->channel_share * x->share.port;
    }
    for (uint32_t i = 0; i < c->transition_count; i++) {
        noc_transition *x = &c->transitions[i];
        const double port = x->share.port, others = 1.0 - port;
        const double left = squares[c->queues[x->to].place] - port * port;
        x->fair = left > 1e-9 ? 1.0 / (1.0 + others * others / left) : 1.0;
    }
    free(squares);
    return true;
}

/* ---- VCs ------------------------------------------------------------------------------------ */

/* Cycles that a packet owns an output VC if nothing is in its way: itself and its start. If VCs are
 * atomic, until its tail has left the buffer there and its credit is back; else not less than the
 * period of its credits. */
static double least_hold(const noc_class_queue *to)
{
    const double sent = to->send + to->held;
    return to->atomic ? to->held + max_of(to->send, to->onward) + to->loop
                      : max_of(sent, to->period);
}

static void find_least_holds(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->queues[i].least_hold = least_hold(&c->queues[i]);
}

bool noc_contention_find_paces(noc_contention *c)
{
    pace_senders(c);
    find_port_loads(c);
    find_gaps(c);
    find_onward_times(c);
    find_queued(c);
    find_lost_in_runs(c);
    find_least_holds(c);
    return find_fair_shares(c);
}
