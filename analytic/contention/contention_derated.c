/* Channels that pass less than they could (derated), or a rate other than one flit a cycle. A flit
 * takes longer on a slow channel and less long on a fast one, so packets count as longer or
 * shorter, and the buffer behind the channel lasts longer or less long. Pipelines, credits and
 * turnarounds stay as they are. */
#include "analytic/contention/contention_derated.h"

#include "analytic/contention/accepted.h"
#include "base/min_max.h"
#include "network/graph/resources.h"

static double derated_by(const noc_contention *c, unsigned derated, uint32_t channel)
{
    const noc_resource kind = noc_resource_of_channel(&c->system->graph, channel);
    return noc_resource_is_in(derated, kind) ? 1.0 / (1.0 - NOC_DERATED_SHARE) : 1.0;
}

static void slow_stream(noc_stream *unit, double by)
{
    unit->flits *= by;
    unit->squares *= by * by;
}

/* `each`: cycles that a flit takes of a channel that is not derated. A router has sent a packet
 * when its last flit has left, a terminal when the channel is due again. */
static void slow_queue(noc_class_queue *q, double by, double each)
{
    const double square = by * by;
    const double later = (by - 1.0) * q->flits - (q->injects ? 0.0 : each - 1.0);
    q->speed.slowed = by;
    q->speed.tries = max_of(1.0, q->speed.steps * each);
    slow_stream(&q->unit, by);
    q->flits *= by;
    q->biased *= by;
    q->length_variance *= square;
    q->buffer *= by;
    q->beside *= by;
    q->outlasts = max_of(0.0, q->buffer - q->loop - q->held - q->turnaround);
    q->kept *= by;
    q->send2 += later * (2.0 * q->send + later);
    q->send += later;
    q->period += later;
    q->overhang *= by;
    q->source.turns *= square;
    q->source.spaced *= square; /* as if no packet waited for credits */
    q->source.taken_in *= by;
}

/* A transition's packets pass at the pace of their output. */
static void slow_transition(const noc_contention *c, noc_transition *x)
{
    const double by = c->queues[x->to].speed.slowed, square = by * by;
    slow_stream(&x->unit, by);
    x->flits *= by;
    x->biased *= by;
    x->each /= by;
    x->length_variance *= square;
    x->others *= by;
    x->along_port *= by;
    x->elsewhere *= c->queues[x->from].speed.slowed;
}

void noc_contention_slow_channels(noc_contention *c, unsigned derated)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        q->speed.derated = derated_by(c, derated, q->channel);
        const double each = 1.0 / noc_channel_passes(&c->system->graph, q->channel);
        slow_queue(q, q->speed.derated * each, each);
    }
    for (uint32_t k = 0; k < c->transition_count; k++) slow_transition(c, &c->transitions[k]);
}

/* Of all stations of a network: what holds one up may be another one, with channels of another
 * kind. */
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
