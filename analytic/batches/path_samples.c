#include "analytic/batches/path_samples.h"

#include <math.h>

#include "analytic/zero_load.h"
#include "base/auto.h"
#include "network/graph/units.h"

/* ---- terminals ------------------------------------------------------------------------------- */

/* Sums over the packets of one class. */
typedef struct latency_sums {
    double packets, cycles, squares;
} latency_sums;

/* Latencies of packets in an idle network, each found once. */
typedef struct path_times {
    const noc_system *system;
    noc_path_kinds kinds;
    double *cycles; /* [kind of path][packet length]: cycles; 0: not yet found */
} path_times;

static bool make_times(path_times *t, const noc_system *system, noc_arena *arena)
{
    const size_t lengths = (size_t)system->traffic.length_count;
    t->system = system;
    if (noc_path_kinds_find(system, arena, &t->kinds) != NOC_OK) return false;
    t->cycles = noc_arena_array(arena, t->kinds.hop_kind_count * lengths, sizeof *t->cycles);
    return t->cycles;
}

static double path_time(const path_times *t, uint32_t first, int length, unsigned flits)
{
    const size_t lengths = (size_t)t->system->traffic.length_count;
    double *cycles = &t->cycles[t->kinds.hop_kind[first] * lengths + (size_t)length];
    if (*cycles == 0.0) *cycles = noc_zero_load_path(t->system, first, flits);
    return *cycles;
}

/* Adds a path with all lengths of a class's packets. */
static void add_path_lengths(const path_times *times, noc_class class, uint32_t first, double rate,
                             latency_sums *sum)
{
    const noc_system *system = times->system;
    const noc_traffic *traffic = &system->traffic;
    const uint16_t network = system->graph.channels[system->routes.hops[first].channel].network;
    for (int t = 0; t < traffic->length_count; t++) {
        const noc_packet_type *type = &traffic->lengths[t];
        if (type->class != class || !(type->share > 0.0)) continue;
        const double packets = rate * type->share;
        const double cycles = path_time(times, first, t, type->flits[network]);
        sum->packets += packets;
        sum->cycles += packets * cycles;
        sum->squares += packets * cycles * cycles;
    }
}

static void add_flow(const path_times *times, const noc_flow *flow, latency_sums *sum)
{
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &times->system->routes.paths[flow->route.first_path + i];
        add_path_lengths(times, flow->class, path->first_hop, flow->rate * path->probability, sum);
    }
}

/* Trip of a terminal. Deviations of request and reply add up: a long path of a request means a long
 * path of its reply. */
static noc_terminal_trip find_trip(const latency_sums class_sums[NOC_CLASSES], double answer_cycles)
{
    noc_terminal_trip trip = {.has_packets = class_sums[NOC_REQUEST].packets > 0.0};
    double deviation = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        if (!(class_sums[k].packets > 0.0)) continue;
        const double mean = class_sums[k].cycles / class_sums[k].packets;
        trip.mean += mean + (k == NOC_REPLY ? NOC_REPLY_WAIT_CYCLES + answer_cycles : 0.0);
        deviation += sqrt(fmax(0.0, class_sums[k].squares / class_sums[k].packets - mean * mean));
    }
    trip.variance = deviation * deviation;
    return trip;
}

noc_terminal_trip *noc_find_terminal_trips(const noc_system *system, noc_arena *arena)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const uint32_t terminals = system->graph.terminal_count;
    noc_terminal_trip *trips = noc_arena_array(arena, terminals, sizeof *trips);
    latency_sums(*terminal_sums)[NOC_CLASSES] =
        noc_arena_array(&scratch, terminals, sizeof *terminal_sums);
    const double answer = noc_answer_cycles(system);
    path_times times;
    if (!trips || !terminal_sums || !make_times(&times, system, &scratch)) return NULL;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        add_flow(&times, flow, &terminal_sums[noc_flow_owner(flow)][flow->class]);
    }
    for (uint32_t t = 0; t < terminals; t++) trips[t] = find_trip(terminal_sums[t], answer);
    return trips;
}

/* ---- channels -------------------------------------------------------------------------------- */

typedef struct sample_search {
    const noc_system *system;
    noc_length_moments *lengths; /* [network and class]: moments of lengths, in flits */
    size_t *flow_order;          /* flows, sorted by class and owning terminal */
    double *channel_chance;      /* [channel]: chance of use by a packet of the present terminal */
    uint32_t *used_channels, used_count; /* channels with a chance above 0; their number */
    /* [channel]: sums over terminals of mean flits, of squares */
    double *mean_flits, *square_flits;
    noc_path_sample *samples;
} sample_search;

