#include "analytic/shared_loads.h"

#include <string.h>

#include "base/min_max.h"

static uint32_t find_group(const noc_loads *l, uint32_t channel, uint32_t vcs)
{
    uint32_t g = l->first_group[channel];
    while (g != NOC_NONE && l->groups[g].vcs != vcs) g = l->groups[g].next;
    return g;
}

static uint32_t find_pair(const noc_loads *l, uint32_t from, uint32_t to)
{
    if (from == NOC_NONE || to == NOC_NONE) return NOC_NONE;
    for (uint32_t p = l->first_pair[from]; p < l->first_pair[from + 1]; p++)
        if (l->pairs[p].output_group == to) return p;
    return NOC_NONE;
}

static size_t count_hop_steps(const noc_system *system, const noc_route_shares *shares)
{
    size_t count = 0;
    for (uint32_t h = 0; h < system->routes.hop_count; h++)
        for (noc_hop_step step = noc_first_hop_step(&system->routes, shares, h);
             step.hop != NOC_NONE; step = noc_next_hop_step(&system->routes, step))
            count++;
    return count;
}

static void find_injected(noc_shared_loads *s)
{
    const noc_system *system = s->system;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            s->injected_packets[path->first_hop] += flow->rate * path->probability;
        }
    }
}

/* Finds the group of each hop, and the next hops of each hop. */
static void find_onward_hops(noc_shared_loads *s)
{
    const noc_routes *routes = &s->system->routes;
    const noc_loads *l = s->loads;
    size_t place = 0;
    for (uint32_t h = 0; h < routes->hop_count; h++)
        s->hop_group[h] = find_group(l, routes->hops[h].channel, routes->hops[h].vcs);
    for (uint32_t h = routes->hop_count; h-- > 0;) {
        s->onward_counts[h] = 0;
        for (noc_hop_step step = noc_first_hop_step(routes, l->route_shares, h);
             step.hop != NOC_NONE; step = noc_next_hop_step(routes, step)) {
            const bool has_no_choice = step.option == NOC_NONE;
            const uint32_t pair = find_pair(l, s->hop_group[h], s->hop_group[step.hop]);
            s->onward_counts[h]++;
            s->onward_hops[place++] = (noc_onward_hop){
                .hop = step.hop,
                .pair = pair == NOC_NONE ? l->pair_count : pair,
                .option = has_no_choice ? l->route_shares->option_count : step.option,
                .decision = has_no_choice ? l->route_shares->decision_count
                                          : l->route_shares->decision[routes->hops[h].next],
            };
        }
    }
    for (uint32_t w = 0; w < l->route_shares->option_count; w++)
        s->option_group[w] =
            find_group(l, l->route_shares->options[w].channel, l->route_shares->options[w].vcs);
}

/* Finds the flits, squares and busy cycles per packet of each group. */
static void find_packet_units(noc_shared_loads *s)
{
    const noc_loads *l = s->loads;
    for (uint32_t g = 0; g < l->group_count; g++) {
        const double packet_share = 1.0 / l->groups[g].stream.packets;
        s->groups_per_packet[g] = l->groups[g];
        s->groups_per_packet[g].stream.flits *= packet_share;
        s->groups_per_packet[g].stream.squares *= packet_share;
        s->groups_per_packet[g].busy_cycles *= packet_share;
    }
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        s->carried_ratio[c] =
            l->channel_flits[c] > 0.0 ? l->carried_flits[c] / l->channel_flits[c] : 0.0;
}

bool noc_shared_loads_make(const noc_system *system, noc_loads *loads, noc_arena *arena,
                           noc_shared_loads *s)
{
    const size_t hops = system->routes.hop_count, pairs = loads->pair_count + 1u;
    const noc_route_shares *shares = loads->route_shares;
    *s = (noc_shared_loads){
        .system = system,
        .loads = loads,
        .injected_packets = noc_arena_array(arena, hops, sizeof *s->injected_packets),
        .hop_packets = noc_arena_unset_array(arena, hops, sizeof *s->hop_packets),
        .hop_group = noc_arena_unset_array(arena, hops, sizeof *s->hop_group),
        .onward_hops =
            noc_arena_unset_array(arena, count_hop_steps(system, shares), sizeof *s->onward_hops),
        .onward_counts = noc_arena_unset_array(arena, hops, sizeof *s->onward_counts),
        .option_group = noc_arena_unset_array(arena, shares->option_count, sizeof *s->option_group),
        .groups_per_packet =
            noc_arena_unset_array(arena, loads->group_count, sizeof *s->groups_per_packet),
        .carried_ratio =
            noc_arena_unset_array(arena, system->graph.channel_count, sizeof *s->carried_ratio),
        .decision_vcs =
            noc_arena_unset_array(arena, shares->decision_count, sizeof *s->decision_vcs),
        .pair_vcs = noc_arena_unset_array(arena, pairs, sizeof *s->pair_vcs),
        .pair_owner_ratio = noc_arena_unset_array(arena, pairs, sizeof *s->pair_owner_ratio),
        .pair_packets = noc_arena_unset_array(arena, pairs, sizeof *s->pair_packets),
    };
    if (arena->is_short) return false;
    find_injected(s);
    find_onward_hops(s);
    find_packet_units(s);
    loads->choice_vcs = s->pair_vcs;
    loads->choice_owner_ratio = s->pair_owner_ratio;
    return true;
}

