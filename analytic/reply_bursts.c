#include "analytic/reply_bursts.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"
#include "network/graph/units.h"

/* Requests that come to a memory node's router from one side: through a channel, or several between
 * the same two routers. */
typedef struct side {
    uint32_t channel; /* the first of its channels */
    uint32_t vcs;     /* of requests, of all its channels */
    double rate;
    double load; /* load that they make for the channel which is looked at */
} side;

/* Requests of a core that come from one side. Parts of a core follow one another. */
typedef struct part {
    uint32_t side;
    double rate;
} part;

typedef struct shape {
    const noc_system *system;
    uint32_t cores, memories, channels;
    double *mean;     /* flits of packets */
    double *requests; /* by channel and core: rate of requests that are one hop from their node */
    side *sides;
    uint32_t side_count;
    part *parts;
    size_t *first_part; /* starts by core, and behind the last one */
    double *replies;    /* cycles of flits, by channel and core */
    double *loads;      /* cycles of flits of all cores, by channel */
    bool *used;         /* replies of a memory node take a channel: by channel and node */
} shape;

static bool make(shape *s, const noc_system *system)
{
    const noc_graph *g = &system->graph;
    *s = (shape){
        .system = system,
        .cores = g->compute_count,
        .memories = g->memory_count,
        .channels = g->channel_count,
    };
    s->mean = noc_mean_flits(system);
    const size_t pairs = (size_t)s->channels * s->cores + 1;
    s->requests = calloc(pairs, sizeof *s->requests);
    s->sides = malloc((s->channels + 1) * sizeof *s->sides);
    s->parts = malloc(pairs * sizeof *s->parts);
    s->first_part = malloc((s->cores + 1) * sizeof *s->first_part);
    s->replies = calloc(pairs, sizeof *s->replies);
    s->loads = malloc((s->channels + 1) * sizeof *s->loads);
    s->used = calloc((size_t)s->channels * s->memories + 1, sizeof *s->used);
    return s->mean && s->requests && s->sides && s->parts && s->first_part && s->replies &&
           s->loads && s->used;
}

static void clear(shape *s)
{
    free(s->mean);
    free(s->requests);
    free(s->sides);
    free(s->parts);
    free(s->first_part);
    free(s->replies);
    free(s->loads);
    free(s->used);
}

/* ---- flows ---------------------------------------------------------------------------------- */

static void add_request(shape *s, const noc_flow *flow, const noc_path *path)
{
    const noc_hop *hops = s->system->routes.hops;
    const uint32_t core = s->system->graph.terminals[flow->source].number;
    uint32_t hop = path->first;
    if (hops[hop].next == NOC_NONE) return; /* no router between */
    while (hops[hops[hop].next].next != NOC_NONE) hop = hops[hop].next;
    s->requests[(size_t)hops[hop].channel * s->cores + core] += flow->rate * path->probability;
}

/* Of a flit at the crossbar's output, and so on the channel. */
static double flit_cycles(const noc_system *system, uint32_t channel)
{
    const noc_network *net = &system->graph.networks[system->graph.channels[channel].network];
    return noc_network_flit_cycles(net);
}

static void add_reply(shape *s, const noc_flow *flow, const noc_path *path)
{
    const noc_system *system = s->system;
    const noc_hop *hops = system->routes.hops;
    const uint32_t core = system->graph.terminals[flow->destination].number;
    const uint32_t memory = system->graph.terminals[flow->source].number;
    const double flits = noc_path_flits(system, s->mean, flow, path);
    for (uint32_t hop = path->first; hop != NOC_NONE; hop = hops[hop].next) {
        s->replies[(size_t)hops[hop].channel * s->cores + core] +=
            flits * flit_cycles(system, hops[hop].channel);
        s->used[(size_t)hops[hop].channel * s->memories + memory] = true;
    }
}

static void add_flows(shape *s)
{
    const noc_traffic *traffic = &s->system->traffic;
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &s->system->routes.paths[flow->route.first_path + i];
            if (flow->class == NOC_REQUEST)
                add_request(s, flow, path);
            else
                add_reply(s, flow, path);
        }
    }
}

static double sum_of(const double *list, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += list[i];
    return sum;
}

/* ---- sides ---------------------------------------------------------------------------------- */

static bool are_parallel(const noc_channel *a, const noc_channel *b)
{
    return a->kind == NOC_LINK && b->kind == NOC_LINK && a->from == b->from && a->to == b->to;
}