static void find_lengths(sample_search *d)
{
    for (uint16_t n = 0; n < d->system->graph.network_count; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            d->lengths[n * NOC_CLASSES + k] = noc_lengths_in_flits(d->system, (noc_class)k, n);
}

static void add_path_chance(sample_search *d, uint32_t first, double chance)
{
    for (uint32_t h = first; h != NOC_NONE; h = noc_routes_idle_next(&d->system->routes, h)) {
        const uint32_t channel = d->system->routes.hops[h].channel;
        if (d->channel_chance[channel] == 0.0) d->used_channels[d->used_count++] = channel;
        d->channel_chance[channel] += chance;
    }
}

/* Adds the present terminal's packets of a class after its last flow. */
static void add_terminal_class(sample_search *d, noc_class class)
{
    for (uint32_t k = 0; k < d->used_count; k++) {
        const uint32_t channel = d->used_channels[k];
        const double p = d->channel_chance[channel];
        const uint16_t network = d->system->graph.channels[channel].network;
        const noc_length_moments l = d->lengths[network * NOC_CLASSES + (int)class];
        d->mean_flits[channel] += p * l.mean;
        d->square_flits[channel] += p * p * l.mean * l.mean;
        d->samples[channel].variance += p * l.square - p * p * l.mean * l.mean;
        d->channel_chance[channel] = 0.0;
    }
    d->used_count = 0;
}

/* Sorts flows by class and owner (counting sort). `next`: room for [class and terminal], and one
 * more, zeroed. */
static void sort_flows(sample_search *d, size_t *next)
{
    const noc_traffic *traffic = &d->system->traffic;
    const uint32_t terminals = d->system->graph.terminal_count;
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        next[flow->class * terminals + noc_flow_owner(flow) + 1]++;
    }
    for (size_t k = 0; k < NOC_CLASSES * (size_t)terminals; k++) next[k + 1] += next[k];
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        d->flow_order[next[flow->class * terminals + noc_flow_owner(flow)]++] = f;
    }
}

static void add_flows(sample_search *d)
{
    const noc_traffic *traffic = &d->system->traffic;
    for (size_t k = 0; k < traffic->flow_count; k++) {
        const noc_flow *flow = &traffic->flows[d->flow_order[k]];
        const noc_flow *next_flow =
            k + 1 < traffic->flow_count ? &traffic->flows[d->flow_order[k + 1]] : NULL;
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &d->system->routes.paths[flow->route.first_path + i];
            add_path_chance(d, path->first_hop, flow->rate * path->probability);
        }
        if (!next_flow || next_flow->class != flow->class ||
            noc_flow_owner(next_flow) != noc_flow_owner(flow))
            add_terminal_class(d, flow->class);
    }
}

static void divide_sample_sums(sample_search *d, uint32_t channel)
{
    noc_path_sample *sample = &d->samples[channel];
    const double square_mean = d->mean_flits[channel] * d->mean_flits[channel];
    if (!(square_mean > 0.0)) return;
    sample->variance /= square_mean;
    sample->effective_terminals = square_mean / d->square_flits[channel];
}

noc_path_sample *noc_find_path_samples(const noc_system *system, noc_arena *arena)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const noc_graph *g = &system->graph;
    const size_t channels = g->channel_count, terminals = g->terminal_count;
    sample_search d = {
        .system = system,
        .lengths = noc_arena_unset_array(&scratch, NOC_CLASSES * (size_t)g->network_count,
                                         sizeof *d.lengths),
        .flow_order =
            noc_arena_unset_array(&scratch, system->traffic.flow_count, sizeof *d.flow_order),
        .channel_chance = noc_arena_array(&scratch, channels, sizeof *d.channel_chance),
        .used_channels = noc_arena_array(&scratch, channels, sizeof *d.used_channels),
        .mean_flits = noc_arena_array(&scratch, channels, sizeof *d.mean_flits),
        .square_flits = noc_arena_array(&scratch, channels, sizeof *d.square_flits),
        .samples = noc_arena_array(arena, channels, sizeof *d.samples),
    };
    size_t *next_flows = noc_arena_array(&scratch, NOC_CLASSES * terminals + 1, sizeof *next_flows);
    if (scratch.is_short || !d.samples) return NULL;
    find_lengths(&d);
    sort_flows(&d, next_flows);
    add_flows(&d);
    for (uint32_t c = 0; c < channels; c++) divide_sample_sums(&d, c);
    return d.samples;
}