/* Finds the virtual channels of each decision, and the mean number of them that are owned. */
static void find_decision_vcs(noc_shared_loads *s, const double *owned_share)
{
    const noc_route_shares *shares = s->loads->route_shares;
    for (uint32_t d = 0; d < shares->decision_count; d++) {
        s->decision_vcs[d] = (noc_decision_vcs){0.0, 0.0, 0.0};
        for (uint32_t w = shares->first_option[d]; w < shares->first_option[d + 1]; w++) {
            const double vcs = __builtin_popcount(shares->options[w].vcs);
            s->decision_vcs[d].vcs += vcs;
            s->decision_vcs[d].owned_vcs += vcs * owned_share[s->option_group[w]];
        }
    }
}

static void reset_rates(noc_shared_loads *s)
{
    noc_loads *l = s->loads;
    memcpy(s->hop_packets, s->injected_packets,
           s->system->routes.hop_count * sizeof *s->hop_packets);
    for (uint32_t g = 0; g < l->group_count; g++) l->groups[g].stream.packets = 0.0;
    for (uint32_t p = 0; p < l->pair_count; p++) s->pair_vcs[p] = s->pair_owner_ratio[p] = 0.0;
}

/* Adds packets that chose an option to the sums of their decision and pair. */
static void carry_decision(noc_shared_loads *s, const noc_onward_hop *onward, double packets)
{
    noc_decision_vcs *decision = &s->decision_vcs[onward->decision];
    decision->packets += packets;
    s->pair_vcs[onward->pair] += packets * decision->vcs;
    s->pair_owner_ratio[onward->pair] += packets * decision->owned_vcs;
}

/* Carries the packets of one hop to its next hops. */
static void carry_hop(noc_shared_loads *s, uint32_t hop, const noc_onward_hop *onward)
{
    const noc_route_shares *shares = s->loads->route_shares;
    const noc_onward_hop *last_hop = onward + s->onward_counts[hop];
    const double rate = s->hop_packets[hop];
    if (s->hop_group[hop] != NOC_NONE) s->loads->groups[s->hop_group[hop]].stream.packets += rate;
    for (; onward < last_hop; onward++) {
        const bool has_no_choice = onward->option == shares->option_count;
        const double moved_packets =
            has_no_choice ? rate : rate * shares->options[onward->option].share;
        s->hop_packets[onward->hop] += moved_packets;
        s->pair_packets[onward->pair] += moved_packets;
        if (!has_no_choice) carry_decision(s, onward, moved_packets);
    }
}

static void carry_packets(noc_shared_loads *s)
{
    noc_loads *l = s->loads;
    const noc_onward_hop *onward = s->onward_hops;
    for (uint32_t p = 0; p <= l->pair_count; p++) s->pair_packets[p] = 0.0;
    for (uint32_t h = s->system->routes.hop_count; h-- > 0; onward += s->onward_counts[h])
        if (s->hop_packets[h] > 0.0) carry_hop(s, h, onward);
    for (uint32_t p = 0; p < l->pair_count; p++) l->pairs[p].stream.packets = s->pair_packets[p];
}

static void sum_channel(noc_shared_loads *s, uint32_t channel)
{
    noc_loads *l = s->loads;
    double flits = 0.0, busy_cycles = 0.0;
    for (uint32_t g = l->first_group[channel]; g != NOC_NONE; g = l->groups[g].next) {
        flits += l->groups[g].stream.flits;
        busy_cycles += l->groups[g].busy_cycles;
    }
    l->channel_flits[channel] = flits;
    l->busy_cycles[channel] = busy_cycles;
    l->carried_flits[channel] = flits * s->carried_ratio[channel];
}

/* Divides a pair's sums by its packets. In an idle network all VCs are equally free. */
static void find_pair_choice(noc_shared_loads *s, uint32_t pair, double packets, double owned_share)
{
    static const double idle = 1e-3;
    const double output_vcs =
        __builtin_popcount(s->loads->groups[s->loads->pairs[pair].output_group].vcs);
    s->pair_vcs[pair] /= packets;
    s->pair_owner_ratio[pair] = (s->pair_owner_ratio[pair] / packets + idle * s->pair_vcs[pair]) /
                                (output_vcs * (owned_share + idle));
}

/* Scales all rates of groups, pairs and channels by their packets. */
static void scale_by_packets(noc_shared_loads *s, const double *owned_share)
{
    static const double least = 1e-12; /* rate of groups and pairs without packets */
    noc_loads *l = s->loads;
    for (uint32_t g = 0; g < l->group_count; g++) {
        const noc_group *unit = &s->groups_per_packet[g];
        noc_stream *stream = &l->groups[g].stream;
        stream->packets = max_of(stream->packets, least);
        stream->flits = stream->packets * unit->stream.flits;
        stream->squares = stream->packets * unit->stream.squares;
        l->groups[g].busy_cycles = stream->packets * unit->busy_cycles;
        l->groups[g].delayed_packets = stream->packets;
    }
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *unit = &s->groups_per_packet[l->pairs[p].input_group];
        noc_stream *stream = &l->pairs[p].stream;
        const double packets = stream->packets;
        if (packets > 0.0) find_pair_choice(s, p, packets, owned_share[l->pairs[p].output_group]);
        stream->packets = max_of(packets, least);
        stream->flits = stream->packets * unit->stream.flits;
        stream->squares = stream->packets * unit->stream.squares;
        l->pairs[p].delayed_packets = stream->packets;
    }
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        if (l->first_group[c] != NOC_NONE) sum_channel(s, c);
}

void noc_shared_loads_find(noc_shared_loads *s, const double *owned_share)
{
    reset_rates(s);
    find_decision_vcs(s, owned_share);
    carry_packets(s);
    scale_by_packets(s, owned_share);
}
