#include "analytic/contention/contention.h"

#include <math.h>

#include "analytic/contention/sweep/sweeper.h"
#include "base/min_max.h"

/* ---- results of the last sweep -------------------------------------------------------------- */

void noc_contention_store_use(const noc_contention *c)
{
    for (uint32_t n = 0; n < c->network_count; n++)
        c->sweeper->store_utilizations(c->networks[n].sweep, c->utilizations,
                                       c->transition_utilizations);
}

void noc_contention_store_waits(const noc_contention *c)
{
    for (uint32_t n = 0; n < c->network_count; n++)
        c->sweeper->store_waits(c->networks[n].sweep, c->waits, c->transition_waits);
}

static void record_station(noc_busiest_station *most_used, noc_station station, double utilization,
                           const noc_class_queue *q)
{
    if (utilization > most_used->utilization)
        *most_used = (noc_busiest_station){station, q->channel, utilization};
}

static void record_transition(noc_busiest_station *most_used, const noc_contention *c,
                              uint32_t transition)
{
    const noc_transition_utilization *x = &c->transition_utilizations[transition];
    /* most transitions cannot raise the maximum */
    if (max_of(x->other_inputs, max_of(x->vcs, x->link)) <= most_used->utilization) return;
    const noc_class_queue *to = &c->queues[c->transitions[transition].to];
    record_station(most_used, NOC_STATION_SWITCH, x->other_inputs, to);
    record_station(most_used, NOC_STATION_OUTPUT_VCS, x->vcs, to);
    record_station(most_used, NOC_STATION_SWITCH, x->link, to);
}

noc_busiest_station noc_contention_most_used(const noc_contention *c)
{
    noc_busiest_station most_used = {.utilization = 0.0};
    noc_contention_store_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        for (uint32_t k = c->first_transition[i]; k < c->first_transition[i + 1]; k++)
            record_transition(&most_used, c, k);
        record_station(&most_used, NOC_STATION_CHANNEL, c->utilizations[i].channel, &c->queues[i]);
        record_station(&most_used, NOC_STATION_INPUT_VCS, c->utilizations[i].input_vcs,
                       &c->queues[i]);
    }
    for (uint32_t i = 0; i < c->queue_count; i++)
        record_station(&most_used, NOC_STATION_SOURCE, c->utilizations[i].source, &c->queues[i]);
    return most_used;
}

/* ---- ceilings ------------------------------------------------------------------------------- */

/* Returns the queue of a channel whose fullest station has the highest utilisation. */
static uint32_t find_fullest_queue(const noc_contention *c, uint32_t channel)
{
    uint32_t fullest = 0;
    double max_utilization = -1.0;
    noc_contention_store_use(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_utilization *use = &c->utilizations[i];
        const double utilization = max_of(use->channel, max_of(use->input_vcs, use->source));
        if (c->queues[i].channel != channel || utilization <= max_utilization) continue;
        fullest = i;
        max_utilization = utilization;
    }
    return fullest;
}

/* Cycles for which a packet holds its VC longer than its flits need. */
typedef struct holding {
    double causes[NOC_HELD_CAUSES], stall; /* [cause]: cycles; cycles of stalls by full buffers */
    /* queues that cause most of the stalls, and most of the waits for a VC */
    uint32_t stall_queue, owner_queue;
    double max_stall, max_vc_wait; /* cycles that these two queues cause */
} holding;

/* Returns the cycles that credits add to the cycles of a packet's flits on a channel. */
static double find_credit_cycles(const noc_class_queue *q)
{
    const double atomic_cycles = q->is_atomic ? q->credits.loop : 0.0;
    const double send_cycles =
        max_of(q->sending.cycles + q->input.turnaround, q->sending.credit_period) -
        q->input.turnaround;
    return max_of(send_cycles - q->packet.flits, 0.0) + atomic_cycles;
}

/* Adds the hold of a queue's packets that use a transition. */
static void add_transition(const noc_contention *c, uint32_t transition, holding *h)
{
    const noc_transition *x = &c->transitions[transition];
    const noc_transition_waits *w = &c->transition_waits[transition];
    const double refusal_wait = min_of(x->packet.flits * w->refusals, w->switches);
    const double stall = x->share.weight * c->waits[x->to].stall, vc_wait = x->share.weight * w->vc;
    h->causes[NOC_HELD_BY_OTHERS] += x->share.weight * (w->switches - refusal_wait + w->link);
    h->causes[NOC_HELD_BY_MATCHING] += x->share.weight * refusal_wait;
    h->causes[NOC_HELD_BY_VCS] += vc_wait;
    h->causes[NOC_HELD_BY_CREDITS] += x->share.weight * find_credit_cycles(&c->queues[x->to]);
    h->stall += stall;
    if (stall > h->max_stall) h->stall_queue = x->to;
    if (vc_wait > h->max_vc_wait) h->owner_queue = x->to;
    h->max_stall = max_of(h->max_stall, stall);
    h->max_vc_wait = max_of(h->max_vc_wait, vc_wait);
}

