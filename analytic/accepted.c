/* What is still accepted when the first queues overflow. Whoever sends into one of them falls behind, and so do all who share a
 * queue on the way there, as packets leave it in order; the others go on. Of two memory nodes of eight whose replies meet on a
 * full channel a fourth is held up, and 98 % of all is accepted until these are offered a twelfth too much. */
#include <math.h>

#include "analytic/contention_state.h"
#include "analytic/larger.h"

/* By queue: how much is used of the fullest of its own stations. */
static void find_used(noc_contention *c)
{
    noc_contention_look_at_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_used *q = &c->used[i];
        c->ahead[i] = larger(q->channel, larger(q->input_vcs, q->source));
    }
    for (uint32_t k = 0; k < c->crossing_count; k++) {
        const noc_crossing_used *x = &c->crossings_used[k];
        double *to = &c->ahead[c->crossings[k].to];
        *to = larger(*to, larger(x->by_others, larger(x->vcs, x->link)));
    }
}

/* And of those that its packets get to, or those behind which they wait there. Queues come after those that they lead to; more than once
 * where ways lead in circles. */
static void find_ahead(noc_contention *c)
{
    bool moved = true;
    while (moved) {
        moved = false;
        for (uint32_t i = 0; i < c->queue_count; i++) {
            double fullest = c->ahead[i];
            for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++)
                fullest = larger(fullest, c->ahead[c->crossings[k].to]);
            moved = moved || fullest > c->ahead[i];
            c->ahead[i] = fullest;
        }
    }
}

/* Likewise of a terminal, which sends packets of a class in order, on all of its channels. */
static double *ahead_of(const noc_contention *c, const noc_class_queue *q)
{
    const uint32_t terminal = c->system->graph.channels[q->channel].from;
    return &c->ahead_of_terminals[NOC_CLASSES * c->symmetry.terminals.of[terminal] + q->class];
}

static void find_ahead_of_terminals(noc_contention *c)
{
    for (uint32_t t = 0; t < NOC_CLASSES * c->symmetry.terminals.count; t++)
        c->ahead_of_terminals[t] = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->injects) continue; /* of a link `from` is a router */
        double *fullest = ahead_of(c, q);
        *fullest = larger(*fullest, c->ahead[i]);
    }
}

/* Of all, at most 1: it overflows, so all of it is used, and what is beyond is what one sweep is off. */
static double fullest_of(const noc_contention *c)
{
    double fullest = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) fullest = larger(fullest, c->ahead[i]);
    return cap(fullest, 1.0);
}

/* How a network goes on beyond the load of the last sweep, at which queues overflow. */
typedef struct overload {
    const noc_sender *senders;
    uint32_t count;
} overload;

/* What is used of a station grows with the load as u = x / (x + g (1 - x)), the curve of the fullest one, which has slope g
 * where it overflows. */
static overload overload_of(const noc_contention *c, double growth)
{
    const double fullest = fullest_of(c);
    overload o = {.senders = c->senders};
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (!q->injects) continue;
        const double used = cap(*ahead_of(c, q), 1.0);
        c->senders[o.count++] = (noc_sender){
            .class = q->class,
            .packets = q->images * q->unit.packets / c->class_rate[q->class],
            .limit = 1.0 + (fullest / used - 1.0) / growth,
        };
    }
    return o;
}

/* Share of a class's packets that is accepted at a load over that of the last sweep. */
static double accepted_of(const overload *o, noc_class class, double load)
{
    double share = 1.0;
    for (const noc_sender *s = o->senders, *end = s + o->count; s < end; s++)
        if (s->class == class && s->limit < load) share -= s->packets * (1.0 - s->limit / load);
    return share;
}

/* Of all: only requests that are accepted are answered. */
static double accepted(const overload *o, double load)
{
    const double requests = accepted_of(o, NOC_REQUEST, load);
    return requests * accepted_of(o, NOC_REPLY, requests * load);
}

double noc_contention_accepts(noc_contention *c, double growth, double share)
{
    static const double most = 1e3, precision = 1e-4;
    find_used(c);
    find_ahead(c);
    find_ahead_of_terminals(c);
    const overload o = overload_of(c, growth);
    double low = 1.0, high = 1.0 / share;
    while (accepted(&o, high) > share) {
        low = high;
        high *= 2.0;
        if (high > most) return INFINITY;
    }
    while (high - low > precision * low) {
        const double load = 0.5 * (low + high);
        *(accepted(&o, load) > share ? &low : &high) = load;
    }
    return high;
}
