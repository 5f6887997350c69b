#include "analytic/batches/path_samples.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/zero_load.h"
#include "network/graph/units.h"

/* ---- terminals ------------------------------------------------------------------------------- */

/* Sums over the packets of one class. */
typedef struct sums {
    double packets, cycles, squares;
} sums;

/* Latencies of packets in an idle network, each found once. */
typedef struct times {
    const noc_system *system;
    noc_path_kinds kinds;
    double *cycles; /* [kind of path][packet length]: cycles; 0: not yet found */
} times;

static bool times_make(times *t, const noc_system *system)
{
    const size_t lengths = (size_t)system->traffic.length_count;
    *t = (times){.system = system};
    if (noc_path_kinds_find(system, &t->kinds) != NOC_OK) return false;
    t->cycles = calloc(t->kinds.way_count * lengths + 1, sizeof *t->cycles);
    return t->cycles;
}

static void times_clear(times *t)
{
    noc_path_kinds_clear(&t->kinds);
    free(t->cycles);
}

static double time_of(const times *t, uint32_t first, int length, unsigned flits)
{
    const size_t lengths = (size_t)t->system->traffic.length_count;
    double *cycles = &t->cycles[t->kinds.ways[first] * lengths + (size_t)length];
    if (*cycles == 0.0) *cycles = noc_zero_load_path(t->system, first, flits);
    return *cycles;
}

/* Adds a path with all lengths of a class's packets. */
static void add_way(const times *of, noc_class class, uint32_t first, double rate, sums *sum)
{
    const noc_system *system = of->system;
    const noc_traffic *traffic = &system->traffic;
    const uint16_t network = system->graph.channels[system->routes.hops[first].channel].network;
    for (int t = 0; t < traffic->length_count; t++) {
        const noc_packet_type *type = &traffic->lengths[t];
        if (type->class != class || !(type->share > 0.0)) continue;
        const double packets = rate * type->share;
        const double cycles = time_of(of, first, t, type->flits[network]);
        sum->packets += packets;
        sum->cycles += packets * cycles;
        sum->squares += packets * cycles * cycles;
    }
}

static void add_flow(const times *of, const noc_flow *flow, sums *sum)
{
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &of->system->routes.paths[flow->route.first_path + i];
        add_way(of, flow->class, path->first, flow->rate * path->probability, sum);
    }
}

/* Trip of a terminal. Deviations of request and reply add up: a long path of a request means a long
 * path of its reply. */
static noc_trip trip_of(const sums of[NOC_CLASSES], double answer_cycles)
{
    noc_trip trip = {.any = of[NOC_REQUEST].packets > 0.0};
    double deviation = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        if (!(of[k].packets > 0.0)) continue;
        const double mean = of[k].cycles / of[k].packets;
        trip.mean += mean + (k == NOC_REPLY ? NOC_REPLY_WAIT_CYCLES + answer_cycles : 0.0);
        deviation += sqrt(fmax(0.0, of[k].squares / of[k].packets - mean * mean));
    }
    trip.variance = deviation * deviation;
    return trip;
}

noc_trip *noc_trips_find(const noc_system *system)
{
    const uint32_t terminals = system->graph.terminal_count;
    noc_trip *trips = calloc(terminals + 1u, sizeof *trips);
    sums(*all)[NOC_CLASSES] = calloc(terminals + 1u, sizeof *all);
    const double answer = noc_answer_cycles(system);
    times of;
    const bool made = times_make(&of, system) && trips && all;
    for (size_t f = 0; made && f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        add_flow(&of, flow, &all[noc_flow_owner(flow)][flow->class]);
    }
    for (uint32_t t = 0; made && t < terminals; t++) trips[t] = trip_of(all[t], answer);
    times_clear(&of);
    free(all);
    if (made) return trips;
    free(trips);
    return NULL;
}

/* ---- channels -------------------------------------------------------------------------------- */

typedef struct draws {
    const noc_system *system;
    noc_length_moments *lengths; /* [network and class]: moments of lengths, in flits */
    size_t *order;               /* flows, sorted by class and owning terminal */
    double *chance;              /* [channel]: chance of use by a packet of the present terminal */
    uint32_t *used, count;       /* channels with a chance above 0; their number */
    double *work, *squares;      /* [channel]: sums over terminals of mean flits, of squares */
    noc_path_sample *list;
} draws;

