#include "analytic/reply_bursts.h"

#include <math.h>

#include "analytic/loads.h"
#include "base/auto.h"
#include "network/graph/units.h"

/* Requests that come to a memory node's router from one side: through the channels from one
 * neighbour. */
typedef struct request_side {
    uint32_t channel; /* first channel of the side */
    uint32_t vcs;     /* virtual channels for requests on all channels of the side */
    double rate;
    double load; /* load of the side's requests on the examined reply channel */
} request_side;

/* Requests of a core that come from one side. Entries of a core are adjacent. */
typedef struct core_requests {
    uint32_t side;
    double rate;
} core_requests;

/* Replies on a channel. */
typedef struct channel_replies {
    double load;       /* cycles of flits, of all cores */
    bool *is_used;     /* [memory node]: true if its replies use the channel */
    double *core_load; /* [core]: cycles of flits */
} channel_replies;

typedef struct burst_search {
    noc_arena *arena;
    const noc_system *system;
    uint32_t core_count, memory_count, channel_count;
    double *mean_flits; /* [network and class]: mean flits of a packet */
    /* [channel][core]: rate of requests one hop before their memory node; NULL: none */
    double **requests;
    request_side *sides;
    uint32_t side_count;
    /* rate of requests of all sides; virtual channels of the sides, weighted by their rates */
    double rate, weighted_vcs;
    core_requests *core_sides;
    size_t *first_core_side;   /* [core], and one more: first entry in core_sides */
    channel_replies **replies; /* [channel]: replies; NULL: none */
} burst_search;

/* Makes the search, with memory of the arena. False when out of memory. */
static bool make_search(burst_search *s, const noc_system *system, noc_arena *arena)
{
    const noc_graph *g = &system->graph;
    *s = (burst_search){
        .arena = arena,
        .system = system,
        .core_count = g->compute_count,
        .memory_count = g->memory_count,
        .channel_count = g->channel_count,
        .mean_flits = noc_mean_flits(system, arena),
        .requests = noc_arena_array(arena, g->channel_count, sizeof *s->requests),
        .sides = noc_arena_unset_array(arena, g->channel_count, sizeof *s->sides),
        .first_core_side =
            noc_arena_unset_array(arena, g->compute_count + 1u, sizeof *s->first_core_side),
        .replies = noc_arena_array(arena, g->channel_count, sizeof *s->replies),
    };
    return !arena->is_short;
}

/* Rates of a channel's requests, by core; NULL when out of memory. */
static double *find_requests(burst_search *s, uint32_t channel)
{
    if (!s->requests[channel])
        s->requests[channel] =
            noc_arena_array(s->arena, s->core_count, sizeof *s->requests[channel]);
    return s->requests[channel];
}

static channel_replies *find_replies(burst_search *s, uint32_t channel)
{
    if (s->replies[channel]) return s->replies[channel];
    channel_replies *new_replies = noc_arena_array(s->arena, 1, sizeof *new_replies);
    if (!new_replies) return NULL;
    new_replies->is_used = noc_arena_array(s->arena, s->memory_count, sizeof(bool));
    new_replies->core_load = noc_arena_array(s->arena, s->core_count, sizeof(double));
    if (!s->arena->is_short) s->replies[channel] = new_replies;
    return s->replies[channel];
}

/* ---- flows ---------------------------------------------------------------------------------- */

static void add_request(burst_search *s, const noc_flow *flow, const noc_path *path)
{
    const noc_hop *hops = s->system->routes.hops;
    const uint32_t core = s->system->graph.terminals[flow->source].number;
    uint32_t hop = path->first_hop;
    if (hops[hop].next == NOC_NONE) return; /* a path without routers */
    const noc_routes *routes = &s->system->routes;
    while (noc_routes_idle_next(routes, noc_routes_idle_next(routes, hop)) != NOC_NONE)
        hop = noc_routes_idle_next(routes, hop);
    double *requests = find_requests(s, hops[hop].channel);
    if (requests) requests[core] += flow->rate * path->probability;
}

/* Cycles of a flit on a crossbar's output and its channel. */
static double flit_cycles(const noc_system *system, uint32_t channel)
{
    const noc_network *net = &system->graph.networks[system->graph.channels[channel].network];
    return noc_network_flit_cycles(net);
}

static void add_reply(burst_search *s, const noc_flow *flow, const noc_path *path)
{
    const noc_system *system = s->system;
    const noc_hop *hops = system->routes.hops;
    const uint32_t core = system->graph.terminals[flow->destination].number;
    const uint32_t memory = system->graph.terminals[flow->source].number;
    const double flits = noc_path_flits(system, s->mean_flits, flow, path);
    for (uint32_t hop = path->first_hop; hop != NOC_NONE;
         hop = noc_routes_idle_next(&system->routes, hop)) {
        channel_replies *replies = find_replies(s, hops[hop].channel);
        if (!replies) return;
        replies->core_load[core] += flits * flit_cycles(system, hops[hop].channel);
        replies->is_used[memory] = true;
    }
}

static void add_flows(burst_search *s)
{
    const noc_traffic *traffic = &s->system->traffic;
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &s->system->routes.paths[flow->route.first_path + i];
            if (flow->class == NOC_REQUEST)
                add_request(s, flow, path);
            else
                add_reply(s, flow, path);
        }
    }
}

static double sum_list(const double *list, uint32_t count)
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

