#include "analytic/reply_bursts.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"
#include "network/graph/units.h"

/* Requests that come to a memory node's router from one side: through the channels from one
 * neighbour. */
typedef struct side {
    uint32_t channel; /* first channel of the side */
    uint32_t vcs;     /* virtual channels for requests on all channels of the side */
    double rate;
    double load; /* load of the side's requests on the examined reply channel */
} side;

/* Requests of a core that come from one side. Entries of a core are adjacent. */
typedef struct part {
    uint32_t side;
    double rate;
} part;

/* Replies on a channel. */
typedef struct channel_replies {
    double load; /* cycles of flits, of all cores */
    bool *used;  /* [memory node]: true if its replies use the channel */
    double of[]; /* [core]: cycles of flits */
} channel_replies;

typedef struct shape {
    const noc_system *system;
    uint32_t cores, memories, channels;
    double *mean; /* [network and class]: mean flits of a packet */
    /* [channel][core]: rate of requests one hop before their memory node; NULL: none */
    double **requests;
    side *sides;
    uint32_t side_count;
    /* rate of requests of all sides; virtual channels of the sides, weighted by their rates */
    double rate, vcs;
    part *parts;
    size_t *first_part;        /* [core], and one more: first part */
    channel_replies **replies; /* [channel]: replies; NULL: none */
    bool failed;               /* true when out of memory */
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
    s->requests = calloc(s->channels + 1, sizeof *s->requests);
    s->sides = malloc((s->channels + 1) * sizeof *s->sides);
    s->first_part = malloc((s->cores + 1) * sizeof *s->first_part);
    s->replies = calloc(s->channels + 1, sizeof *s->replies);
    return s->mean && s->requests && s->sides && s->first_part && s->replies;
}

static void clear(shape *s)
{
    for (uint32_t c = 0; c < s->channels && s->requests; c++) free(s->requests[c]);
    for (uint32_t c = 0; c < s->channels && s->replies; c++) free(s->replies[c]);
    free(s->mean);
    free(s->requests);
    free(s->sides);
    free(s->parts);
    free(s->first_part);
    free(s->replies);
}

/* Rates of a channel's requests, by core; NULL when out of memory. */
static double *requests_on(shape *s, uint32_t channel)
{
    if (!s->requests[channel])
        s->requests[channel] = calloc(s->cores + 1, sizeof *s->requests[channel]);
    s->failed |= !s->requests[channel];
    return s->requests[channel];
}

static channel_replies *replies_on(shape *s, uint32_t channel)
{
    if (s->replies[channel]) return s->replies[channel];
    const size_t of = sizeof(channel_replies) + s->cores * sizeof(double);
    channel_replies *made = calloc(1, of + s->memories * sizeof(bool));
    s->failed |= !made;
    if (made) made->used = (bool *)((char *)made + of);
    return s->replies[channel] = made;
}

/* ---- flows ---------------------------------------------------------------------------------- */

static void add_request(shape *s, const noc_flow *flow, const noc_path *path)
{
    const noc_hop *hops = s->system->routes.hops;
    const uint32_t core = s->system->graph.terminals[flow->source].number;
    uint32_t hop = path->first;
    if (hops[hop].next == NOC_NONE) return; /* a path without routers */
    const noc_routes *routes = &s->system->routes;
    while (noc_routes_onward(routes, noc_routes_onward(routes, hop)) != NOC_NONE)
        hop = noc_routes_onward(routes, hop);
    double *requests = requests_on(s, hops[hop].channel);
    if (requests) requests[core] += flow->rate * path->probability;
}

/* Cycles of a flit on a crossbar's output and its channel. */
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
    for (uint32_t hop = path->first; hop != NOC_NONE;
         hop = noc_routes_onward(&system->routes, hop)) {
        channel_replies *replies = replies_on(s, hops[hop].channel);
        if (!replies) return;
        replies->of[core] += flits * flit_cycles(system, hops[hop].channel);
        replies->used[memory] = true;
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
    const double *from = s->requests[channel];
    double *to = s->requests[of->channel];
    for (uint32_t k = 0; k < s->cores; k++) to[k] += from[k];
}

