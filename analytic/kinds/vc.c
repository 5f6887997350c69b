/* Input-queued virtual-channel routers with credits: idle latency, exact to the cycle, and
 * contention (contention.h). */
#include <limits.h>
#include <math.h>

#include "analytic/contention/accepted.h"
#include "analytic/contention/class_waits.h"
#include "analytic/contention/contention_setup.h"
#include "analytic/contention/paced_packet.h"
#include "analytic/contention/sweep/sweeper.h"
#include "analytic/network_model.h"
#include "base/auto.h"
#include "base/min_max.h"

/* Mean cycles that packets wait in the buffers of a queue: for earlier packets, and for their
 * output. */
static double buffer_wait(const noc_contention *c, uint32_t queue)
{
    double wait = c->waits[queue].queue;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        const noc_transition_waits *w = &c->transition_waits[k];
        wait += x->share.weight * (w->switches + w->vc + w->link + c->waits[x->to].stall);
    }
    return wait;
}

/* Share of the time for which the buffers in front of a station are full: 1 where the station
 * overflows, 0 below `least_use`. */
static double full_share(double use)
{
    static const double least_use = 0.95;
    return min_of(max_of(use - least_use, 0.0) / (1.0 - least_use), 1.0);
}

/* Use of a queue's VCs. VCs on cycles of links overflow at a lower use (holds_out), but are not
 * fuller. */
static double vc_use(const noc_contention *c, uint32_t queue)
{
    return c->utilizations[queue].input_vcs * c->queues[queue].input.jam_level;
}

/* Share of the time for which a queue's buffers are full: its packets always need their VCs, or the
 * first packet's only next station is full. */
static double blocked_share(const noc_contention *c, uint32_t queue)
{
    double full_chance = 0.0;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        const noc_transition *x = &c->transitions[k];
        const noc_transition_utilization *u = &c->transition_utilizations[k];
        if (x->output.all_vcs > c->queues[x->to].output.all_vcs) continue;
        const double used = max_of(u->vcs, max_of(u->link, u->other_inputs));
        full_chance += x->share.weight * full_share(max_of(used, vc_use(c, x->to)));
    }
    return max_of(full_share(vc_use(c, queue)), min_of(full_chance, 1.0));
}

/* Flits blocked in a queue's buffers in front of a nearly full station. The waits of the sweeps do
 * not determine their number: it grows until packets choose other hops, or until the buffers are
 * full. */
static double find_blocked_flits(const noc_contention *c, uint32_t queue, double waiting_flits)
{
    const noc_class_queue *q = &c->queues[queue];
    if (q->is_injection || q->is_ejection) return 0.0;
    return blocked_share(c, queue) * max_of(q->vcs * q->credits.buffer - waiting_flits, 0.0);
}

/* Adds the flits of a group that a router counts as outstanding: flits sent whose credits have not
 * returned, or only flits in the next buffer. By Little's law their number is their rate times the
 * cycles for which they count. Flits on wires vary as Bernoulli arrivals of packets; waiting flits
 * are a geometric number of packets. */
static void add_outstanding(const noc_contention *c, uint32_t group, double rate,
                            const noc_link_state *state)
{
    const uint32_t channel = c->loads->groups[group].channel;
    const uint32_t queue = c->symmetry.groups.part[group];
    const noc_class_queue *q = &c->queues[queue];
    const noc_network *net = noc_graph_channel_network(&c->system->graph, channel);
    const double flits = rate * q->unit_stream.flits / q->pace.slowdown,
                 packet = q->packet.biased_length;
    const double route_cycles = q->is_ejection ? 0.0 : q->input.routing_cycles;
    const double wire_cycles = net->vc.counts_sent_flits ? noc_find_body_loop(q) - 1.0 : 0.0;
    const double counted_cycles = wire_cycles + route_cycles, used_share = min_of(flits, 1.0);
    const double waiting_flits = flits * (q->is_ejection ? 0.0 : buffer_wait(c, queue));
    const double flits_per_draw =
        packet * max_of(counted_cycles, 1.0) / (max_of(counted_cycles, 1.0) + packet - 1.0);
    const double blocked_flits =
        find_blocked_flits(c, queue, flits * counted_cycles + waiting_flits);
    state->blocked_flits[group] = blocked_flits;
    state->outstanding_flits[channel] += flits * counted_cycles + waiting_flits + blocked_flits;
    state->outstanding_variance[channel] +=
        flits * counted_cycles * (1.0 - used_share) * flits_per_draw +
        waiting_flits * (waiting_flits + packet) + blocked_flits * packet;
}