static request_side *find_side(burst_search *s, uint32_t channel)
{
    const noc_channel *channels = s->system->graph.channels;
    for (uint32_t i = 0; i < s->side_count; i++)
        if (are_parallel(&channels[s->sides[i].channel], &channels[channel])) return &s->sides[i];
    s->sides[s->side_count] = (request_side){.channel = channel};
    return &s->sides[s->side_count++];
}

static void add_channel(burst_search *s, uint32_t channel, double rate)
{
    const noc_graph *g = &s->system->graph;
    const noc_network *net = &g->networks[g->channels[channel].network];
    request_side *side = find_side(s, channel);
    side->vcs +=
        noc_network_has_buffers(net) ? (uint32_t)__builtin_popcount(net->vcs[NOC_REQUEST]) : 1u;
    side->rate += rate;
    if (side->channel == channel) return;
    const double *channel_requests = s->requests[channel];
    double *side_requests = s->requests[side->channel];
    for (uint32_t k = 0; k < s->core_count; k++) side_requests[k] += channel_requests[k];
}

static void find_sides(burst_search *s)
{
    size_t parts = 0;
    for (uint32_t c = 0; c < s->channel_count; c++) {
        const double rate = s->requests[c] ? sum_list(s->requests[c], s->core_count) : 0.0;
        if (rate > 0.0) add_channel(s, c, rate);
    }
    s->core_sides = noc_arena_unset_array(s->arena, (size_t)s->side_count * s->core_count,
                                          sizeof *s->core_sides);
    for (uint32_t k = 0; k < s->core_count && s->core_sides; k++) {
        s->first_core_side[k] = parts;
        for (uint32_t i = 0; i < s->side_count; i++) {
            const double rate = s->requests[s->sides[i].channel][k];
            if (rate > 0.0) s->core_sides[parts++] = (core_requests){i, rate};
        }
    }
    s->first_core_side[s->core_count] = parts;
    for (uint32_t i = 0; i < s->side_count; i++) {
        s->rate += s->sides[i].rate;
        s->weighted_vcs += s->sides[i].vcs * s->sides[i].rate;
    }
}

/* ---- bursts --------------------------------------------------------------------------------- */

/* Finds the load of each side's requests on a channel. `replies`: load of each core's replies on
 * the channel. */
static void find_loads(const burst_search *s, const double *replies)
{
    for (uint32_t i = 0; i < s->side_count; i++) s->sides[i].load = 0.0;
    for (uint32_t k = 0; k < s->core_count; k++) {
        const core_requests *end = s->core_sides + s->first_core_side[k + 1];
        if (!(replies[k] > 0.0)) continue;
        for (const core_requests *p = s->core_sides + s->first_core_side[k]; p < end; p++)
            s->sides[p->side].load += p->rate * replies[k];
    }
}

/* VCs of a side, times the relative variance, over requests, of the load per request on a channel,
 * which depends on the request's side. */
static double burst_variance(const burst_search *s, const double *replies)
{
    double loads = 0.0, squares = 0.0, products = 0.0;
    find_loads(s, replies);
    for (uint32_t i = 0; i < s->side_count; i++) {
        const request_side *side = &s->sides[i];
        if (!(side->load > 0.0)) continue;
        loads += side->load;
        squares += side->vcs * side->load * side->load / side->rate;
        products += side->vcs * side->load;
    }
    /* Mean of vcs (load / rate / m - 1)^2 over requests, where m is the mean of load / rate. */
    return s->side_count ? squares * s->rate / (loads * loads) - 2.0 * products / loads +
                               s->weighted_vcs / s->rate
                         : 0.0;
}

static uint32_t count_nodes(const burst_search *s, const channel_replies *replies)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < s->memory_count; m++) count += replies->is_used[m];
    return count;
}

static noc_reply_bursts find_bursts(burst_search *s)
{
    /* load over the busiest channel's, below which channels are ignored */
    static const double least_ratio = 0.1;
    double largest_load = 0.0, largest_injection = 0.0, largest_product = 0.0;
    noc_reply_bursts b = {0};
    for (uint32_t c = 0; c < s->channel_count; c++) {
        channel_replies *replies = s->replies[c];
        if (!replies) continue;
        replies->load = sum_list(replies->core_load, s->core_count);
        const bool is_injection = s->system->graph.channels[c].kind == NOC_INJECTION;
        largest_load = fmax(largest_load, replies->load);
        if (is_injection) largest_injection = fmax(largest_injection, replies->load);
    }
    for (uint32_t c = 0; c < s->channel_count; c++) {
        const channel_replies *replies = s->replies[c];
        if (!replies || !(replies->load > least_ratio * largest_load)) continue;
        const double channel_variance =
            burst_variance(s, replies->core_load) / count_nodes(s, replies);
        if (!(replies->load * channel_variance > largest_product)) continue;
        largest_product = replies->load * channel_variance;
        b.variance = channel_variance;
        b.busiest_load = replies->load;
    }
    b.port_load_ratio = largest_load > 0.0 ? largest_injection / largest_load : 0.0;
    return b;
}

noc_reply_bursts noc_find_reply_bursts(const noc_system *system)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    burst_search s;
    if (!make_search(&s, system, &scratch)) return (noc_reply_bursts){0};
    add_flows(&s);
    find_sides(&s);
    return scratch.is_short ? (noc_reply_bursts){0} : find_bursts(&s);
}