/* Returns the hold of an input VC. A VC between routers gets its next packet only when its credits
 * are back, so credits count if they take longer than all waits and stalls. */
static holding find_input_hold(const noc_contention *c, uint32_t queue)
{
    const noc_class_queue *q = &c->queues[queue];
    holding h = {.stall_queue = queue, .owner_queue = queue};
    double waits = 0.0;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++)
        add_transition(c, k, &h);
    for (int k = 0; k < NOC_HELD_CAUSES; k++) waits += h.causes[k];
    if (!q->is_injection && q->sending.credit_excess > waits + h.stall)
        h.causes[NOC_HELD_BY_CREDITS] =
            max_of(h.causes[NOC_HELD_BY_CREDITS], q->sending.credit_excess);
    h.causes[NOC_HELD_BY_ROUTING] = q->input.turnaround;
    return h;
}

/* Returns the hold of a terminal's port, of an output VC, with the flits of other packets that go
 * between those of the owner, or else of an input VC. */
static holding find_hold(const noc_contention *c, noc_station station, uint32_t queue)
{
    const noc_class_queue *q = &c->queues[queue];
    if (station != NOC_STATION_OUTPUT_VCS && station != NOC_STATION_SOURCE)
        return find_input_hold(c, queue);
    holding h = {.stall = c->waits[queue].stall, .stall_queue = queue, .owner_queue = queue};
    h.causes[NOC_HELD_BY_CREDITS] = find_credit_cycles(q);
    if (station == NOC_STATION_SOURCE) {
        h.causes[NOC_HELD_BY_CODEC] = q->source.codec;
        return h;
    }
    h.causes[NOC_HELD_BY_VCS] = q->output.start_cycles;
    for (uint32_t k = 0; k < c->transition_count; k++)
        if (c->transitions[k].to == queue)
            h.causes[NOC_HELD_BY_VCS] +=
                c->transitions[k].share.arriving * c->transition_waits[k].switches;
    return h;
}

/* True if credits or full buffers hold the owners of the VCs for which an input's packets wait. If
 * not, a wait for a VC counts as a wait behind others at the output. */
static bool has_held_owners(const noc_contention *c, const holding *input)
{
    const holding owner_hold = find_hold(c, NOC_STATION_OUTPUT_VCS, input->owner_queue);
    const double held_cycles = max_of(owner_hold.stall, owner_hold.causes[NOC_HELD_BY_CREDITS]);
    return held_cycles >
           max_of(c->queues[input->owner_queue].packet.flits, owner_hold.causes[NOC_HELD_BY_VCS]);
}

/* Follows full buffers and owned VCs to the queue whose packets another cause holds. Returns that
 * cause. */
static noc_hold_cause follow_cause(const noc_contention *c, noc_station station, uint32_t *queue)
{
    for (uint32_t n = 0; n < c->queue_count; n++) {
        holding h = find_hold(c, station, *queue);
        const bool is_input = station != NOC_STATION_OUTPUT_VCS && station != NOC_STATION_SOURCE;
        if (is_input && !has_held_owners(c, &h)) {
            h.causes[NOC_HELD_BY_OTHERS] += h.causes[NOC_HELD_BY_VCS];
            h.causes[NOC_HELD_BY_VCS] = 0.0;
        }
        noc_hold_cause cause = NOC_HELD_BY_OTHERS; /* the longest */
        for (int k = NOC_HELD_BY_OTHERS; k < NOC_HELD_CAUSES; k++)
            if (h.causes[k] > h.causes[cause]) cause = (noc_hold_cause)k;
        if (h.stall > h.causes[cause]) {
            *queue = h.stall_queue;
            station = NOC_STATION_INPUT_VCS;
        } else if (is_input && cause == NOC_HELD_BY_VCS) {
            *queue = h.owner_queue;
            station = NOC_STATION_OUTPUT_VCS;
        } else {
            return cause;
        }
    }
    return NOC_HELD_BY_OTHERS;
}

noc_ceiling noc_contention_ceiling(const noc_contention *c, noc_busiest_station full_station)
{
    uint32_t queue = find_fullest_queue(c, full_station.channel);
    noc_contention_store_waits(c);
    noc_hold_cause cause = follow_cause(c, full_station.station, &queue);
    if (full_station.station == NOC_STATION_SWITCH) cause = NOC_HELD_BY_MATCHING;
    if (full_station.station == NOC_STATION_CHANNEL ||
        c->utilizations[queue].channel > NOC_FULL_CHANNEL)
        cause = NOC_HELD_BY_FLITS;
    return (noc_ceiling){cause, c->queues[queue].channel, c->queues[queue].vcs};
}

/* ---- profile -------------------------------------------------------------------------------- */

/* Longest usual channel, cycles. Profiles count longer channels as of this length, since
 * calibrations contain channels of one to three cycles. */
static const double usual_cycles = 3.0;

/* Returns the cycles of a flit on a channel beyond the usual length. */
static double find_extra_latency(const noc_contention *c, const noc_class_queue *q)
{
    return fmax(0.0, c->system->graph.channels[q->channel].latency - usual_cycles);
}

