/* Input-queued virtual-channel routers with credits: idle latency, exact to the cycle, and
 * contention (contention.h). */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "analytic/contention/accepted.h"
#include "analytic/contention/class_waits.h"
#include "analytic/contention/contention_setup.h"
#include "analytic/contention/paced_packet.h"
#include "analytic/network_model.h"
#include "base/min_max.h"

/* Mean cycles that packets wait in the buffers of a queue: for earlier packets, and for their
 * output. */
static double waits_there(const noc_contention *c, uint32_t queue)
{
    double wait = c->waits[queue].queue;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        const noc_transition_waits *w = &c->transition_waits[k];
        wait += x->weight * (w->switches + w->vc + w->link + c->waits[x->to].stall);
    }
    return wait;
}

/* Share of the time for which the buffers in front of a station are full: 1 where the station
 * overflows, 0 below `least_use`. */
static double full_part(double used)
{
    static const double nearly = 0.95;
    return min_of(max_of(used - nearly, 0.0) / (1.0 - nearly), 1.0);
}

/* Use of a queue's VCs. VCs on cycles of links overflow at a lower use (holds_out), but are not
 * fuller. */
static double held_of(const noc_contention *c, uint32_t queue)
{
    return c->used[queue].input_vcs * c->queues[queue].holds_out;
}

/* Share of the time for which a queue's buffers are full: its packets always need their VCs, or the
 * first packet's only next station is full. */
static double part_standing(const noc_contention *c, uint32_t queue)
{
    double ahead = 0.0;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        const noc_transition_used *u = &c->transitions_used[k];
        if (x->all_vcs > c->queues[x->to].all_vcs) continue;
        const double used = max_of(u->vcs, max_of(u->link, u->by_others));
        ahead += x->weight * full_part(max_of(used, held_of(c, x->to)));
    }
    return max_of(full_part(held_of(c, queue)), min_of(ahead, 1.0));
}

/* Flits blocked in a queue's buffers in front of a nearly full station. The waits of the sweeps do
 * not determine their number: it grows until packets choose other hops, or until the buffers are
 * full. */
static double standing_in(const noc_contention *c, uint32_t queue, double others)
{
    const noc_class_queue *q = &c->queues[queue];
    if (q->injects || q->ejects) return 0.0;
    return part_standing(c, queue) * max_of(q->vcs * q->buffer - others, 0.0);
}

/* Adds the flits of a group that a router counts as outstanding: flits sent whose credits have not
 * returned, or only flits in the next buffer. By Little's law their number is their rate times the
 * cycles for which they count. Flits on wires vary as Bernoulli arrivals of packets; waiting flits
 * are a geometric number of packets. */
static void add_outstanding(const noc_contention *c, uint32_t group, double rate,
                            const noc_seen *seen)
{
    const uint32_t channel = c->loads->groups[group].channel;
    const uint32_t queue = c->symmetry.groups.of[group];
    const noc_class_queue *q = &c->queues[queue];
    const noc_network *net = noc_graph_network_of(&c->system->graph, channel);
    const double flits = rate * q->unit.flits / q->speed.slowed, packet = q->biased;
    const double routed = q->ejects ? 0.0 : q->routed;
    const double under_way = net->vc.sees_wire ? noc_loop_of_body(q) - 1.0 : 0.0;
    const double there = under_way + routed, used = min_of(flits, 1.0);
    const double waiting = flits * (q->ejects ? 0.0 : waits_there(c, queue));
    const double in_packets = packet * max_of(there, 1.0) / (max_of(there, 1.0) + packet - 1.0);
    const double standing = standing_in(c, queue, flits * there + waiting);
    seen->standing[group] = standing;
    seen->outstanding[channel] += flits * there + waiting + standing;
    seen->variance[channel] += flits * there * (1.0 - used) * in_packets +
                               waiting * (waiting + packet) + standing * packet;
}