/* Fills in the state of all channels and groups at the rate of the last sweep. */
static void fill_state(const noc_contention *c, double rate, const noc_link_state *state)
{
    const noc_loads *l = c->loads;
    noc_contention_store_use(c);
    noc_contention_store_waits(c);
    for (uint32_t i = 0; i < c->queue_count; i++) c->max_utilizations[i] = 0.0;
    for (uint32_t k = 0; k < c->transition_count; k++) {
        double *owned = &c->max_utilizations[c->transitions[k].to];
        *owned = max_of(*owned, min_of(c->transition_utilizations[k].vcs, 1.0));
    }
    /* a packet keeps a VC whose buffers are full */
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->max_utilizations[i] += (1.0 - c->max_utilizations[i]) * full_share(vc_use(c, i));
    for (uint32_t g = 0; g < l->group_count; g++) {
        const uint32_t channel = l->groups[g].channel;
        state->outstanding_flits[channel] = state->outstanding_variance[channel] = 0.0;
        state->owned_share[g] = c->max_utilizations[c->symmetry.groups.part[g]];
    }
    for (uint32_t g = 0; g < l->group_count; g++) add_outstanding(c, g, rate, state);
}

/* ---- idle latency --------------------------------------------------------------------------- */

enum { HOPS_MAX = 4096 };

/* Channel of a path, with the timing of its sender and of the router at its end. */
typedef struct stage {
    unsigned flight_cycles; /* cycles from a flit's departure at the sender to its arrival */
    /* cycles from a flit's departure from the buffer at the end to the use of its credit */
    unsigned credit_cycles;
    unsigned buffer_flits; /* flits of the buffer */
    /* cycles from a head's arrival to its grant in the router at the end */
    unsigned pipeline_cycles;
    /* cycles from grant to departure, of a head and of other flits */
    unsigned head_hold, body_hold;
} stage;

static stage stage_of(const noc_system *system, const noc_channel *channel)
{
    const noc_network *net = &system->graph.networks[channel->network];
    /* true if a terminal, not a router, sends */
    const bool is_injection = channel->kind == NOC_INJECTION;
    const bool is_ejection = channel->kind == NOC_EJECTION;
    return (stage){
        .head_hold = !is_ejection && net->vc.allocation_hold != NOC_HOLD_NONE,
        .body_hold = !is_ejection && net->vc.allocation_hold == NOC_HOLD_FLIT,
        .flight_cycles = (is_injection ? 0u : net->vc.traverse_cycles) + channel->latency + 1u,
        .credit_cycles = channel->latency + 1u + (is_injection ? 0u : net->vc.credit_cycles),
        .buffer_flits = channel->buffer_flits,
        .pipeline_cycles =
            is_ejection ? 0u : (unsigned)net->vc.router_stages - net->vc.traverse_cycles - 1u,
    };
}

/* Latency flit by flit. A flit is granted its output of a stage when it has arrived, the earlier
 * flit has left, and the credit of the flit one buffer length earlier has returned; with a hold it
 * leaves a cycle later. `departures`: departure times, stage by stage. docs/model.md (2). */
static double stream_packet(const stage *stages, unsigned count, unsigned flits)
{
    const size_t rows = count + 1u;
    NOC_AUTO_FREE double *departures = calloc(rows * flits, sizeof *departures);
    if (!departures) return NAN;
    for (unsigned f = 0; f < flits; f++) {
        for (unsigned h = 0; h <= count; h++) {
            double *row = &departures[h * flits];
            double ready = 0.0;
            if (h > 0) ready = departures[(h - 1) * flits + f] + stages[h - 1].flight_cycles;
            if (h > 0 && f == 0) ready += stages[h - 1].pipeline_cycles;
            if (f > 0 && row[f - 1] + 1.0 > ready) ready = row[f - 1] + 1.0;
            if (h < count && f >= stages[h].buffer_flits) {
                const double credit_return =
                    row[flits + f - stages[h].buffer_flits] + stages[h].credit_cycles;
                if (credit_return > ready) ready = credit_return;
            }
            if (h > 0) ready += f == 0 ? stages[h - 1].head_hold : stages[h - 1].body_hold;
            row[f] = ready;
        }
    }
    return departures[rows * flits - 1];
}

