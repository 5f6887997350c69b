#include "analytic/zero_load.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HOPS_MAX = 4096 };

/* One channel of a path, with what its sender needs to know. No padding: it is compared as bytes. */
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
        .head_hold = !ejects && net->allocation_hold != NOC_HOLD_NONE,
        .body_hold = !ejects && net->allocation_hold == NOC_HOLD_FLIT,
        .flight = (injects ? 0u : net->traverse_cycles) + channel->latency + 1u,
        .credit = channel->latency + 1u + (injects ? 0u : net->credit_cycles),
        .buffer = net->buffer_flits,
        .pipeline = ejects ? 0u : (unsigned)net->router_stages - net->traverse_cycles - 1u,
    };
}

/* Flit by flit: a flit is granted its way out of a stage when it has arrived, the one before has left, and
 * the one that is a buffer's length ahead has made room; with a hold it leaves a cycle later. `left`
 * holds departure times, stage by stage. */
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

static bool is_ideal(const noc_system *system, uint32_t hop)
{
    const noc_channel *channel = &system->graph.channels[system->routes.hops[hop].channel];
    return system->graph.networks[channel->network].switching == NOC_SWITCHING_IDEAL;
}

double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits)
{
    stage stages[HOPS_MAX];
    unsigned count = 0, sum = 0;
    bool streams = true;
    if (is_ideal(system, first)) return 0.0;
    for (uint32_t hop = first; hop != NOC_NONE; hop = system->routes.hops[hop].next) {
        const stage s = stage_of(system, &system->graph.channels[system->routes.hops[hop].channel]);
        sum += s.flight + s.pipeline;
        streams &= flits <= streamed_by(&s);
        if (count < HOPS_MAX) stages[count] = s;
        count++;
    }
    if (streams || count > HOPS_MAX) return sum + (double)flits - 1.0;
    return stream_packet(stages, count, flits);
}

/* ---- all paths ------------------------------------------------------------------------------ */

/* Paths of equal stages take equally long, and networks have few such shapes: a tree, from the ends of paths on. */
typedef struct shape {
    uint32_t rest; /* shape from the next hop on, NOC_NONE for an end */
    uint32_t kind; /* of its first stage */
    uint32_t first,
        sibling;      /* of the shapes a stage longer: the first, and the next; NOC_NONE if none */
    unsigned cycles;  /* of all stages */
    unsigned streams; /* flits of the longest packet that never waits for credits */
    unsigned flits;   /* of the packet streamed last, which took `latency` */
    double latency;
} shape;

typedef struct shapes {
    const noc_system *system;
    stage *kinds;   /* the different stages, */
    uint32_t *kind; /* and which of them a channel is */
    shape *list;
    uint32_t count, capacity, ends; /* ends: the first shape of one stage */
    uint32_t *of;                   /* by hop */
} shapes;

static void free_shapes(shapes *s)
{
    free(s->kinds);
    free(s->kind);
    free(s->list);
    free(s->of);
}

static uint32_t find_shape(shapes *s, uint32_t kind, uint32_t rest)
{
    const uint32_t first = rest == NOC_NONE ? s->ends : s->list[rest].first;
    for (uint32_t k = first; k != NOC_NONE; k = s->list[k].sibling)
        if (s->list[k].kind == kind) return k;
    if (s->count == s->capacity) {
        const uint32_t capacity = 2 * s->capacity + 64;
        shape *list = realloc(s->list, capacity * sizeof *list);
        if (!list) return NOC_NONE;
        s->list = list;
        s->capacity = capacity;
    }
    const stage *begin = &s->kinds[kind];
    shape new = {rest, kind, NOC_NONE, first, begin->flight + begin->pipeline, streamed_by(begin),
                 0,    0.0};
    if (rest != NOC_NONE) {
        new.cycles += s->list[rest].cycles;
        if (s->list[rest].streams < new.streams) new.streams = s->list[rest].streams;
    }
    *(rest == NOC_NONE ? &s->ends : &s->list[rest].first) = s->count;
    s->list[s->count] = new;
    return s->count++;
}

