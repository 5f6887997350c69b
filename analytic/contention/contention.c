#include "analytic/contention/contention.h"

#include <math.h>

#include "analytic/contention/class_waits.h"
#include "analytic/contention/sweep/sweeper.h"
#include "base/min_max.h"

/* ---- sweeps --------------------------------------------------------------------------------- */

uint32_t noc_contention_networks(const noc_contention *c)
{
    return c->network_count;
}

static size_t queues_of(const noc_contention *c, uint32_t network)
{
    return noc_queues_in(c->networks[network].queues);
}

size_t noc_contention_state_size(const noc_contention *c, uint32_t network)
{
    return c->sweeper->state_size(c->networks[network].sweep) + NOC_LANES_MOST;
}

size_t noc_contention_state_compared(const noc_contention *c, uint32_t network)
{
    return NOC_COMPARED_PER_QUEUE * queues_of(c, network);
}

void noc_contention_save(const noc_contention *c, uint32_t network, double *state)
{
    c->sweeper->save(c->networks[network].sweep, state);
}

void noc_contention_begin(noc_contention *c, uint32_t network, double rate, const double *state)
{
    c->rate = rate;
    c->sweeper->begin(c->networks[network].sweep, rate, state);
}

void noc_contention_go_on(noc_contention *c, uint32_t network, const double *state)
{
    c->sweeper->go_on(c->networks[network].sweep, state);
}

void noc_contention_sweep(noc_contention *c, uint32_t network, noc_waits *waits)
{
    c->sweeper->sweep(c->networks[network].sweep, waits);
    if (c->classes) noc_class_waits_find(c, network, waits);
}

/* ---- results of the last sweep -------------------------------------------------------------- */

void noc_contention_look_at_use(const noc_contention *c)
{
    for (uint32_t n = 0; n < c->network_count; n++)
        c->sweeper->look_at_use(c->networks[n].sweep, c->used, c->transitions_used);
}

void noc_contention_look_at_waits(const noc_contention *c)
{
    for (uint32_t n = 0; n < c->network_count; n++)
        c->sweeper->look_at_waits(c->networks[n].sweep, c->waits, c->transition_waits);
}

static void note(noc_most_used *most, noc_station station, double utilization,
                 const noc_class_queue *q)
{
    if (utilization > most->utilization) *most = (noc_most_used){station, q->channel, utilization};
}

static void note_transition(noc_most_used *most, const noc_contention *c, uint32_t transition)
{
    const noc_transition_used *x = &c->transitions_used[transition];
    /* most transitions cannot raise the maximum */
    if (max_of(x->by_others, max_of(x->vcs, x->link)) <= most->utilization) return;
    const noc_class_queue *to = &c->queues[c->transitions[transition].to];
    note(most, NOC_STATION_SWITCH, x->by_others, to);
    note(most, NOC_STATION_OUTPUT_VCS, x->vcs, to);
    note(most, NOC_STATION_SWITCH, x->link, to);
}

noc_most_used noc_contention_most_used(const noc_contention *c)
{
    noc_most_used most = {.utilization = 0.0};
    noc_contention_look_at_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++)
            note_transition(&most, c, k);
        note(&most, NOC_STATION_CHANNEL, c->used[i].channel, &c->queues[i]);
        note(&most, NOC_STATION_INPUT_VCS, c->used[i].input_vcs, &c->queues[i]);
    }
    for (uint32_t i = 0; i < c->queue_count; i++)
        note(&most, NOC_STATION_SOURCE, c->used[i].source, &c->queues[i]);
    return most;
}

/* ---- ceilings ------------------------------------------------------------------------------- */

/* Returns the queue of a channel whose fullest station has the highest utilisation. */
static uint32_t fullest_of(const noc_contention *c, uint32_t channel)
{
    uint32_t fullest = 0;
    double most = -1.0;
    noc_contention_look_at_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_used *u = &c->used[i];
        const double used = max_of(u->channel, max_of(u->input_vcs, u->source));
        if (c->queues[i].channel != channel || used <= most) continue;
        fullest = i;
        most = used;
    }
    return fullest;
}

/* Cycles for which a packet holds its VC longer than its flits need: by cause, and by stalls.
 * Queues that cause most of the stalls, and most of the waits for a VC. */
typedef struct holding {
    double by[NOC_HELD_CAUSES], stall;
    uint32_t stalled_by, owned_by;
    double most_stall, most_owned;
} holding;