/* ---- latency of one path --------------------------------------------------------------------- */

/* Flits of the longest packet that never waits for credits at a stage. */
static unsigned longest_streamed(const stage *s)
{
    if (s->head_hold) return 0;
    return s->buffer_flits >= s->flight_cycles + s->credit_cycles ? UINT_MAX : s->buffer_flits;
}

static double path_latency(const noc_system *system, uint32_t first, unsigned flits)
{
    const uint32_t channel = system->routes.hops[first].channel;
    if (noc_graph_channel_network(&system->graph, channel)->vc.is_multirate)
        return noc_paced_packet_latency(system, first, flits, 0,
                                        noc_paced_packet_period(system, first));
    stage stages[HOPS_MAX];
    unsigned count = 0, sum = 0;
    bool is_streamed = true;
    for (uint32_t hop = first; hop != NOC_NONE; hop = noc_routes_idle_next(&system->routes, hop)) {
        const stage s = stage_of(system, &system->graph.channels[system->routes.hops[hop].channel]);
        sum += s.flight_cycles + s.pipeline_cycles;
        is_streamed &= flits <= longest_streamed(&s);
        if (count < HOPS_MAX) stages[count] = s;
        count++;
    }
    if (is_streamed || count > HOPS_MAX) return sum + (double)flits - 1.0;
    return stream_packet(stages, count, flits);
}

/* Idle latency, with codecs at both ends. */
static double idle_latency(const noc_system *system, uint32_t first, unsigned flits)
{
    return path_latency(system, first, flits) + 2.0 * system->design->codec.cycles;
}

static double send_delay(const noc_system *system, uint32_t first)
{
    return noc_system_codec_cycles(system, system->routes.hops[first].channel);
}

/* ---- contention ----------------------------------------------------------------------------- */

static uint32_t count_networks(const noc_contention *c)
{
    return c->network_count;
}

static size_t state_size(const noc_contention *c, uint32_t network)
{
    return c->sweeper->state_size(c->networks[network].sweep) + NOC_LANES_MAX;
}

static size_t comparable_size(const noc_contention *c, uint32_t network)
{
    return NOC_COMPARED_PER_QUEUE * (size_t)noc_count_queues(c->networks[network].queues);
}

static void save_state(const noc_contention *c, uint32_t network, double *state)
{
    c->sweeper->save(c->networks[network].sweep, state);
}

static void begin_sweeps(noc_contention *c, uint32_t network, double packet_rate,
                         const double *state)
{
    c->rate = packet_rate;
    c->sweeper->begin(c->networks[network].sweep, packet_rate, state);
}

static void continue_sweeps(noc_contention *c, uint32_t network, const double *state)
{
    c->sweeper->resume(c->networks[network].sweep, state);
}

static void run_sweep(noc_contention *c, uint32_t network, noc_waits *waits)
{
    c->sweeper->sweep(c->networks[network].sweep, waits);
    if (c->class_rates_by_traffic) noc_class_waits_find(c, network, waits);
}

const noc_network_model_kind noc_network_model_vc = {
    .switching = NOC_SWITCHING_VC,
    .idle_latency = idle_latency,
    .send_delay = send_delay,
    .create = noc_contention_new,
    .derate = noc_contention_derate,
    .count_networks = count_networks,
    .state_size = state_size,
    .comparable_size = comparable_size,
    .save_state = save_state,
    .begin_sweeps = begin_sweeps,
    .continue_sweeps = continue_sweeps,
    .run_sweep = run_sweep,
    .fill_link_state = fill_state,
    .find_busiest_station = noc_contention_most_used,
    .find_kind_use = noc_raise_kind_utilization,
    .find_injectors = noc_contention_find_injectors,
    .find_ceiling = noc_contention_ceiling,
    .find_route_waits = noc_route_waits_find,
    .fill_profile = noc_contention_profile,
};