/* Networks have few kinds of channels. */
static void find_kinds(const noc_system *system, shapes *s)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) {
        const stage own = stage_of(system, &system->graph.channels[c]);
        uint32_t k = 0;
        while (k < count && memcmp(&s->kinds[k], &own, sizeof own) != 0) k++;
        if (k == count) s->kinds[count++] = own;
        s->kind[c] = k;
    }
}

/* A hop comes after its next, so the shape of that is known. */
static bool find_shapes(const noc_system *system, shapes *s)
{
    const noc_routes *routes = &system->routes;
    const uint32_t channels = system->graph.channel_count;
    *s = (shapes){.system = system, .ends = NOC_NONE};
    s->kinds = malloc((channels + 1) * sizeof *s->kinds);
    s->kind = malloc((channels + 1) * sizeof *s->kind);
    s->of = malloc((routes->hop_count + 1) * sizeof *s->of);
    if (!s->kinds || !s->kind || !s->of) return false;
    find_kinds(system, s);
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        const uint32_t rest = hop->next == NOC_NONE ? NOC_NONE : s->of[hop->next];
        s->of[h] = find_shape(s, s->kind[hop->channel], rest);
        if (s->of[h] == NOC_NONE) return false;
    }
    return true;
}

static double shape_latency(shapes *s, uint32_t which, uint32_t first, unsigned flits)
{
    shape *p = &s->list[which];
    if (flits <= p->streams) return p->cycles + (double)flits - 1.0;
    if (p->flits != flits) {
        p->flits = flits;
        p->latency = noc_zero_load_path(s->system, first, flits);
    }
    return p->latency;
}

/* Mean over a path's packet types of a class. */
static double path_latency(shapes *s, const noc_path *path, noc_class class)
{
    const noc_traffic *traffic = &s->system->traffic;
    const uint32_t channel = s->system->routes.hops[path->first].channel;
    const uint16_t network = s->system->graph.channels[channel].network;
    double mean = 0.0;
    if (is_ideal(s->system, path->first)) return 0.0;
    for (int t = 0; t < traffic->type_count; t++) {
        const noc_packet_type *type = &traffic->types[t];
        if (type->class != class || type->share == 0.0) continue;
        mean +=
            type->share * shape_latency(s, s->of[path->first], path->first, type->flits[network]);
    }
    return mean;
}

void noc_zero_load_means(const noc_system *system, double means[NOC_CLASSES])
{
    shapes s;
    double rates[NOC_CLASSES] = {0.0}, sums[NOC_CLASSES] = {0.0};
    const bool found = find_shapes(system, &s);
    for (size_t f = 0; found && f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        double mean = 0.0;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            mean += path->probability * path_latency(&s, path, flow->class);
        }
        sums[flow->class] += flow->rate * mean;
        rates[flow->class] += flow->rate;
    }
    for (int k = 0; k < NOC_CLASSES; k++) means[k] = rates[k] > 0.0 ? sums[k] / rates[k] : NAN;
    free_shapes(&s);
}

double noc_zero_load_mean(const noc_system *system, noc_class class)
{
    double means[NOC_CLASSES];
    noc_zero_load_means(system, means);
    return means[class];
}

double noc_routers_mean(const noc_system *system, noc_class class)
{
    double sum = 0.0, rate = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != class) continue;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            sum += flow->rate * path->probability * path->routers;
        }
        rate += flow->rate;
    }
    return rate > 0.0 ? sum / rate : NAN;
}

double noc_zero_load_latency(const noc_system *system)
{
    double means[NOC_CLASSES];
    noc_zero_load_means(system, means);
    const double request = means[NOC_REQUEST], reply = means[NOC_REPLY];
    return isnan(reply) ? request : request + NOC_REPLY_WAIT_CYCLES + reply;
}
