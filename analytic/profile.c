#include "analytic/profile.h"

#include <math.h>

#include "analytic/contention_state.h"

static const noc_channel *channel_of(const noc_contention *c, const noc_class_queue *q)
{
    return &c->system->graph.channels[q->channel];
}

/* Designs with longer channels are compared with others as if theirs took so many cycles:
 * calibrations are of designs with channels of one to three. */
static const double usual_cycles = 3.0;

/* Cycles that a flit is under way on a channel, beyond the usual ones. */
static double flight_of(const noc_contention *c, const noc_class_queue *q)
{
    return fmax(0.0, channel_of(c, q)->latency - usual_cycles);
}

/* Credits that a queue's VCs lack for a flit a cycle, as a logarithm, with so long a loop. */
static double lacks(const noc_class_queue *q, double loop)
{
    return fmax(0.0, log(loop / (q->vcs * q->buffer)));
}

/* A buffer over the credits for one flit a cycle on a channel of the usual length. While one VC
 * waits for its credits on a longer channel, packets of the others fill it, so what counts there is
 * what all of them lack. */
static double credits_of(const noc_contention *c, const noc_class_queue *q)
{
    const double loop = q->loop - 2.0 * flight_of(c, q);
    return log(q->buffer / loop) - (lacks(q, q->loop) - lacks(q, loop));
}

/* Sums over flits; divided by them at last. */
static void add_queue(const noc_contention *c, const noc_class_queue *q, double flits,
                      noc_profile *p)
{
    p->log_vcs += flits * log(q->vcs);
    p->log_longer += flits * fmax(0.0, -log(q->buffer / q->biased));
    p->log_length += flits * log(q->biased);
    p->turnaround += flits * q->routed;
    p->log_credits += flits * credits_of(c, q);
    p->single += flits * (q->vcs == 1);
    p->atomic += flits * q->atomic;
    p->passes += flits / q->rounds;
}

static void divide(noc_profile *p, double flits)
{
    double *const means[] = {&p->log_vcs,     &p->log_longer, &p->log_length, &p->turnaround,
                             &p->log_credits, &p->single,     &p->atomic,     &p->passes};
    for (size_t i = 0; i < sizeof means / sizeof means[0]; i++) *means[i] /= flits;
}

static void profile_queues(const noc_contention *c, noc_profile *p)
{
    double flits = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        const double own = q->multiplicity * q->unit.flits;
        if (q->ejects || !(own > 0.0)) continue;
        add_queue(c, q, own, p);
        flits += own;
    }
    if (flits > 0.0) divide(p, flits);
}

static void profile_waits(const noc_contention *c, noc_profile *p)
{
    const double packets = c->class_rate[NOC_REQUEST] + c->class_rate[NOC_REPLY];
    double transitions = 0.0;
    noc_contention_look_at_waits(c);
    for (uint32_t i = 0; i < c->transition_count; i++) {
        const noc_transition *x = &c->transitions[i];
        const noc_transition_waits *waits = &c->transition_waits[i];
        const double rate = x->multiplicity * x->unit.packets;
        transitions += rate;
        p->waits[NOC_WAIT_SWITCH] += rate * waits->switches;
        p->waits[NOC_WAIT_OUTPUT_VC] += rate * waits->vc;
        p->waits[NOC_WAIT_LINK] += rate * waits->link;
        p->refused += rate * waits->refused;
    }
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_waits *waits = &c->waits[i];
        const double rate = c->queues[i].multiplicity * c->queues[i].unit.packets;
        p->waits[NOC_WAIT_INPUT_VC] += rate * waits->queue;
        p->waits[NOC_WAIT_STALL] += rate * waits->stall;
        p->waits[NOC_WAIT_SOURCE] += rate * waits->source;
        p->flight += rate / c->class_rate[c->queues[i].class] * flight_of(c, &c->queues[i]);
    }
    for (size_t k = 0; k < NOC_WAIT_CAUSES; k++) p->waits[k] /= packets;
    if (transitions > 0.0) p->refused /= transitions;
}

void noc_contention_profile(const noc_contention *c, noc_profile *p)
{
    *p = (noc_profile){0};
    profile_queues(c, p);
    profile_waits(c, p);
}
