#include "analytic/batches/trips.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/zero_load.h"

/* Of one class. */
typedef struct sums {
    double packets, cycles, squares;
} sums;

/* Times of packets in an empty network, each found once. */
typedef struct times {
    const noc_system *system;
    uint32_t *kind; /* by hop: of the way from it on */
    double *cycles; /* by kind and packet length; 0: not found yet */
} times;

static bool times_make(times *t, const noc_system *system)
{
    uint32_t count = 0;
    *t = (times){.system = system, .kind = noc_way_kinds_find(system, &count)};
    t->cycles = calloc((size_t)count * (size_t)system->traffic.length_count + 1, sizeof *t->cycles);
    return t->kind && t->cycles;
}

static void times_clear(times *t)
{
    free(t->kind);
    free(t->cycles);
}

static double time_of(const times *t, uint32_t first, int length, unsigned flits)
{
    const size_t lengths = (size_t)t->system->traffic.length_count;
    double *cycles = &t->cycles[t->kind[first] * lengths + (size_t)length];
    if (*cycles == 0.0) *cycles = noc_zero_load_path(t->system, first, flits);
    return *cycles;
}

/* All lengths of a class's packets. */
static void add_path(const times *of, noc_class class, uint32_t first, double rate, sums *sum)
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
        add_path(of, flow->class, path->first, flow->rate * path->probability, sum);
    }
}

/* A request that goes far has a reply that does. */
static noc_trip trip_of(const sums of[NOC_CLASSES])
{
    noc_trip trip = {.any = of[NOC_REQUEST].packets > 0.0};
    double deviation = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        if (!(of[k].packets > 0.0)) continue;
        const double mean = of[k].cycles / of[k].packets;
        trip.mean += mean + (k == NOC_REPLY ? NOC_REPLY_WAIT_CYCLES : 0);
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
    times of;
    const bool made = times_make(&of, system) && trips && all;
    for (size_t f = 0; made && f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        add_flow(&of, flow, &all[noc_flow_owner(flow)][flow->class]);
    }
    for (uint32_t t = 0; made && t < terminals; t++) trips[t] = trip_of(all[t]);
    times_clear(&of);
    free(all);
    if (made) return trips;
    free(trips);
    return NULL;
}
