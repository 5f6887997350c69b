#include "analytic/contention/accepted.h"

#include <math.h>

#include "analytic/overload.h"
#include "base/min_max.h"
#include "network/graph/resources.h"

void noc_contention_find_used(noc_contention *c)
{
    noc_contention_look_at_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_used *q = &c->used[i];
        c->ahead[i] = max_of(q->channel, max_of(q->input_vcs, q->source));
    }
    for (uint32_t k = 0; k < c->transition_count; k++) {
        const noc_transition_used *x = &c->transitions_used[k];
        double *to = &c->ahead[c->transitions[k].to];
        *to = max_of(*to, max_of(x->by_others, max_of(x->vcs, x->link)));
    }
}

/* Raises each queue's utilisation to the largest of the queues to which its packets go on. Queues
 * come after the queues to which they lead, so one round is enough, unless routes form cycles. */
static void find_ahead(noc_contention *c)
{
    bool moved = true;
    while (moved) {
        moved = false;
        for (uint32_t i = 0; i < c->queue_count; i++) {
            double fullest = c->ahead[i];
            for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++)
                fullest = max_of(fullest, c->ahead[c->transitions[k].to]);
            moved = moved || fullest > c->ahead[i];
            c->ahead[i] = fullest;
        }
    }
}

/* Returns the element of a queue's terminal and class in the array. A terminal sends packets of a
 * class in order, on all of its channels. */
static double *injector_of(const noc_contention *c, const noc_class_queue *q, double *fullest)
{
    const uint32_t terminal = c->system->graph.channels[q->channel].from;
    return &fullest[NOC_CLASSES * c->symmetry.terminals.of[terminal] + q->class];
}

static void find_fullest(const noc_contention *c, double *fullest)
{
    for (uint32_t t = 0; t < NOC_CLASSES * c->symmetry.terminals.count; t++) fullest[t] = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->injects) continue; /* a link begins at a router */
        double *most = injector_of(c, q, fullest);
        *most = max_of(*most, c->ahead[i]);
    }
}

/* Returns the utilisation of the fullest station, at most 1: an excess is the error of one
 * sweep. */
static double fullest_of(const noc_contention *c, double fullest)
{
    for (uint32_t i = 0; i < c->queue_count; i++) fullest = max_of(fullest, c->ahead[i]);
    return min_of(fullest, 1.0);
}

/* Finds the utilisation of the busiest channel on the routes of each terminal, at unit rate. */
static void find_busiest(noc_contention *c, double *busiest)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->ahead[i] = c->loads->in_use[c->queues[i].channel] * c->queues[i].speed.derated;
    find_ahead(c);
    find_fullest(c, busiest);
}

/* Adds the terminals' shares of all packets. A terminal that also uses other networks sends in
 * order, so its packets for these networks wait behind packets that are not accepted here. */
static void add_packets(const noc_contention *c, noc_injectors *injectors)
{
    double all[NOC_CLASSES] = {0.0};
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (c->queues[i].injects)
            all[c->queues[i].class] += c->queues[i].multiplicity * c->queues[i].unit.packets;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->injects) continue;
        const uint32_t part = c->symmetry.terminals.of[c->system->graph.channels[q->channel].from];
        injectors->list[NOC_CLASSES * part + q->class].packets +=
            q->multiplicity * q->unit.packets / all[q->class];
    }
}

/* Load over saturation load at which terminals with both classes on a channel collapse. Not
 * derived: between 0.85 (4x4 mesh) and 0.94 (star), both measured at 1.2 times saturation (BookSim
 * 2.0, tests/reference/booksim.md). */
static const double left_of_turns = 0.9;

/* Lowers the limits of terminals that send both classes on one channel: their throughput falls
 * beyond saturation (curve/model.c). */
static void hold_who_take_turns(const noc_contention *c, double overflow, noc_injectors *injectors)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!noc_takes_turns(c, q)) continue;
        const uint32_t part = c->symmetry.terminals.of[c->system->graph.channels[q->channel].from];
        injectors->list[NOC_CLASSES * part + q->class].limit = left_of_turns * overflow;
    }
}

/* True if the fullest station is an input VC on a cycle of links. */
static bool circles_are_full(const noc_contention *c, double fullest)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (c->queues[i].holds_out < 1.0 && c->used[i].input_vcs >= fullest) return true;
    return false;
}

/* Lowers the limits of terminals that send over links of a jammed cycle: all terminals then accept
 * NOC_ACCEPTED_SHARE of the saturation load. */
static void hold_who_meet_circles(noc_contention *c, double overflow, noc_injectors *injectors)
{
    double *most = c->ahead_of_terminals;
    for (uint32_t i = 0; i < c->queue_count; i++) c->ahead[i] = c->queues[i].holds_out < 1.0;
    find_ahead(c);
    find_fullest(c, most);
    for (uint32_t i = 0; i < NOC_CLASSES * injectors->parts; i++)
        if (most[i] > 0.0) injectors->list[i].limit = NOC_ACCEPTED_SHARE * overflow;
}

/* The utilisation of every station grows with the load x as u = x / (x + g (1 - x)), the curve of
 * the fullest station, whose slope is g where it overflows. docs/model.md (25). */
void noc_contention_find_injectors(noc_contention *c, double overflow, double growth,
                                   double of_others, noc_injectors *injectors)
{
    const uint32_t count = NOC_CLASSES * injectors->parts;
    double *most = c->ahead_of_terminals;
    noc_contention_find_used(c);
    find_ahead(c);
    find_fullest(c, most);
    const double fullest = fullest_of(c, of_others);
    for (uint32_t i = 0; i < count; i++)
        injectors->list[i] = (noc_injector){
            .limit = overflow * (1.0 + (fullest / min_of(most[i], 1.0) - 1.0) / growth)};
    hold_who_take_turns(c, overflow, injectors);
    if (circles_are_full(c, fullest)) hold_who_meet_circles(c, overflow, injectors);
    find_busiest(c, most);
    for (uint32_t i = 0; i < count; i++)
        injectors->list[i].passes = c->system->traffic.injected_flits / most[i];
    add_packets(c, injectors);
}

/* The fullest station of a network may delay packets on channels of another kind, so it counts for
 * all kinds of the network's channels. */
void noc_contention_used_of_kinds(noc_contention *c, double *used)
{
    noc_contention_find_used(c);
    for (uint32_t n = 0; n < c->network_count; n++) {
        const noc_queue_range queues = c->networks[n].queues;
        double fullest = 0.0;
        for (uint32_t i = queues.first; i < queues.end; i++) fullest = max_of(fullest, c->ahead[i]);
        for (uint32_t i = queues.first; i < queues.end; i++) {
            const uint32_t channel = c->queues[i].channel;
            double *of_kind = &used[noc_resource_of_channel(&c->system->graph, channel)];
            *of_kind = max_of(*of_kind, fullest);
        }
    }
}