static side *side_of(shape *s, uint32_t channel)
{
    const noc_channel *channels = s->system->graph.channels;
    for (uint32_t i = 0; i < s->side_count; i++)
        if (are_parallel(&channels[s->sides[i].channel], &channels[channel])) return &s->sides[i];
    s->sides[s->side_count] = (side){.channel = channel};
    return &s->sides[s->side_count++];
}

static void add_channel(shape *s, uint32_t channel, double rate)
{
    const noc_graph *g = &s->system->graph;
    const noc_network *net = &g->networks[g->channels[channel].network];
    side *of = side_of(s, channel);
    of->vcs +=
        noc_network_has_buffers(net) ? (uint32_t)__builtin_popcount(net->vcs[NOC_REQUEST]) : 1u;
    of->rate += rate;
    if (of->channel == channel) return;
    const double *from = &s->requests[(size_t)channel * s->cores];
    double *to = &s->requests[(size_t)of->channel * s->cores];
    for (uint32_t k = 0; k < s->cores; k++) to[k] += from[k];
}

static void find_sides(shape *s)
{
    size_t parts = 0;
    for (uint32_t c = 0; c < s->channels; c++) {
        const double rate = sum_of(&s->requests[(size_t)c * s->cores], s->cores);
        if (rate > 0.0) add_channel(s, c, rate);
    }
    for (uint32_t k = 0; k < s->cores; k++) {
        s->first_part[k] = parts;
        for (uint32_t i = 0; i < s->side_count; i++) {
            const double rate = s->requests[(size_t)s->sides[i].channel * s->cores + k];
            if (rate > 0.0) s->parts[parts++] = (part){i, rate};
        }
    }
    s->first_part[s->cores] = parts;
}

/* ---- both ----------------------------------------------------------------------------------- */

/* Finds the loads that requests of each side make for a channel, which replies to few cores
 * take. */
static void find_loads(const shape *s, uint32_t channel)
{
    const double *replies = &s->replies[(size_t)channel * s->cores];
    for (uint32_t i = 0; i < s->side_count; i++) s->sides[i].load = 0.0;
    for (uint32_t k = 0; k < s->cores; k++)
        for (size_t p = s->first_part[k]; replies[k] > 0.0 && p < s->first_part[k + 1]; p++)
            s->sides[s->parts[p].side].load += s->parts[p].rate * replies[k];
}

/* VCs times the relative variance of the load that a request makes for a channel, by the side that
 * it comes from. */
static double variance(const shape *s, uint32_t channel)
{
    double all = 0.0, loads = 0.0, squares = 0.0, products = 0.0, vcs = 0.0;
    find_loads(s, channel);
    for (uint32_t i = 0; i < s->side_count; i++) {
        const side *from = &s->sides[i];
        all += from->rate;
        loads += from->load;
        squares += from->vcs * from->load * from->load / from->rate;
        products += from->vcs * from->load;
        vcs += from->vcs * from->rate;
    }
    /* The mean of vcs (load / rate / m - 1)^2 over requests, with m the mean of load / rate. */
    return s->side_count ? squares * all / (loads * loads) - 2.0 * products / loads + vcs / all
                         : 0.0;
}

static uint32_t nodes_of(const shape *s, uint32_t channel)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < s->memories; m++) count += s->used[(size_t)channel * s->memories + m];
    return count;
}

static noc_reply_bursts find_bursts(shape *s)
{
    static const double busy = 0.1; /* over the busiest: others do not matter */
    double most = 0.0, most_injected = 0.0, greatest = 0.0;
    noc_reply_bursts b = {0};
    for (uint32_t c = 0; c < s->channels; c++) {
        const double load = sum_of(&s->replies[(size_t)c * s->cores], s->cores);
        s->loads[c] = load;
        const bool injects = s->system->graph.channels[c].kind == NOC_INJECTION;
        most = fmax(most, load);
        if (injects) most_injected = fmax(most_injected, load);
    }
    for (uint32_t c = 0; c < s->channels; c++) {
        if (!(s->loads[c] > busy * most)) continue;
        const double of_channel = variance(s, c) / nodes_of(s, c);
        if (!(s->loads[c] * of_channel > greatest)) continue;
        greatest = s->loads[c] * of_channel;
        b.variance = of_channel;
        b.load = s->loads[c];
    }
    b.ports = most > 0.0 ? most_injected / most : 0.0;
    return b;
}

noc_reply_bursts noc_reply_bursts_of(const noc_system *system)
{
    shape s;
    noc_reply_bursts b = {0};
    if (make(&s, system)) {
        add_flows(&s);
        find_sides(&s);
        b = find_bursts(&s);
    }
    clear(&s);
    return b;
}