static void find_sides(shape *s)
{
    size_t parts = 0;
    for (uint32_t c = 0; c < s->channels; c++) {
        const double rate = s->requests[c] ? sum_of(s->requests[c], s->cores) : 0.0;
        if (rate > 0.0) add_channel(s, c, rate);
    }
    s->parts = malloc(((size_t)s->side_count * s->cores + 1) * sizeof *s->parts);
    s->failed |= !s->parts;
    for (uint32_t k = 0; k < s->cores && s->parts; k++) {
        s->first_part[k] = parts;
        for (uint32_t i = 0; i < s->side_count; i++) {
            const double rate = s->requests[s->sides[i].channel][k];
            if (rate > 0.0) s->parts[parts++] = (part){i, rate};
        }
    }
    s->first_part[s->cores] = parts;
    for (uint32_t i = 0; i < s->side_count; i++) {
        s->rate += s->sides[i].rate;
        s->vcs += s->sides[i].vcs * s->sides[i].rate;
    }
}

/* ---- bursts --------------------------------------------------------------------------------- */

/* Finds the load of each side's requests on a channel. `replies`: load of each core's replies on
 * the channel. */
static void find_loads(const shape *s, const double *replies)
{
    for (uint32_t i = 0; i < s->side_count; i++) s->sides[i].load = 0.0;
    for (uint32_t k = 0; k < s->cores; k++) {
        const part *end = s->parts + s->first_part[k + 1];
        if (!(replies[k] > 0.0)) continue;
        for (const part *p = s->parts + s->first_part[k]; p < end; p++)
            s->sides[p->side].load += p->rate * replies[k];
    }
}

/* VCs times the relative variance, over requests, of the load per request on a channel; the load
 * per request depends on the side. */
static double variance(const shape *s, const double *replies)
{
    double loads = 0.0, squares = 0.0, products = 0.0;
    find_loads(s, replies);
    for (uint32_t i = 0; i < s->side_count; i++) {
        const side *from = &s->sides[i];
        if (!(from->load > 0.0)) continue;
        loads += from->load;
        squares += from->vcs * from->load * from->load / from->rate;
        products += from->vcs * from->load;
    }
    /* Mean of vcs (load / rate / m - 1)^2 over requests, where m is the mean of load / rate. */
    return s->side_count
               ? squares * s->rate / (loads * loads) - 2.0 * products / loads + s->vcs / s->rate
               : 0.0;
}

static uint32_t nodes_of(const shape *s, const channel_replies *replies)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < s->memories; m++) count += replies->used[m];
    return count;
}

static noc_reply_bursts find_bursts(shape *s)
{
    /* load over the busiest channel's, below which channels are ignored */
    static const double busy = 0.1;
    double most = 0.0, most_injected = 0.0, greatest = 0.0;
    noc_reply_bursts b = {0};
    for (uint32_t c = 0; c < s->channels; c++) {
        channel_replies *replies = s->replies[c];
        if (!replies) continue;
        replies->load = sum_of(replies->of, s->cores);
        const bool injects = s->system->graph.channels[c].kind == NOC_INJECTION;
        most = fmax(most, replies->load);
        if (injects) most_injected = fmax(most_injected, replies->load);
    }
    for (uint32_t c = 0; c < s->channels; c++) {
        const channel_replies *replies = s->replies[c];
        if (!replies || !(replies->load > busy * most)) continue;
        const double of_channel = variance(s, replies->of) / nodes_of(s, replies);
        if (!(replies->load * of_channel > greatest)) continue;
        greatest = replies->load * of_channel;
        b.variance = of_channel;
        b.load = replies->load;
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
        if (!s.failed) b = find_bursts(&s);
    }
    clear(&s);
    return b;
}
