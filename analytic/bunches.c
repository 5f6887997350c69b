#include "analytic/bunches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Requests of a core that come to a memory node's router from one side. */
typedef struct part {
    uint32_t side, core;
    double rate;
} part;

typedef struct shape {
    const noc_system *system;
    uint32_t cores, memories, channels, sides;
    uint32_t *
        side_of; /* by channel: what it belongs to; NOC_NONE if it leads to no memory node's router */
    uint32_t *vcs;  /* by side: VCs of requests, of all its channels */
    double *rates;  /* by side: of requests */
    double *shares; /* by side: of its replies that take a channel */
    part *parts;
    size_t part_count;
    double *of_core; /* by channel and core: flits of its replies */
    bool *used;      /* by channel and memory node: its replies take it */
} shape;

static size_t count_request_paths(const noc_traffic *traffic)
{
    size_t count = 0;
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == NOC_REQUEST) count += traffic->flows[f].route.paths;
    return count;
}

static bool make(shape *s, const noc_system *system)
{
    const noc_graph *g = &system->graph;
    const uint32_t channels = g->channel_count;
    *s = (shape){
        .system = system,
        .cores = g->compute_count,
        .memories = g->memory_count,
        .channels = channels,
    };
    s->side_of = malloc((channels + 1) * sizeof *s->side_of);
    s->vcs = calloc(channels + 1, sizeof *s->vcs);
    s->rates = calloc(channels + 1, sizeof *s->rates);
    s->shares = calloc(channels + 1, sizeof *s->shares);
    s->parts = malloc((count_request_paths(&system->traffic) + 1) * sizeof *s->parts);
    s->of_core = calloc((size_t)s->cores * channels + 1, sizeof *s->of_core);
    s->used = calloc((size_t)s->memories * channels + 1, sizeof *s->used);
    if (!s->side_of || !s->vcs || !s->rates || !s->shares || !s->parts || !s->of_core || !s->used)
        return false;
    for (uint32_t c = 0; c < channels; c++) s->side_of[c] = NOC_NONE;
    return true;
}

static void clear(shape *s)
{
    free(s->side_of);
    free(s->vcs);
    free(s->rates);
    free(s->shares);
    free(s->parts);
    free(s->of_core);
    free(s->used);
}

/* ---- where requests come from --------------------------------------------------------------- */

/* Channels between the same two routers are one side. */
static uint32_t side_of(shape *s, uint32_t channel)
{
    const noc_channel *channels = s->system->graph.channels;
    if (s->side_of[channel] != NOC_NONE) return s->side_of[channel];
    uint32_t side = s->sides;
    if (channels[channel].kind == NOC_LINK)
        for (uint32_t c = 0; c < s->channels && side == s->sides; c++)
            if (s->side_of[c] != NOC_NONE && channels[c].kind == NOC_LINK &&
                channels[c].from == channels[channel].from &&
                channels[c].to == channels[channel].to)
                side = s->side_of[c];
    s->sides += side == s->sides;
    return s->side_of[channel] = side;
}

static void add_request(shape *s, const noc_flow *flow, const noc_path *path)
{
    const noc_hop *hops = s->system->routes.hops;
    uint32_t hop = path->first;
    if (hops[hop].next == NOC_NONE) return; /* no router between */
    while (hops[hops[hop].next].next != NOC_NONE) hop = hops[hop].next;
    const uint32_t side = side_of(s, hops[hop].channel);
    const double rate = flow->rate * path->probability;
    s->rates[side] += rate;
    s->parts[s->part_count++] = (part){
        .side = side,
        .core = s->system->graph.terminals[flow->source].number,
        .rate = rate,
    };
}

/* Request VCs of each side. */
static void count_vcs(shape *s)
{
    const noc_graph *g = &s->system->graph;
    for (uint32_t c = 0; c < s->channels; c++)
        if (s->side_of[c] != NOC_NONE)
            s->vcs[s->side_of[c]] +=
                (uint32_t)__builtin_popcount(g->networks[g->channels[c].network].vcs[NOC_REQUEST]);
}

/* ---- where replies go ----------------------------------------------------------------------- */

static void add_reply(shape *s, const noc_flow *flow, const noc_path *path)
{
    const noc_system *system = s->system;
    const noc_hop *hops = system->routes.hops;
    const uint32_t core = system->graph.terminals[flow->destination].number;
    const uint32_t memory = system->graph.terminals[flow->source].number;
    const uint16_t network = system->graph.channels[hops[path->first].channel].network;
    const double flits =
        flow->rate * path->probability * noc_system_mean_flits(system, NOC_REPLY, network);
    for (uint32_t hop = path->first; hop != NOC_NONE; hop = hops[hop].next) {
        s->of_core[(size_t)hops[hop].channel * s->cores + core] += flits;
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

static double load_of(const shape *s, uint32_t channel)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < s->cores; k++) sum += s->of_core[(size_t)channel * s->cores + k];
    return sum;
}

static uint32_t nodes_of(const shape *s, uint32_t channel)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < s->memories; m++) count += s->used[(size_t)channel * s->memories + m];
    return count;
}

/* ---- both ----------------------------------------------------------------------------------- */

/* VCs times the relative variance of the load that a request makes for a channel, by where it comes from. */
static double variance(shape *s, uint32_t channel)
{
    const double *of_core = &s->of_core[(size_t)channel * s->cores];
    double all = 0.0, mean = 0.0, sum = 0.0;
    memset(s->shares, 0, s->sides * sizeof *s->shares);
    for (size_t i = 0; i < s->part_count; i++)
        s->shares[s->parts[i].side] += s->parts[i].rate * of_core[s->parts[i].core];
    for (uint32_t side = 0; side < s->sides; side++) {
        all += s->rates[side];
        mean += s->shares[side];
    }
    mean /= all;
    for (uint32_t side = 0; side < s->sides; side++) {
        const double off = s->shares[side] / s->rates[side] / mean - 1.0;
        sum += s->rates[side] / all * s->vcs[side] * off * off;
    }
    return sum;
}

static noc_bunches of_replies(shape *s)
{
    static const double busy = 0.1; /* over the busiest: others do not matter */
    double most = 0.0, most_injected = 0.0, greatest = 0.0;
    for (uint32_t c = 0; c < s->channels; c++) {
        const double load = load_of(s, c);
        most = fmax(most, load);
        if (s->system->graph.channels[c].kind == NOC_INJECTION)
            most_injected = fmax(most_injected, load);
    }
    for (uint32_t c = 0; c < s->channels; c++) {
        const double load = load_of(s, c);
        if (load > busy * most)
            greatest = fmax(greatest, load / most * variance(s, c) / nodes_of(s, c));
    }
    return (noc_bunches){.variance = greatest, .ports = most_injected / most};
}

static double heads(const shape *s)
{
    double sum = 0.0;
    for (uint32_t side = 0; side < s->sides; side++) sum += s->vcs[side];
    return sum / s->memories;
}

noc_bunches noc_bunches_of(const noc_system *system)
{
    shape s;
    noc_bunches b = {0};
    if (make(&s, system)) {
        add_flows(&s);
        count_vcs(&s);
        if (s.part_count > 0) {
            b = of_replies(&s);
            b.heads = heads(&s);
        }
    }
    clear(&s);
    return b;
}
