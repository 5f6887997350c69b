/* Input-queued virtual-channel routers with credits: what a packet takes that is alone, exact to
 * the cycle, and the contention of all others (contention.h). */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "analytic/contention/accepted.h"
#include "analytic/contention/class_waits.h"
#include "analytic/contention/contention_seen.h"
#include "analytic/contention/contention_setup.h"
#include "analytic/contention/paced_packet.h"
#include "analytic/network_model.h"

/* ---- alone ---------------------------------------------------------------------------------- */

enum { HOPS_MAX = 4096 };

/* One channel of a path, with what its sender needs to know. */
typedef struct stage {
    unsigned flight;   /* cycles from leaving the sender to arriving at the other end */
    unsigned credit;   /* cycles from leaving the buffer there to the credit's use */
    unsigned buffer;   /* flits */
    unsigned pipeline; /* of the router at the other end: arrival of a head to its grant */
    unsigned head_hold, body_hold; /* cycles there from the grant to the departure */
} stage;

static stage stage_of(const noc_system *system, const noc_channel *channel)
{
    const noc_network *net = &system->graph.networks[channel->network];
    const bool injects = channel->kind == NOC_INJECTION; /* by a terminal, not a router */
    const bool ejects = channel->kind == NOC_EJECTION;
    return (stage){
        .head_hold = !ejects && net->vc.allocation_hold != NOC_HOLD_NONE,
        .body_hold = !ejects && net->vc.allocation_hold == NOC_HOLD_FLIT,
        .flight = (injects ? 0u : net->vc.traverse_cycles) + channel->latency + 1u,
        .credit = channel->latency + 1u + (injects ? 0u : net->vc.credit_cycles),
        .buffer = net->vc.buffer_flits,
        .pipeline = ejects ? 0u : (unsigned)net->vc.router_stages - net->vc.traverse_cycles - 1u,
    };
}

/* Flit by flit: a flit is granted its way out of a stage when it has arrived, the one before has
 * left, and the one that is a buffer's length ahead has made room; with a hold it leaves a cycle
 * later. `left` holds departure times, stage by stage. docs/model.md (2). */
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

/* Flits of the longest packet that never waits for credits of the stage. */
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

/* Codecs at both ends. */
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
    noc_contention_see(of, packet_rate, seen);
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

static void way_waits(const void *of, uint32_t traffic_class, double *waits)
{
    noc_way_waits_find(of, traffic_class, waits);
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