static bool find_lengths(draws *d)
{
    const uint16_t networks = d->system->graph.network_count;
    d->lengths = malloc((NOC_CLASSES * (size_t)networks + 1) * sizeof *d->lengths);
    for (uint16_t n = 0; d->lengths && n < networks; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            d->lengths[n * NOC_CLASSES + k] = noc_lengths_in_flits(d->system, (noc_class)k, n);
    return d->lengths != NULL;
}

static void add_path(draws *d, uint32_t first, double chance)
{
    for (uint32_t h = first; h != NOC_NONE; h = noc_routes_onward(&d->system->routes, h)) {
        const uint32_t channel = d->system->routes.hops[h].channel;
        if (d->chance[channel] == 0.0) d->used[d->count++] = channel;
        d->chance[channel] += chance;
    }
}

/* Adds the present terminal's packets of a class after its last flow. */
static void add_terminal(draws *d, noc_class class)
{
    for (uint32_t k = 0; k < d->count; k++) {
        const uint32_t channel = d->used[k];
        const double p = d->chance[channel];
        const uint16_t network = d->system->graph.channels[channel].network;
        const noc_length_moments l = d->lengths[network * NOC_CLASSES + (int)class];
        d->work[channel] += p * l.mean;
        d->squares[channel] += p * p * l.mean * l.mean;
        d->list[channel].variance += p * l.square - p * p * l.mean * l.mean;
        d->chance[channel] = 0.0;
    }
    d->count = 0;
}

/* Sorts flows by class and owner (counting sort). */
static bool sort_flows(draws *d)
{
    const noc_traffic *traffic = &d->system->traffic;
    const uint32_t terminals = d->system->graph.terminal_count;
    size_t *next = calloc(NOC_CLASSES * (size_t)terminals + 1, sizeof *next);
    d->order = malloc((traffic->flow_count + 1) * sizeof *d->order);
    if (!next || !d->order) {
        free(next);
        return false;
    }
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        next[flow->class * terminals + noc_flow_owner(flow) + 1]++;
    }
    for (size_t k = 0; k < NOC_CLASSES * (size_t)terminals; k++) next[k + 1] += next[k];
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        d->order[next[flow->class * terminals + noc_flow_owner(flow)]++] = f;
    }
    free(next);
    return true;
}

static void add_all(draws *d)
{
    const noc_traffic *traffic = &d->system->traffic;
    for (size_t k = 0; k < traffic->flow_count; k++) {
        const noc_flow *flow = &traffic->flows[d->order[k]];
        const noc_flow *after =
            k + 1 < traffic->flow_count ? &traffic->flows[d->order[k + 1]] : NULL;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &d->system->routes.paths[flow->route.first_path + i];
            add_path(d, path->first, flow->rate * path->probability);
        }
        if (!after || after->class != flow->class || noc_flow_owner(after) != noc_flow_owner(flow))
            add_terminal(d, flow->class);
    }
}

static void finish(draws *d, uint32_t channel)
{
    noc_path_sample *draw = &d->list[channel];
    const double work = d->work[channel] * d->work[channel];
    if (!(work > 0.0)) return;
    draw->variance /= work;
    draw->terminals = work / d->squares[channel];
}

noc_path_sample *noc_path_samples_find(const noc_system *system)
{
    const uint32_t channels = system->graph.channel_count;
    draws d = {.system = system};
    d.chance = calloc(channels + 1u, sizeof *d.chance);
    d.used = calloc(channels + 1u, sizeof *d.used);
    d.work = calloc(channels + 1u, sizeof *d.work);
    d.squares = calloc(channels + 1u, sizeof *d.squares);
    d.list = calloc(channels + 1u, sizeof *d.list);
    const bool made =
        d.chance && d.used && d.work && d.squares && d.list && find_lengths(&d) && sort_flows(&d);
    if (made) add_all(&d);
    for (uint32_t c = 0; made && c < channels; c++) finish(&d, c);
    free(d.chance);
    free(d.used);
    free(d.work);
    free(d.squares);
    free(d.order);
    free(d.lengths);
    if (made) return d.list;
    free(d.list);
    return NULL;
}
