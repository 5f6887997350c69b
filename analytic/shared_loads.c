#include "analytic/shared_loads.h"

#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"

static uint32_t group_of(const noc_loads *l, uint32_t channel, uint32_t vcs)
{
    uint32_t g = l->first_group[channel];
    while (g != NOC_NONE && l->groups[g].vcs != vcs) g = l->groups[g].next;
    return g;
}

static uint32_t pair_of(const noc_loads *l, uint32_t from, uint32_t to)
{
    if (from == NOC_NONE || to == NOC_NONE) return NOC_NONE;
    for (uint32_t p = l->first_pair[from]; p < l->first_pair[from + 1]; p++)
        if (l->pairs[p].to == to) return p;
    return NOC_NONE;
}

static size_t count_ways(const noc_system *system, const noc_route_shares *ways)
{
    size_t count = 0;
    for (uint32_t h = 0; h < system->routes.hop_count; h++)
        for (noc_way_step to = noc_ways_begin(&system->routes, ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(&system->routes, to))
            count++;
    return count;
}

static void find_begins(noc_shared_loads *s)
{
    const noc_system *system = s->system;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            s->begin[path->first] += flow->rate * path->probability;
        }
    }
}

/* Finds the group of each hop, and the next hops of each hop. */
static void find_places(noc_shared_loads *s)
{
    const noc_routes *routes = &s->system->routes;
    const noc_loads *l = s->loads;
    size_t at = 0;
    for (uint32_t h = 0; h < routes->hop_count; h++)
        s->group[h] = group_of(l, routes->hops[h].channel, routes->hops[h].vcs);
    for (uint32_t h = routes->hop_count; h-- > 0;) {
        s->ways_on[h] = 0;
        for (noc_way_step to = noc_ways_begin(routes, l->ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(routes, to)) {
            const bool alone = to.way == NOC_NONE;
            const uint32_t pair = pair_of(l, s->group[h], s->group[to.hop]);
            s->ways_on[h]++;
            s->onward[at++] = (noc_onward){
                .hop = to.hop,
                .pair = pair == NOC_NONE ? l->pair_count : pair,
                .way = alone ? l->ways->way_count : to.way,
                .decision = alone ? l->ways->count : l->ways->decision[routes->hops[h].next],
            };
        }
    }
    for (uint32_t w = 0; w < l->ways->way_count; w++)
        s->way_group[w] = group_of(l, l->ways->ways[w].channel, l->ways->ways[w].vcs);
}

/* Finds the flits, squares and busy cycles per packet of each group. */
static void find_units(noc_shared_loads *s)
{
    const noc_loads *l = s->loads;
    for (uint32_t g = 0; g < l->group_count; g++) {
        const double each = 1.0 / l->groups[g].stream.packets;
        s->unit_groups[g] = l->groups[g];
        s->unit_groups[g].stream.flits *= each;
        s->unit_groups[g].stream.squares *= each;
        s->unit_groups[g].in_use *= each;
    }
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        s->moved[c] = l->channel_flits[c] > 0.0 ? l->moved_flits[c] / l->channel_flits[c] : 0.0;
}

bool noc_shared_loads_make(const noc_system *system, noc_loads *loads, noc_shared_loads *s)
{
    const size_t hops = system->routes.hop_count + 1u, groups = loads->group_count + 1u;
    const size_t pairs = loads->pair_count + 1u;
    *s = (noc_shared_loads){
        .system = system,
        .loads = loads,
        .begin = calloc(hops, sizeof *s->begin),
        .rate = malloc(hops * sizeof *s->rate),
        .group = malloc(hops * sizeof *s->group),
        .onward = malloc((count_ways(system, loads->ways) + 1u) * sizeof *s->onward),
        .ways_on = malloc(hops * sizeof *s->ways_on),
        .way_group = malloc((loads->ways->way_count + 1u) * sizeof *s->way_group),
        .unit_groups = malloc(groups * sizeof *s->unit_groups),
        .moved = malloc((system->graph.channel_count + 1u) * sizeof *s->moved),
        .chosen = malloc((loads->ways->count + 1u) * sizeof *s->chosen),
        .vcs = malloc(pairs * sizeof *s->vcs),
        .beside = malloc(pairs * sizeof *s->beside),
        .packets = malloc(pairs * sizeof *s->packets),
    };
    if (!s->begin || !s->rate || !s->group || !s->onward || !s->ways_on || !s->way_group ||
        !s->unit_groups || !s->moved || !s->chosen || !s->vcs || !s->beside || !s->packets)
        return false;
    find_begins(s);
    find_places(s);
    find_units(s);
    loads->chosen_vcs = s->vcs;
    loads->chosen_beside = s->beside;
    return true;
}

void noc_shared_loads_clear(noc_shared_loads *s)
{
    free(s->begin);
    free(s->rate);
    free(s->group);
    free(s->onward);
    free(s->ways_on);
    free(s->way_group);
    free(s->unit_groups);
    free(s->moved);
    free(s->chosen);
    free(s->vcs);
    free(s->beside);
    free(s->packets);
    *s = (noc_shared_loads){.begin = NULL};
}

/* Finds the virtual channels of each decision, and the mean number of them that are owned. */
static void find_chosen(noc_shared_loads *s, const double *owned)
{
    const noc_route_shares *ways = s->loads->ways;
    for (uint32_t d = 0; d < ways->count; d++) {
        s->chosen[d] = (noc_chosen_from){0.0, 0.0, 0.0};
        for (uint32_t w = ways->first[d]; w < ways->first[d + 1]; w++) {
            const double vcs = __builtin_popcount(ways->ways[w].vcs);
            s->chosen[d].vcs += vcs;
            s->chosen[d].owned += vcs * owned[s->way_group[w]];
        }
    }
}

static void forget(noc_shared_loads *s)
{
    noc_loads *l = s->loads;
    memcpy(s->rate, s->begin, s->system->routes.hop_count * sizeof *s->rate);
    for (uint32_t g = 0; g < l->group_count; g++) l->groups[g].stream.packets = 0.0;
    for (uint32_t p = 0; p < l->pair_count; p++) s->vcs[p] = s->beside[p] = 0.0;
}

/* Adds packets that chose an option to the sums of their decision and pair. */
static void carry_chosen(noc_shared_loads *s, const noc_onward *onward, double packets)
{
    noc_chosen_from *from = &s->chosen[onward->decision];
    from->packets += packets;
    s->vcs[onward->pair] += packets * from->vcs;
    s->beside[onward->pair] += packets * from->owned;
}

/* Carries the packets of one hop to its next hops. */
static void carry_hop(noc_shared_loads *s, uint32_t hop, const noc_onward *onward)
{
    const noc_route_shares *ways = s->loads->ways;
    const noc_onward *end = onward + s->ways_on[hop];
    const double rate = s->rate[hop];
    if (s->group[hop] != NOC_NONE) s->loads->groups[s->group[hop]].stream.packets += rate;
    for (; onward < end; onward++) {
        const bool alone = onward->way == ways->way_count;
        const double on = alone ? rate : rate * ways->ways[onward->way].share;
        s->rate[onward->hop] += on;
        s->packets[onward->pair] += on;
        if (!alone) carry_chosen(s, onward, on);
    }
}

static void carry(noc_shared_loads *s)
{
    noc_loads *l = s->loads;
    const noc_onward *onward = s->onward;
    for (uint32_t p = 0; p <= l->pair_count; p++) s->packets[p] = 0.0;
    for (uint32_t h = s->system->routes.hop_count; h-- > 0; onward += s->ways_on[h])
        if (s->rate[h] > 0.0) carry_hop(s, h, onward);
    for (uint32_t p = 0; p < l->pair_count; p++) l->pairs[p].stream.packets = s->packets[p];
}

static void sum_channel(noc_shared_loads *s, uint32_t channel)
{
    noc_loads *l = s->loads;
    double flits = 0.0, in_use = 0.0;
    for (uint32_t g = l->first_group[channel]; g != NOC_NONE; g = l->groups[g].next) {
        flits += l->groups[g].stream.flits;
        in_use += l->groups[g].in_use;
    }
    l->channel_flits[channel] = flits;
    l->in_use[channel] = in_use;
    l->moved_flits[channel] = flits * s->moved[channel];
}

/* Divides a pair's sums by its packets. In an idle network all VCs are equally free. */
static void find_beside(noc_shared_loads *s, uint32_t pair, double packets, double owned)
{
    static const double idle = 1e-3;
    const double own = __builtin_popcount(s->loads->groups[s->loads->pairs[pair].to].vcs);
    s->vcs[pair] /= packets;
    s->beside[pair] = (s->beside[pair] / packets + idle * s->vcs[pair]) / (own * (owned + idle));
}

/* Scales all rates of groups, pairs and channels by their packets. */
static void follow_packets(noc_shared_loads *s, const double *owned)
{
    static const double least = 1e-12; /* rate of groups and pairs without packets */
    noc_loads *l = s->loads;
    for (uint32_t g = 0; g < l->group_count; g++) {
        const noc_group *unit = &s->unit_groups[g];
        noc_stream *stream = &l->groups[g].stream;
        stream->packets = max_of(stream->packets, least);
        stream->flits = stream->packets * unit->stream.flits;
        stream->squares = stream->packets * unit->stream.squares;
        l->groups[g].in_use = stream->packets * unit->in_use;
        l->groups[g].followed = stream->packets;
    }
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *unit = &s->unit_groups[l->pairs[p].from];
        noc_stream *stream = &l->pairs[p].stream;
        const double packets = stream->packets;
        if (packets > 0.0) find_beside(s, p, packets, owned[l->pairs[p].to]);
        stream->packets = max_of(packets, least);
        stream->flits = stream->packets * unit->stream.flits;
        stream->squares = stream->packets * unit->stream.squares;
        l->pairs[p].followed = stream->packets;
    }
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        if (l->first_group[c] != NOC_NONE) sum_channel(s, c);
}

void noc_shared_loads_find(noc_shared_loads *s, const double *owned)
{
    forget(s);
    find_chosen(s, owned);
    carry(s);
    follow_packets(s, owned);
}