/* Fills in the state of all channels and groups at the rate of the last sweep. */
static void look_at_queues(const noc_contention *c, double rate, const noc_seen *seen)
{
    const noc_loads *l = c->loads;
    noc_contention_look_at_use(c);
    noc_contention_look_at_waits(c);
    for (uint32_t i = 0; i < c->queue_count; i++) c->ahead[i] = 0.0;
    for (uint32_t k = 0; k < c->transition_count; k++) {
        double *owned = &c->ahead[c->transitions[k].to];
        *owned = max_of(*owned, min_of(c->transitions_used[k].vcs, 1.0));
    }
    /* a packet keeps a VC whose buffers are full */
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->ahead[i] += (1.0 - c->ahead[i]) * full_part(held_of(c, i));
    for (uint32_t g = 0; g < l->group_count; g++) {
        const uint32_t channel = l->groups[g].channel;
        seen->outstanding[channel] = seen->variance[channel] = 0.0;
        seen->owned[g] = c->ahead[c->symmetry.groups.of[g]];
    }
    for (uint32_t g = 0; g < l->group_count; g++) add_outstanding(c, g, rate, seen);
}

/* ---- idle latency --------------------------------------------------------------------------- */

enum { HOPS_MAX = 4096 };

/* Channel of a path, with the timing of its sender and of the router at its end. */
typedef struct stage {
    unsigned flight; /* cycles from a flit's departure at the sender to its arrival */
    /* cycles from a flit's departure from the buffer at the end to the use of its credit */
    unsigned credit;
    unsigned buffer;   /* flits of the buffer */
    unsigned pipeline; /* cycles from a head's arrival to its grant in the router at the end */
    /* cycles from grant to departure, of a head and of other flits */
    unsigned head_hold, body_hold;
} stage;

static stage stage_of(const noc_system *system, const noc_channel *channel)
{
    const noc_network *net = &system->graph.networks[channel->network];
    /* true if a terminal, not a router, sends */
    const bool injects = channel->kind == NOC_INJECTION;
    const bool ejects = channel->kind == NOC_EJECTION;
    return (stage){
        .head_hold = !ejects && net->vc.allocation_hold != NOC_HOLD_NONE,
        .body_hold = !ejects && net->vc.allocation_hold == NOC_HOLD_FLIT,
        .flight = (injects ? 0u : net->vc.traverse_cycles) + channel->latency + 1u,
        .credit = channel->latency + 1u + (injects ? 0u : net->vc.credit_cycles),
        .buffer = channel->buffer_flits,
        .pipeline = ejects ? 0u : (unsigned)net->vc.router_stages - net->vc.traverse_cycles - 1u,
    };
}

/* Latency flit by flit. A flit is granted its output of a stage when it has arrived, the earlier
 * flit has left, and the credit of the flit one buffer length earlier has returned; with a hold it
 * leaves a cycle later. `departures`: departure times, stage by stage. docs/model.md (2). */
static double stream_packet(const stage *stages, unsigned count, unsigned flits)
{
    const size_t rows = count + 1u;
    double *left = calloc(rows * flits, sizeof *left);
    if (!left) return NAN;
    for (unsigned f = 0; f < flits; f++) {
        for (unsigned h = 0; h <= count; h++) {
            double *row = &left[h * flits];
            double ready = 0.0;
            if (h > 0) ready = left[(h - 1) * flits + f] + stages[h - 1].flight;
            if (h > 0 && f == 0) ready += stages[h - 1].pipeline;
            if (f > 0 && row[f - 1] + 1.0 > ready) ready = row[f - 1] + 1.0;
            if (h < count && f >= stages[h].buffer) {
                const double room = row[flits + f - stages[h].buffer] + stages[h].credit;
                if (room > ready) ready = room;
            }
            if (h > 0) ready += f == 0 ? stages[h - 1].head_hold : stages[h - 1].body_hold;
            row[f] = ready;
        }
    }
    const double latency = left[rows * flits - 1];
    free(left);
    return latency;
}

/* ---- one path ------------------------------------------------------------------------------- */

/* Flits of the longest packet that never waits for credits at a stage. */
static unsigned streamed_by(const stage *s)
{
    if (s->head_hold) return 0;
    return s->buffer >= s->flight + s->credit ? UINT_MAX : s->buffer;
}