/* Returns the cycles that credits add to the cycles of a packet's flits on a channel. */
static double credits_add(const noc_class_queue *q)
{
    const double atomic = q->atomic ? q->loop : 0.0;
    const double sent = max_of(q->send + q->turnaround, q->period) - q->turnaround;
    return max_of(sent - q->flits, 0.0) + atomic;
}

/* Adds the hold of a queue's packets that use a transition. */
static void add_transition(const noc_contention *c, uint32_t transition, holding *h)
{
    const noc_transition *x = &c->transitions[transition];
    const noc_transition_waits *w = &c->transition_waits[transition];
    const double refused = min_of(x->flits * w->refused, w->switches);
    const double stall = x->weight * c->waits[x->to].stall, owned = x->weight * w->vc;
    h->by[NOC_HELD_BY_OTHERS] += x->weight * (w->switches - refused + w->link);
    h->by[NOC_HELD_BY_MATCHING] += x->weight * refused;
    h->by[NOC_HELD_BY_VCS] += owned;
    h->by[NOC_HELD_BY_CREDITS] += x->weight * credits_add(&c->queues[x->to]);
    h->stall += stall;
    if (stall > h->most_stall) h->stalled_by = x->to;
    if (owned > h->most_owned) h->owned_by = x->to;
    h->most_stall = max_of(h->most_stall, stall);
    h->most_owned = max_of(h->most_owned, owned);
}

/* Returns the hold of an input VC. A VC between routers gets its next packet as its credits come
 * back, while its packets wait. */
static holding hold_of_input(const noc_contention *c, uint32_t queue)
{
    const noc_class_queue *q = &c->queues[queue];
    holding h = {.stalled_by = queue, .owned_by = queue};
    double waits = 0.0;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++)
        add_transition(c, k, &h);
    for (int k = 0; k < NOC_HELD_CAUSES; k++) waits += h.by[k];
    if (!q->injects && q->paced_by_credits > waits + h.stall)
        h.by[NOC_HELD_BY_CREDITS] = max_of(h.by[NOC_HELD_BY_CREDITS], q->paced_by_credits);
    h.by[NOC_HELD_BY_ROUTING] = q->turnaround;
    return h;
}

/* Returns the hold of an output VC, with the flits of other packets that go between those of the
 * owner. */
static holding hold_of_output(const noc_contention *c, uint32_t queue)
{
    holding h = {.stall = c->waits[queue].stall, .stalled_by = queue, .owned_by = queue};
    h.by[NOC_HELD_BY_CREDITS] = credits_add(&c->queues[queue]);
    h.by[NOC_HELD_BY_VCS] = c->queues[queue].held;
    for (uint32_t k = 0; k < c->transition_count; k++)
        if (c->transitions[k].to == queue)
            h.by[NOC_HELD_BY_VCS] += c->transitions[k].to_share * c->transition_waits[k].switches;
    return h;
}

/* Returns the hold of a terminal's port. */
static holding hold_of_source(const noc_contention *c, uint32_t queue)
{
    holding h = {.stall = c->waits[queue].stall, .stalled_by = queue, .owned_by = queue};
    h.by[NOC_HELD_BY_CREDITS] = credits_add(&c->queues[queue]);
    h.by[NOC_HELD_BY_CODEC] = c->queues[queue].codec;
    return h;
}

static holding hold_of(const noc_contention *c, noc_station station, uint32_t queue)
{
    if (station == NOC_STATION_OUTPUT_VCS) return hold_of_output(c, queue);
    return station == NOC_STATION_SOURCE ? hold_of_source(c, queue) : hold_of_input(c, queue);
}

static noc_held_by longest(const holding *h)
{
    noc_held_by by = NOC_HELD_BY_OTHERS;
    for (int k = NOC_HELD_BY_OTHERS; k < NOC_HELD_CAUSES; k++)
        if (h->by[k] > h->by[by]) by = (noc_held_by)k;
    return by;
}

/* True if credits or full buffers hold the owners of the VCs for which an input's packets wait. If
 * not, a wait for a VC counts as a wait behind others at the output. */
static bool owners_are_held(const noc_contention *c, const holding *input)
{
    const holding owner = hold_of_output(c, input->owned_by);
    const double held = max_of(owner.stall, owner.by[NOC_HELD_BY_CREDITS]);
    return held > max_of(c->queues[input->owned_by].flits, owner.by[NOC_HELD_BY_VCS]);
}

