/* What is still accepted when the first queues overflow. Whoever sends into one of them falls behind, and so do all who share a
 * queue on the way there, as packets leave it in order; the others go on. Of two memory nodes of eight whose replies meet on a
 * full channel a fourth is held up, and 98 % of all is accepted until these are offered a twelfth too much. */
#include <math.h>

#include "analytic/contention_state.h"

/* By queue: how much is used of the fullest station that its packets get to, or those behind which they wait there. Queues come
 * after those that they lead to; more than once where ways lead in circles. */
static void find_ahead(noc_contention *c)
{
    bool moved = true;
    for (uint32_t i = 0; i < c->queue_count; i++) c->queues[i].ahead = c->queues[i].used;
    while (moved) {
        moved = false;
        for (uint32_t n = 0; n < c->queue_count; n++) {
            const uint32_t i = c->order[n];
            double fullest = c->queues[i].ahead;
            for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++)
                fullest = larger(fullest, c->queues[c->crossings[k].to].ahead);
            moved = moved || fullest > c->queues[i].ahead;
            c->queues[i].ahead = fullest;
        }
    }
}

/* Likewise of a terminal, which sends packets of a class in order, on all of its channels. */
static double *ahead_of(const noc_contention *c, const noc_class_queue *q)
{
    const uint32_t terminal = c->system->graph.channels[q->channel].from;
    return &c->ahead[NOC_CLASSES * c->symmetry.terminals.of[terminal] + q->class];
}

static void find_ahead_of_terminals(noc_contention *c)
{
    for (uint32_t t = 0; t < NOC_CLASSES * c->symmetry.terminals.count; t++) c->ahead[t] = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->injects) continue; /* of a link `from` is a router */
        double *fullest = ahead_of(c, q);
        *fullest = larger(*fullest, q->ahead);
    }
}

/* Of all, at most 1: it overflows, so all of it is used, and what is beyond is what one sweep is off. */
static double fullest_of(const noc_contention *c)
{
    double fullest = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) fullest = larger(fullest, c->queues[i].used);
    return cap(fullest, 1.0);
}

/* Share of the packets whose terminals fall behind below `load`, and the sum of the loads from which on each does, both over
 * that of the last sweep. What is used of a station grows with the load as u = x / (x + g (1 - x)), the curve of the fullest
 * one, which has slope g where it overflows. */
static double held_up(const noc_contention *c, double fullest, double growth, double load,
                      double *limits)
{
    double share = 0.0;
    *limits = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->injects) continue;
        const double used = cap(*ahead_of(c, q), 1.0);
        const double limit = 1.0 + (fullest / used - 1.0) / growth;
        const double packets = q->images * q->unit.packets / c->class_rate[NOC_REQUEST];
        if (limit >= load) continue;
        share += packets;
        *limits += packets * limit;
    }
    return share;
}

double noc_contention_accepts(noc_contention *c, double growth, double share)
{
    const double refused = 1.0 - share;
    double load = INFINITY, before;
    find_ahead(c);
    find_ahead_of_terminals(c);
    const double fullest = fullest_of(c);
    do { /* fewer are held up each time */
        double limits;
        before = load;
        const double held = held_up(c, fullest, growth, before, &limits);
        load = held > refused ? limits / (held - refused) : INFINITY;
    } while (load < before);
    return load;
}