static double transition(const noc_system *system, uint32_t first, unsigned flits)
{
    const uint32_t channel = system->routes.hops[first].channel;
    if (noc_graph_network_of(&system->graph, channel)->vc.paced)
        return noc_paced_packet(system, first, flits, 0, noc_paced_period(system, first));
    stage stages[HOPS_MAX];
    unsigned count = 0, sum = 0;
    bool streams = true;
    for (uint32_t hop = first; hop != NOC_NONE; hop = noc_routes_onward(&system->routes, hop)) {
        const stage s = stage_of(system, &system->graph.channels[system->routes.hops[hop].channel]);
        sum += s.flight + s.pipeline;
        streams &= flits <= streamed_by(&s);
        if (count < HOPS_MAX) stages[count] = s;
        count++;
    }
    if (streams || count > HOPS_MAX) return sum + (double)flits - 1.0;
    return stream_packet(stages, count, flits);
}

/* Idle latency, with codecs at both ends. */
static double zero_load(const noc_system *system, uint32_t first, unsigned flits)
{
    return transition(system, first, flits) + 2.0 * system->design->codec.cycles;
}

static double unsent(const noc_system *system, uint32_t first)
{
    return noc_system_codec_cycles(system, system->routes.hops[first].channel);
}

/* ---- contention ----------------------------------------------------------------------------- */

static void *create(const noc_system *system, const noc_flow_map *map)
{
    return noc_contention_new(system, map);
}

static bool derate(void *of, unsigned kinds)
{
    return noc_contention_derate(of, kinds);
}

static void destroy(void *of)
{
    noc_contention_free(of);
}

static uint32_t networks(const void *of)
{
    return noc_contention_networks(of);
}

static size_t state_size(const void *of, uint32_t network)
{
    return noc_contention_state_size(of, network);
}

static size_t state_compared(const void *of, uint32_t network)
{
    return noc_contention_state_compared(of, network);
}

static void save(const void *of, uint32_t network, double *state)
{
    noc_contention_save(of, network, state);
}

static void begin(void *of, uint32_t network, double packet_rate, const double *state)
{
    noc_contention_begin(of, network, packet_rate, state);
}

static void go_on(void *of, uint32_t network, const double *state)
{
    noc_contention_go_on(of, network, state);
}

static void sweep(void *of, uint32_t network, noc_waits *waits)
{
    noc_contention_sweep(of, network, waits);
}

static void see(const void *of, double packet_rate, const noc_seen *seen)
{
    look_at_queues(of, packet_rate, seen);
}

static noc_most_used most_used(const void *of)
{
    return noc_contention_most_used(of);
}

static void used_of_kinds(void *of, double *used)
{
    noc_contention_used_of_kinds(of, used);
}

static void find_injectors(void *of, double overflow, double growth, double fullest,
                           noc_injectors *injectors)
{
    noc_contention_find_injectors(of, overflow, growth, fullest, injectors);
}

static noc_ceiling ceiling(const void *of, noc_most_used overflows)
{
    return noc_contention_ceiling(of, overflows);
}

static bool way_waits(void *of, uint32_t traffic_class, double *waits)
{
    return noc_way_waits_find(of, traffic_class, waits);
}

static void profile(const void *of, noc_profile *p)
{
    noc_contention_profile(of, p);
}

const noc_network_model_kind noc_network_model_vc = {
    .switching = NOC_SWITCHING_VC,
    .zero_load = zero_load,
    .unsent = unsent,
    .create = create,
    .derate = derate,
    .destroy = destroy,
    .networks = networks,
    .state_size = state_size,
    .state_compared = state_compared,
    .save = save,
    .begin = begin,
    .go_on = go_on,
    .sweep = sweep,
    .see = see,
    .most_used = most_used,
    .used_of_kinds = used_of_kinds,
    .find_injectors = find_injectors,
    .ceiling = ceiling,
    .way_waits = way_waits,
    .profile = profile,
};
