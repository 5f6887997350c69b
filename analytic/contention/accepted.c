#include "analytic/contention/accepted.h"

#include <math.h>

#include "analytic/overload.h"
#include "base/min_max.h"
#include "network/graph/resources.h"

/* Stores in c->max_utilizations, by queue, the utilisation of the queue's fullest station. */
static void find_max_utilizations(noc_contention *c)
{
    noc_contention_store_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_utilization *q = &c->utilizations[i];
        c->max_utilizations[i] = max_of(q->channel, max_of(q->input_vcs, q->source));
    }
    for (uint32_t k = 0; k < c->transition_count; k++) {
        const noc_transition_utilization *x = &c->transition_utilizations[k];
        double *to = &c->max_utilizations[c->transitions[k].to];
        *to = max_of(*to, max_of(x->other_inputs, max_of(x->vcs, x->link)));
    }
}

/* Raises each queue's utilisation to the largest of the queues to which its packets go on. Queues
 * come after the queues to which they lead, so one round is enough, unless routes form cycles. */
static void spread_max_utilizations(noc_contention *c)
{
    bool moved = true;
    while (moved) {
        moved = false;
        for (uint32_t i = 0; i < c->queue_count; i++) {
            double fullest = c->max_utilizations[i];
            for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++)
                fullest = max_of(fullest, c->max_utilizations[c->transitions[k].to]);
            moved = moved || fullest > c->max_utilizations[i];
            c->max_utilizations[i] = fullest;
        }
    }
}

/* Returns the place of a queue's terminal and class: [part of the terminals and class]. A terminal
 * sends packets of a class in order, on all of its channels. */
static uint32_t find_terminal_place(const noc_contention *c, const noc_class_queue *q)
{
    const uint32_t terminal = c->system->graph.channels[q->channel].from;
    return NOC_CLASSES * c->symmetry.terminals.part[terminal] + q->class;
}

/* Finds the highest c->max_utilizations of each terminal's injection queues by class. */
static void find_terminal_utilizations(const noc_contention *c, double *fullest)
{
    for (uint32_t t = 0; t < NOC_CLASSES * c->symmetry.terminals.count; t++) fullest[t] = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->is_injection) continue; /* a link begins at a router */
        double *entry = &fullest[find_terminal_place(c, q)];
        *entry = max_of(*entry, c->max_utilizations[i]);
    }
}

/* Returns the utilisation of the fullest station, at most 1: an excess is the error of one
 * sweep. */
static double find_max_utilization(const noc_contention *c, double fullest)
{
    for (uint32_t i = 0; i < c->queue_count; i++) fullest = max_of(fullest, c->max_utilizations[i]);
    return min_of(fullest, 1.0);
}

/* Finds the utilisation of the busiest channel on the routes of each terminal, at unit rate.
 * Overwrites c->max_utilizations. */
static void find_busiest_channels(noc_contention *c, double *busiest)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->max_utilizations[i] =
            c->loads->busy_cycles[c->queues[i].channel] * c->queues[i].pace.derating;
    spread_max_utilizations(c);
    find_terminal_utilizations(c, busiest);
}

/* Adds each terminal's share of the packets of a class in networks with queues. A terminal that
 * also uses other networks sends in order, so its packets for these networks wait behind packets
 * that are not accepted here. */
static void add_packet_shares(const noc_contention *c, noc_injectors *injectors)
{
    double class_packets[NOC_CLASSES] = {0.0};
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (c->queues[i].is_injection)
            class_packets[c->queues[i].class] +=
                c->queues[i].multiplicity * c->queues[i].unit_stream.packets;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->is_injection) continue;
        injectors->list[find_terminal_place(c, q)].packet_share +=
            q->multiplicity * q->unit_stream.packets / class_packets[q->class];
    }
}

/* Load over saturation load at which terminals with both classes on a channel collapse. Not
 * derived: between 0.85 (4x4 mesh) and 0.94 (star), both measured at 1.2 times saturation (BookSim
 * 2.0, tests/reference/booksim.md). */
static const double both_classes_share = 0.9;

/* Lowers the limits of terminals that send both classes on one channel: their throughput falls
 * beyond saturation (curve/model.c). */
static void limit_both_classes(const noc_contention *c, double overflow, noc_injectors *injectors)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!noc_sends_both_classes(c, q)) continue;
        injectors->list[find_terminal_place(c, q)].model_limit = both_classes_share * overflow;
    }
}

/* True if an input VC on a cycle of links is as full as the fullest station. */
static bool has_jammed_cycle(const noc_contention *c, double fullest)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (c->queues[i].input.jam_level < 1.0 && c->utilizations[i].input_vcs >= fullest)
            return true;
    return false;
}

/* Lowers the limits of terminals that send over links of a jammed cycle: all terminals then accept
 * NOC_ACCEPTED_SHARE of the saturation load. */
static void limit_cycle_terminals(noc_contention *c, double overflow, noc_injectors *injectors)
{
    double *terminal_fullest = c->terminal_max_utilizations;
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->max_utilizations[i] = c->queues[i].input.jam_level < 1.0;
    spread_max_utilizations(c);
    find_terminal_utilizations(c, terminal_fullest);
    for (uint32_t i = 0; i < NOC_CLASSES * injectors->part_count; i++)
        if (terminal_fullest[i] > 0.0)
            injectors->list[i].model_limit = NOC_ACCEPTED_SHARE * overflow;
}

/* The utilisation of every station grows with the load x as u = x / (x + g (1 - x)), the curve of
 * the fullest station, whose slope is g where it overflows. docs/model.md (25). */
void noc_contention_find_injectors(noc_contention *c, double overflow, double growth,
                                   double others_fullest, noc_injectors *injectors)
{
    const uint32_t count = NOC_CLASSES * injectors->part_count;
    double *terminal_fullest = c->terminal_max_utilizations;
    find_max_utilizations(c);
    spread_max_utilizations(c);
    find_terminal_utilizations(c, terminal_fullest);
    const double max_utilization = find_max_utilization(c, others_fullest);
    for (uint32_t i = 0; i < count; i++)
        injectors->list[i] = (noc_injector){
            .model_limit =
                overflow *
                (1.0 + (max_utilization / min_of(terminal_fullest[i], 1.0) - 1.0) / growth)};
    limit_both_classes(c, overflow, injectors);
    if (has_jammed_cycle(c, max_utilization)) limit_cycle_terminals(c, overflow, injectors);
    find_busiest_channels(c, terminal_fullest);
    for (uint32_t i = 0; i < count; i++)
        injectors->list[i].channel_limit = c->system->traffic.injected_flits / terminal_fullest[i];
    add_packet_shares(c, injectors);
}

/* The fullest station of a network may delay packets on channels of another kind, so it counts for
 * all kinds of the network's channels. */
void noc_raise_kind_utilization(noc_contention *c, double *utilizations)
{
    find_max_utilizations(c);
    for (uint32_t n = 0; n < c->network_count; n++) {
        const noc_queue_range queues = c->networks[n].queues;
        double fullest = 0.0;
        for (uint32_t i = queues.first; i < queues.end; i++)
            fullest = max_of(fullest, c->max_utilizations[i]);
        for (uint32_t i = queues.first; i < queues.end; i++) {
            const uint32_t channel = c->queues[i].channel;
            double *kind_utilization =
                &utilizations[noc_resource_of_channel(&c->system->graph, channel)];
            *kind_utilization = max_of(*kind_utilization, fullest);
        }
    }
}