/* Returns the logarithm of the credit loop over the buffers of all VCs, at least 0. */
static double find_credit_lack(const noc_class_queue *q, double loop)
{
    return fmax(0.0, log(loop / (q->vcs * q->credits.buffer)));
}

/* Returns the logarithm of a VC's buffer over the credit loop on a channel of the usual length. On
 * a longer channel other VCs send while one VC waits for credits, so the lack of credits of all VCs
 * counts there. */
static double find_credit_ratio(const noc_contention *c, const noc_class_queue *q)
{
    const double loop = q->credits.loop - 2.0 * find_extra_latency(c, q);
    return log(q->credits.buffer / loop) -
           (find_credit_lack(q, q->credits.loop) - find_credit_lack(q, loop));
}

/* Logarithms of a queue's properties, reused since most queues equal the previous one. */
typedef struct queue_logs {
    const noc_class_queue *queue; /* queue of the logarithms; NULL before the first */
    /* logarithms: number of VCs; packet length over buffer, at least 0; packet length; buffer over
     * credit loop (find_credit_ratio) */
    double vcs, buffer_excess, length, credits;
} queue_logs;

static bool has_same_logs(const noc_contention *c, const noc_class_queue *a,
                          const noc_class_queue *b)
{
    return a->vcs == b->vcs && a->credits.buffer == b->credits.buffer &&
           a->packet.biased_length == b->packet.biased_length &&
           a->credits.loop == b->credits.loop &&
           find_extra_latency(c, a) == find_extra_latency(c, b);
}

static queue_logs find_logs(const noc_contention *c, const noc_class_queue *q)
{
    return (queue_logs){q, log(q->vcs),
                        fmax(0.0, -log(q->credits.buffer / q->packet.biased_length)),
                        log(q->packet.biased_length), find_credit_ratio(c, q)};
}

/* Adds a queue to the sums of the profile, weighted by its flits. */
static void add_queue(const noc_class_queue *q, const queue_logs *logs, double flits,
                      noc_profile *p)
{
    p->log_vcs += flits * logs->vcs;
    p->log_buffer_excess += flits * logs->buffer_excess;
    p->log_length += flits * logs->length;
    p->turnaround += flits * q->input.routing_cycles;
    p->log_credits += flits * logs->credits;
    p->single_vc_share += flits * (q->vcs == 1);
    p->atomic_vc_share += flits * q->is_atomic;
    p->inverse_iterations += flits / q->allocation.rounds;
}

static void profile_queues(const noc_contention *c, noc_profile *p)
{
    double flits = 0.0;
    queue_logs logs = {.queue = NULL};
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        const double queue_flits = q->multiplicity * q->unit_stream.flits;
        if (q->is_ejection || !(queue_flits > 0.0)) continue;
        if (!logs.queue || !has_same_logs(c, q, logs.queue)) logs = find_logs(c, q);
        add_queue(q, &logs, queue_flits, p);
        flits += queue_flits;
    }
    double *const means[] = {&p->log_vcs,         &p->log_buffer_excess, &p->log_length,
                             &p->turnaround,      &p->log_credits,       &p->single_vc_share,
                             &p->atomic_vc_share, &p->inverse_iterations};
    for (size_t i = 0; i < sizeof means / sizeof means[0] && flits > 0.0; i++) *means[i] /= flits;
}

static void profile_waits(const noc_contention *c, noc_profile *p)
{
    const double packets = c->class_rates[NOC_REQUEST] + c->class_rates[NOC_REPLY];
    double transitions = 0.0;
    noc_contention_store_waits(c);
    for (uint32_t i = 0; i < c->transition_count; i++) {
        const noc_transition *x = &c->transitions[i];
        const noc_transition_waits *waits = &c->transition_waits[i];
        const double rate = x->multiplicity * x->unit_stream.packets;
        transitions += rate;
        p->waits[NOC_WAIT_SWITCH] += rate * waits->switches;
        p->waits[NOC_WAIT_OUTPUT_VC] += rate * waits->vc;
        p->waits[NOC_WAIT_LINK] += rate * waits->link;
        p->refused_grants += rate * waits->refusals;
    }
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_queue_waits *waits = &c->waits[i];
        const double rate = c->queues[i].multiplicity * c->queues[i].unit_stream.packets;
        p->waits[NOC_WAIT_INPUT_VC] += rate * waits->queue;
        p->waits[NOC_WAIT_STALL] += rate * waits->stall;
        p->waits[NOC_WAIT_SOURCE] += rate * waits->source;
        p->flight_excess +=
            rate / c->class_rates[c->queues[i].class] * find_extra_latency(c, &c->queues[i]);
    }
    for (size_t k = 0; k < NOC_WAIT_CAUSES; k++) p->waits[k] /= packets;
    if (transitions > 0.0) p->refused_grants /= transitions;
}

void noc_contention_profile(const noc_contention *c, noc_profile *p)
{
    *p = (noc_profile){0};
    profile_queues(c, p);
    profile_waits(c, p);
}