/* Follows full buffers and owned VCs to the queue whose packets another cause holds. Returns that
 * cause. */
static noc_held_by follow(const noc_contention *c, noc_station station, uint32_t *queue)
{
    for (uint32_t n = 0; n < c->queue_count; n++) {
        holding h = hold_of(c, station, *queue);
        const bool input = station != NOC_STATION_OUTPUT_VCS && station != NOC_STATION_SOURCE;
        if (input && !owners_are_held(c, &h)) {
            h.by[NOC_HELD_BY_OTHERS] += h.by[NOC_HELD_BY_VCS];
            h.by[NOC_HELD_BY_VCS] = 0.0;
        }
        const noc_held_by by = longest(&h);
        if (h.stall > h.by[by]) {
            *queue = h.stalled_by;
            station = NOC_STATION_INPUT_VCS;
        } else if (input && by == NOC_HELD_BY_VCS) {
            *queue = h.owned_by;
            station = NOC_STATION_OUTPUT_VCS;
        } else {
            return by;
        }
    }
    return NOC_HELD_BY_OTHERS;
}

noc_ceiling noc_contention_ceiling(const noc_contention *c, noc_most_used overflows)
{
    uint32_t queue = fullest_of(c, overflows.channel);
    noc_contention_look_at_waits(c);
    noc_held_by by = follow(c, overflows.station, &queue);
    if (overflows.station == NOC_STATION_SWITCH) by = NOC_HELD_BY_MATCHING;
    if (overflows.station == NOC_STATION_CHANNEL || c->used[queue].channel > NOC_FULL_CHANNEL)
        by = NOC_HELD_BY_FLITS;
    return (noc_ceiling){by, c->queues[queue].channel, c->queues[queue].vcs};
}

/* ---- profile -------------------------------------------------------------------------------- */

static const noc_channel *channel_of(const noc_contention *c, const noc_class_queue *q)
{
    return &c->system->graph.channels[q->channel];
}

/* Usual length of channels, cycles. Profiles count longer channels as so long, since calibrations
 * contain channels of one to three cycles. */
static const double usual_cycles = 3.0;

/* Returns the cycles of a flit on a channel beyond the usual length. */
static double flight_of(const noc_contention *c, const noc_class_queue *q)
{
    return fmax(0.0, channel_of(c, q)->latency - usual_cycles);
}

/* Returns the logarithm of the credit loop over the buffers of all VCs, at least 0. */
static double lacks(const noc_class_queue *q, double loop)
{
    return fmax(0.0, log(loop / (q->vcs * q->buffer)));
}

/* Returns the logarithm of a VC's buffer over the credit loop on a channel of the usual length. On
 * a longer channel other VCs send while one VC waits for credits, so the lack of credits of all VCs
 * counts there. */
static double credits_of(const noc_contention *c, const noc_class_queue *q)
{
    const double loop = q->loop - 2.0 * flight_of(c, q);
    return log(q->buffer / loop) - (lacks(q, q->loop) - lacks(q, loop));
}

/* Logarithms of a queue's properties, reused since most queues equal the previous one. */
typedef struct queue_logs {
    const noc_class_queue *of; /* queue of the logarithms; NULL before the first */
    double vcs, longer, length, credits;
} queue_logs;

static bool is_like(const noc_contention *c, const noc_class_queue *a, const noc_class_queue *b)
{
    return a->vcs == b->vcs && a->buffer == b->buffer && a->biased == b->biased &&
           a->loop == b->loop && flight_of(c, a) == flight_of(c, b);
}

static queue_logs logs_of(const noc_contention *c, const noc_class_queue *q)
{
    return (queue_logs){q, log(q->vcs), fmax(0.0, -log(q->buffer / q->biased)), log(q->biased),
                        credits_of(c, q)};
}

/* Adds a queue to the sums of the profile, weighted by its flits. */
static void add_queue(const noc_class_queue *q, const queue_logs *logs, double flits,
                      noc_profile *p)
{
    p->log_vcs += flits * logs->vcs;
    p->log_longer += flits * logs->longer;
    p->log_length += flits * logs->length;
    p->turnaround += flits * q->routed;
    p->log_credits += flits * logs->credits;
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
    queue_logs logs = {.of = NULL};
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        const double own = q->multiplicity * q->unit.flits;
        if (q->ejects || !(own > 0.0)) continue;
        if (!logs.of || !is_like(c, q, logs.of)) logs = logs_of(c, q);
        add_queue(q, &logs, own, p);
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
