#include "analytic/loads.h"

#include <stdlib.h>

#include "analytic/multicast.h"
#include "analytic/network_model.h"
#include "base/auto.h"
#include "network/graph/units.h"

static void add_stream(noc_stream *stream, double packets, const noc_stream *unit)
{
    stream->packets += packets;
    stream->flits += packets * unit->flits;
    stream->squares += packets * unit->squares;
}

/* Carries all flows to their destinations: a hop is stored after its next hops, so one walk from
 * the last hop to the first is enough. */
static inline void carry_flows(const noc_system *system, const noc_route_shares *route_shares,
                               double *rate, noc_class *classes)
{
    const noc_routes *routes = &system->routes;
    for (uint32_t h = routes->hop_count; h-- > 0;)
        for (noc_hop_step step = noc_first_hop_step(routes, route_shares, h); step.hop != NOC_NONE;
             step = noc_next_hop_step(routes, step)) {
            rate[step.hop] += rate[h] * noc_hop_step_share(route_shares, step);
            classes[step.hop] = classes[h];
        }
}

/* Finds the packet rate of each hop for a class of traffic. NULL when out of memory. */
static double *find_hop_rates(const noc_system *system, const noc_route_shares *route_shares,
                              uint32_t traffic_class, noc_class *classes)
{
    const noc_routes *routes = &system->routes;
    double *rate = calloc(routes->hop_count + 1, sizeof *rate);
    if (!rate) return NULL;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->traffic_class != traffic_class) continue;
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &routes->paths[flow->route.first_path + i];
            rate[path->first_hop] += flow->rate * path->probability;
            classes[path->first_hop] = flow->class;
        }
    }
    if (route_shares) carry_flows(system, route_shares, rate, classes);
    /* a plain loop */
    else
        carry_flows(system, NULL, rate, classes);
    return rate;
}

/* State while groups and pairs are collected, which are usually far fewer than hops. */
typedef struct load_builder {
    noc_arena *arena; /* memory until the loads are sorted, also of their groups and pairs */
    noc_loads *loads;
    uint32_t *place_group; /* [hop], or for merged flows [channel and class]: group */
    uint32_t group_capacity, pair_capacity;
    /* hash table of pairs by their two groups, with open addressing; large switches have a pair of
     * a group for each port. Size: a power of two, half of the slots free. */
    uint32_t *pair_slots, slot_count;
} load_builder;

/* Returns a list with room for one more element. When out of memory: the list as it was. */
static void *reserve_element(noc_arena *arena, void *list, size_t size, uint32_t count,
                             uint32_t *capacity)
{
    if (count < *capacity) return list;
    const size_t new_capacity = (size_t)count + count / 2 + 256;
    void *new_list = noc_arena_resize(arena, list, new_capacity, size);
    if (!new_list) return list;
    *capacity = (uint32_t)new_capacity;
    return new_list;
}

/* Finds the slot of the pair (from, to), or a free slot for it. */
static uint32_t *find_slot(const load_builder *m, uint32_t from, uint32_t to)
{
    const noc_pair_load *pairs = m->loads->pairs;
    const uint32_t mask = m->slot_count - 1;
    uint32_t slot = (from * 0x9e3779b1u ^ to * 0x85ebca6bu) >> 7 & mask;
    while (m->pair_slots[slot] != NOC_NONE && (pairs[m->pair_slots[slot]].input_group != from ||
                                               pairs[m->pair_slots[slot]].output_group != to))
        slot = (slot + 1) & mask;
    return &m->pair_slots[slot];
}

static bool grow_slots(load_builder *m)
{
    if (m->slot_count >= 2 * (size_t)m->pair_capacity) return true;
    uint32_t count = 256;
    while (count < 2 * (size_t)m->pair_capacity) count *= 2;
    noc_arena_release(m->arena, m->pair_slots);
    m->pair_slots = noc_arena_unset_array(m->arena, count, sizeof *m->pair_slots);
    if (!m->pair_slots) return false;
    m->slot_count = count;
    for (uint32_t i = 0; i < count; i++) m->pair_slots[i] = NOC_NONE;
    for (uint32_t p = 0; p < m->loads->pair_count; p++)
        *find_slot(m, m->loads->pairs[p].input_group, m->loads->pairs[p].output_group) = p;
    return true;
}

static bool reserve_group_and_pair(load_builder *m)
{
    noc_loads *l = m->loads;
    l->groups =
        reserve_element(m->arena, l->groups, sizeof *l->groups, l->group_count, &m->group_capacity);
    l->pairs =
        reserve_element(m->arena, l->pairs, sizeof *l->pairs, l->pair_count, &m->pair_capacity);
    return !m->arena->is_short && grow_slots(m);
}

/* Finds or makes the group of a hop. The caller has reserved space for a group. */
static uint32_t find_group(load_builder *m, const noc_hop *hop, noc_class class)
{
    noc_loads *loads = m->loads;
    uint32_t *link = &loads->first_group[hop->channel];
    while (*link != NOC_NONE) {
        if (loads->groups[*link].vcs == hop->vcs) return *link;
        link = &loads->groups[*link].next;
    }
    *link = loads->group_count;
    loads->groups[loads->group_count] =
        (noc_group){.channel = hop->channel, .vcs = hop->vcs, .next = NOC_NONE, .class = class};
    return loads->group_count++;
}

/* Finds or makes the pair (from, to). The caller has reserved space for a pair. */
static noc_pair_load *find_pair(load_builder *m, uint32_t from, uint32_t to)
{
    noc_loads *loads = m->loads;
    uint32_t *slot = find_slot(m, from, to);
    if (*slot == NOC_NONE) {
        *slot = loads->pair_count++;
        loads->pairs[*slot] = (noc_pair_load){.input_group = from, .output_group = to};
    }
    return &loads->pairs[*slot];
}

/* Stream of one packet per cycle, by network and class. */
typedef struct packet_unit {
    noc_stream stream;
    double carried_flits; /* flits, whatever cycles each needs */
} packet_unit;

static packet_unit packet_unit_of(const noc_system *system, noc_class class, uint16_t network)
{
    const noc_length_moments cycles = noc_lengths_in_port_cycles(system, class, network);
    return (packet_unit){{1.0, cycles.mean, cycles.square},
                         noc_system_mean_flits(system, class, network)};
}

static packet_unit *make_packet_units(const noc_system *system, noc_arena *arena)
{
    packet_unit *units =
        noc_arena_array(arena, NOC_CLASSES * (size_t)system->graph.network_count, sizeof *units);
    for (uint16_t n = 0; units && n < system->graph.network_count; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            units[n * NOC_CLASSES + k] = packet_unit_of(system, (noc_class)k, n);
    return units;
}

/* Sets the units of a class of traffic, if there are several classes. */
static void set_class_units(const noc_system *system, uint32_t traffic_class, packet_unit *units)
{
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_length_moments cycles = noc_class_in_port_cycles(system, traffic_class, n);
        units[n * NOC_CLASSES + NOC_REQUEST] = (packet_unit){
            {1.0, cycles.mean, cycles.square}, system->traffic.classes[traffic_class].mean_flits};
    }
}

/* Adds the pairs between a hop and its next hops, with packets at `rate`. The caller has reserved
 * space for one pair. False when out of memory. */
static bool add_hop_pairs(const noc_system *system, load_builder *m, uint32_t hop, double rate,
                          const packet_unit *unit)
{
    const noc_route_shares *route_shares = m->loads->route_shares;
    for (noc_hop_step step = noc_first_hop_step(&system->routes, route_shares, hop);
         step.hop != NOC_NONE; step = noc_next_hop_step(&system->routes, step)) {
        if (step.option != NOC_NONE && !reserve_group_and_pair(m)) return false;
        noc_pair_load *pair = find_pair(m, m->place_group[hop], m->place_group[step.hop]);
        add_stream(&pair->stream, rate * noc_hop_step_share(route_shares, step), &unit->stream);
    }
    return true;
}

/* Adds the packets whose latency a wait at a hop increases, and the shares of multicast packets. A
 * hop of a multicast packet has one next hop. */
static void add_delayed_packets(const noc_system *system, load_builder *m, uint32_t hop,
                                const noc_tree_rates *trees)
{
    noc_group *group = &m->loads->groups[m->place_group[hop]];
    const uint32_t next = system->routes.hops[hop].next;
    group->delayed_packets += trees->delayed_packets[hop];
    group->branch_waits += trees->branch_waits[hop];
    group->multicast_share += trees->multicast_packets[hop];
    group->mean_branches += trees->branch_packets[hop];
    if (next != NOC_NONE)
        find_pair(m, m->place_group[hop], m->place_group[next])->delayed_packets +=
            trees->next_delayed_packets[hop];
}

/* Divides the sums of a group by its packets. */
static void divide_by_packets(noc_group *group)
{
    group->branch_waits /= group->stream.packets;
    group->mean_branches =
        group->multicast_share > 0.0 ? group->mean_branches / group->multicast_share : 1.0;
    group->multicast_share /= group->stream.packets;
}

/* Sets the delayed packets where no packet forks: a wait increases the latency of each packet. */
static void set_delayed_packets(noc_loads *loads)
{
    for (uint32_t g = 0; g < loads->group_count; g++)
        loads->groups[g].delayed_packets = loads->groups[g].branch_waits =
            loads->groups[g].stream.packets;
    for (uint32_t p = 0; p < loads->pair_count; p++)
        loads->pairs[p].delayed_packets = loads->pairs[p].stream.packets;
}

/* Sums the rates of hops. `onward_rate`: rates from each hop to its next hop; `trees`: rates of
 * multicast packets; NULL: none. False when out of memory. */
static bool sum_hops(const noc_system *system, load_builder *m, const double *rate,
                     const double *onward_rate, const noc_tree_rates *trees,
                     const noc_class *classes, const packet_unit *units)
{
    noc_loads *loads = m->loads;
    for (uint32_t h = 0; h < system->routes.hop_count; h++) {
        const noc_hop *hop = &system->routes.hops[h];
        const uint16_t network = system->graph.channels[hop->channel].network;
        /* hop of another class of traffic, or of a node to itself where all packets are
         * multicast */
        if ((system->traffic.class_count > 1 || trees) && rate[h] == 0.0) continue;
        const packet_unit *unit = &units[network * NOC_CLASSES + (int)classes[h]];
        loads->channel_flits[hop->channel] += rate[h] * unit->stream.flits;
        loads->carried_flits[hop->channel] += rate[h] * unit->carried_flits;
        const double codec_cycles = rate[h] * noc_system_codec_cycles(system, hop->channel);
        loads->busy_cycles[hop->channel] += rate[h] * unit->stream.flits + codec_cycles;
        if (!noc_network_has_buffers(&system->graph.networks[network])) continue;
        if (!reserve_group_and_pair(m)) return false;
        const uint32_t group = m->place_group[h] = find_group(m, hop, classes[h]);
        add_stream(&loads->groups[group].stream, rate[h], &unit->stream);
        loads->groups[group].busy_cycles += rate[h] * unit->stream.flits + codec_cycles;
        if (!add_hop_pairs(system, m, h, onward_rate[h], unit)) return false;
        if (trees) add_delayed_packets(system, m, h, trees);
    }
    return true;
}

/* ---- merged flows --------------------------------------------------------------------------- */

/* Adds the packets of a class on a channel to their group. */
static void add_group(const noc_system *system, load_builder *m, uint32_t channel, noc_class class,
                      const packet_unit *units)
{
    noc_loads *loads = m->loads;
    const uint16_t network = system->graph.channels[channel].network;
    const packet_unit *unit = &units[network * NOC_CLASSES + (int)class];
    const double rate = system->merged_rates.packets[channel * NOC_CLASSES + class];
    const double codec_cycles = rate * noc_system_codec_cycles(system, channel);
    const noc_hop hop = {channel, system->graph.networks[network].vcs[class], NOC_NONE};
    loads->channel_flits[channel] += rate * unit->stream.flits;
    loads->carried_flits[channel] += rate * unit->carried_flits;
    loads->busy_cycles[channel] += rate * unit->stream.flits + codec_cycles;
    noc_group *group =
        &loads->groups[m->place_group[channel * NOC_CLASSES + class] = find_group(m, &hop, class)];
    add_stream(&group->stream, rate, &unit->stream);
    group->busy_cycles += rate * unit->stream.flits + codec_cycles;
}

/* Adds the pairs of an input group. False when out of memory. */
static bool add_pairs(const noc_system *system, load_builder *m, uint32_t channel, noc_class class,
                      const packet_unit *units)
{
    const noc_graph *g = &system->graph;
    const noc_channel *input = &g->channels[channel];
    const size_t input_place = (size_t)channel * NOC_CLASSES + class;
    const double *onward_rate =
        system->merged_rates.output_packets + input_place * system->merged_rates.max_outputs;
    if (input->kind == NOC_EJECTION) return true;
    const noc_router *router = &g->routers[input->to];
    for (uint32_t port = 0; port < router->outputs; port++) {
        if (!(onward_rate[port] > 0.0)) continue;
        if (!reserve_group_and_pair(m)) return false;
        const size_t output = g->outputs[router->first_output + port];
        noc_pair_load *pair =
            find_pair(m, m->place_group[input_place], m->place_group[output * NOC_CLASSES + class]);
        add_stream(&pair->stream, onward_rate[port],
                   &units[input->network * NOC_CLASSES + (int)class].stream);
    }
    return true;
}

/* Sums the rates of merged flows. False when out of memory. */
static bool sum_merged(const noc_system *system, load_builder *m, const packet_unit *units)
{
    const uint32_t channels = system->graph.channel_count;
    for (uint32_t c = 0; c < channels; c++)
        for (int k = 0; k < NOC_CLASSES; k++) {
            if (!(system->merged_rates.packets[c * NOC_CLASSES + (uint32_t)k] > 0.0)) continue;
            if (!reserve_group_and_pair(m)) return false;
            add_group(system, m, c, (noc_class)k, units);
        }
    for (uint32_t c = 0; c < channels; c++)
        for (int k = 0; k < NOC_CLASSES; k++)
            if (!add_pairs(system, m, c, (noc_class)k, units)) return false;
    return true;
}

/* ---- capacity of channels ------------------------------------------------------------------- */

/* Divides the flits of channels by the channels' capacities. */
static void divide_by_capacity(const noc_graph *g, noc_loads *loads)
{
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (noc_network_model_of(noc_graph_channel_network(g, c))->has_unlimited_channels)
            loads->channel_flits[c] = loads->busy_cycles[c] = 0.0;
        loads->busy_cycles[c] /= noc_channel_capacity(g, c);
    }
    for (uint32_t i = 0; i < loads->group_count; i++)
        loads->groups[i].busy_cycles /= noc_channel_capacity(g, loads->groups[i].channel);
}

/* ---- order of groups and pairs --------------------------------------------------------------- */

/* Lists that sort groups and pairs. */
typedef struct sorter {
    noc_loads *loads;
    /* [group]: first of its pairs in the second list; pairs, sorted by input group */
    uint32_t *first_pair, *sorted_pairs;
    uint32_t *group_number; /* [group]: number in the new order; NOC_NONE: not yet numbered */
    uint32_t numbered_count;
} sorter;

static void list_pairs(sorter *s)
{
    const noc_loads *l = s->loads;
    for (uint32_t i = 0; i < l->pair_count; i++) s->first_pair[l->pairs[i].input_group + 2]++;
    for (uint32_t g = 2; g <= l->group_count + 1; g++) s->first_pair[g] += s->first_pair[g - 1];
    for (uint32_t i = 0; i < l->pair_count; i++)
        s->sorted_pairs[s->first_pair[l->pairs[i].input_group + 1]++] = i;
}

/* Numbers a group after all groups to which its packets go next. */
static void number_group(sorter *s, uint32_t group)
{
    /* marks the group, which ends the recursion on cyclic routes */
    s->group_number[group] = s->loads->group_count;
    for (uint32_t k = s->first_pair[group]; k < s->first_pair[group + 1]; k++) {
        const uint32_t next_group = s->loads->pairs[s->sorted_pairs[k]].output_group;
        if (s->group_number[next_group] == NOC_NONE) number_group(s, next_group);
    }
    s->group_number[group] = s->numbered_count++;
}

static uint32_t group_number(const sorter *s, uint32_t group)
{
    return group == NOC_NONE ? NOC_NONE : s->group_number[group];
}

/* Copies groups and pairs in the new order to `groups` and `pairs`. */
static void reorder(const sorter *s, uint32_t channels, noc_group *groups, noc_pair_load *pairs)
{
    noc_loads *l = s->loads;
    for (uint32_t g = 0; g < l->group_count; g++) {
        groups[s->group_number[g]] = l->groups[g];
        groups[s->group_number[g]].next = group_number(s, l->groups[g].next);
        l->first_pair[s->group_number[g] + 1] = s->first_pair[g + 1] - s->first_pair[g];
    }
    for (uint32_t c = 0; c < channels; c++) l->first_group[c] = group_number(s, l->first_group[c]);
    for (uint32_t g = 0; g < l->group_count; g++) l->first_pair[g + 1] += l->first_pair[g];
    for (uint32_t g = 0; g < l->group_count; g++) {
        uint32_t place = l->first_pair[s->group_number[g]];
        for (uint32_t k = s->first_pair[g]; k < s->first_pair[g + 1]; k++, place++) {
            const noc_pair_load *pair = &l->pairs[s->sorted_pairs[k]];
            pairs[place] = (noc_pair_load){s->group_number[g], s->group_number[pair->output_group],
                                           pair->stream, pair->delayed_packets};
        }
    }
}

/* Numbers the groups in the order of the specified networks. */
static void number_groups(sorter *s, const noc_graph *g)
{
    const noc_loads *l = s->loads;
    uint16_t spec = 0;
    for (uint32_t i = 0; i < l->group_count; i++) s->group_number[i] = NOC_NONE;
    for (; s->numbered_count < l->group_count; spec++)
        for (uint32_t i = 0; i < l->group_count; i++)
            if (s->group_number[i] == NOC_NONE &&
                g->networks[g->channels[l->groups[i].channel].network].spec_index == spec)
                number_group(s, i);
}

/* Moves groups and pairs, sorted, from `scratch` to `arena`. */
static bool sort_groups(const noc_graph *g, noc_arena *scratch, noc_arena *arena, noc_loads *l)
{
    const uint32_t groups = l->group_count, pairs = l->pair_count;
    sorter s = {
        .loads = l,
        .first_pair = noc_arena_array(scratch, groups + 2u, sizeof *s.first_pair),
        .sorted_pairs = noc_arena_unset_array(scratch, pairs, sizeof *s.sorted_pairs),
        .group_number = noc_arena_unset_array(scratch, groups, sizeof *s.group_number),
    };
    noc_group *sorted_groups = noc_arena_unset_array(arena, groups, sizeof *sorted_groups);
    noc_pair_load *sorted_pairs = noc_arena_unset_array(arena, pairs, sizeof *sorted_pairs);
    l->first_pair = noc_arena_array(arena, groups + 1u, sizeof *l->first_pair);
    if (scratch->is_short || arena->is_short) return false;
    list_pairs(&s);
    number_groups(&s, g);
    reorder(&s, g->channel_count, sorted_groups, sorted_pairs);
    l->groups = sorted_groups;
    l->pairs = sorted_pairs;
    return true;
}

/* ---- loads of all flows ---------------------------------------------------------------------- */

double *noc_mean_flits(const noc_system *system, noc_arena *arena)
{
    const uint16_t networks = system->graph.network_count;
    double *flits = noc_arena_unset_array(arena, NOC_CLASSES * (size_t)networks, sizeof *flits);
    for (uint16_t n = 0; flits && n < networks; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            flits[n * NOC_CLASSES + k] = noc_system_mean_flits(system, (noc_class)k, n);
    return flits;
}

double noc_path_flits(const noc_system *system, const double *mean_flits, const noc_flow *flow,
                      const noc_path *path)
{
    const uint32_t first = system->routes.hops[path->first_hop].channel;
    const uint16_t network = system->graph.channels[first].network;
    if (system->traffic.class_count > 1)
        return flow->rate * path->probability *
               system->traffic.classes[flow->traffic_class].mean_flits;
    return flow->rate * path->probability * mean_flits[network * NOC_CLASSES + (int)flow->class];
}

/* Sums the rates along the trees of multicast packets. False when out of memory. */
static bool sum_trees(const noc_system *system, load_builder *m, const noc_class *classes,
                      const packet_unit *units)
{
    noc_tree_rates rates;
    return noc_tree_rates_find(system, m->arena, &rates) &&
           sum_hops(system, m, rates.packets, rates.onward_packets, &rates, classes, units);
}

/* Sums the rates along all hops of the stored flows. False when out of memory. */
static bool sum_stored(const noc_system *system, load_builder *m, packet_unit *units)
{
    noc_class *classes = noc_arena_array(m->arena, system->routes.hop_count, sizeof *classes);
    bool is_made = classes;
    for (uint32_t k = 0; k < system->traffic.class_count && is_made; k++) {
        NOC_AUTO_FREE double *rate = find_hop_rates(system, m->loads->route_shares, k, classes);
        if (system->traffic.class_count > 1) set_class_units(system, k, units);
        is_made = rate && (system->traffic.multicast_share > 0.0
                               ? sum_trees(system, m, classes, units)
                               : sum_hops(system, m, rate, rate, NULL, classes, units));
    }
    return is_made;
}

double *noc_class_hop_rates(const noc_system *system, const noc_route_shares *route_shares,
                            uint32_t traffic_class)
{
    NOC_AUTO_FREE noc_class *classes = calloc(system->routes.hop_count + 1, sizeof *classes);
    return classes ? find_hop_rates(system, route_shares, traffic_class, classes) : NULL;
}

noc_status noc_loads_new(const noc_system *system, noc_arena *arena, noc_loads *loads)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const uint32_t channels = system->graph.channel_count;
    const bool merged = system->merged_rates.packets;
    const size_t places = merged ? channels * NOC_CLASSES : system->routes.hop_count;
    *loads = (noc_loads){
        .first_group = noc_arena_unset_array(arena, channels, sizeof *loads->first_group),
        .channel_flits = noc_arena_array(arena, channels, sizeof *loads->channel_flits),
        .busy_cycles = noc_arena_array(arena, channels, sizeof *loads->busy_cycles),
        .carried_flits = noc_arena_array(arena, channels, sizeof *loads->carried_flits),
        .route_shares = system->routes.choices ? noc_route_shares_new(system, arena) : NULL,
    };
    packet_unit *units = make_packet_units(system, &scratch);
    load_builder m = {.arena = &scratch,
                      .loads = loads,
                      .place_group =
                          noc_arena_unset_array(&scratch, places, sizeof *m.place_group)};
    if (arena->is_short || scratch.is_short) return NOC_EFAILED;
    for (uint32_t c = 0; c < channels; c++) loads->first_group[c] = NOC_NONE;
    if (!(merged ? sum_merged(system, &m, units) : sum_stored(system, &m, units)))
        return NOC_EFAILED;
    if (system->traffic.multicast_share == 0.0) set_delayed_packets(loads);
    for (uint32_t g = 0; g < loads->group_count; g++) divide_by_packets(&loads->groups[g]);
    divide_by_capacity(&system->graph, loads);
    return sort_groups(&system->graph, &scratch, arena, loads) ? NOC_OK : NOC_EFAILED;
}

uint32_t noc_loads_busiest(const noc_loads *loads, uint32_t channel_count)
{
    uint32_t busiest = 0;
    for (uint32_t c = 1; c < channel_count; c++)
        if (loads->busy_cycles[c] > loads->busy_cycles[busiest]) busiest = c;
    return busiest;
}

double noc_loads_bound(const noc_system *system, const noc_loads *loads)
{
    const uint32_t busiest = noc_loads_busiest(loads, system->graph.channel_count);
    return system->traffic.injected_flits / loads->busy_cycles[busiest];
}

/* ---- shares at ports ------------------------------------------------------------------------- */

static uint32_t input_channel(const noc_loads *loads, const noc_pair_load *pair)
{
    return loads->groups[pair->input_group].channel;
}

static uint32_t output_channel(const noc_loads *loads, const noc_pair_load *pair)
{
    return loads->groups[pair->output_group].channel;
}

/* Lists that sort pairs by output channel. */
typedef struct pair_sorter {
    uint32_t *start;       /* [output channel]: first place */
    uint32_t *head, *tail; /* [input channel]: first and last place */
} pair_sorter;

static void sort_pairs(const noc_loads *loads, uint32_t channels, uint32_t *start, uint32_t *pairs)
{
    const uint32_t count = loads->pair_count;
    for (uint32_t i = 0; i < count; i++) start[output_channel(loads, &loads->pairs[i]) + 2]++;
    for (uint32_t k = 2; k <= channels + 1; k++) start[k] += start[k - 1];
    for (uint32_t i = 0; i < count; i++)
        pairs[start[output_channel(loads, &loads->pairs[i]) + 1]++] = i;
}

/* Links the pairs of an output channel that have equal input channels. */
static void link_pairs(const noc_loads *loads, uint32_t output, const pair_sorter *s,
                       noc_pair_rows *rows)
{
    for (uint32_t k = s->start[output]; k < s->start[output + 1]; k++)
        s->head[input_channel(loads, &loads->pairs[rows->pairs[k]])] = NOC_NONE;
    for (uint32_t k = s->start[output]; k < s->start[output + 1]; k++) {
        const uint32_t input = input_channel(loads, &loads->pairs[rows->pairs[k]]);
        *(s->head[input] == NOC_NONE ? &s->head[input] : &rows->next[s->tail[input]]) = k;
        s->tail[input] = k;
        rows->next[k] = NOC_NONE;
        rows->first[k] = s->head[input];
    }
}

bool noc_pair_rows_make(const noc_loads *loads, uint32_t channels, noc_arena *arena,
                        noc_pair_rows *rows)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t count = loads->pair_count;
    const pair_sorter s = {
        .start = noc_arena_array(&scratch, channels + 2u, sizeof *s.start),
        .head = noc_arena_unset_array(&scratch, channels, sizeof *s.head),
        .tail = noc_arena_unset_array(&scratch, channels, sizeof *s.tail),
    };
    *rows = (noc_pair_rows){
        .pairs = noc_arena_unset_array(arena, count, sizeof *rows->pairs),
        .first = noc_arena_unset_array(arena, count, sizeof *rows->first),
        .next = noc_arena_unset_array(arena, count, sizeof *rows->next),
    };
    if (scratch.is_short || arena->is_short) return false;
    sort_pairs(loads, channels, s.start, rows->pairs);
    for (uint32_t output = 0; output < channels; output++) link_pairs(loads, output, &s, rows);
    return true;
}

/* Shares at the ports of the pair at a place: sums over all pairs with equal ports. */
static noc_pair_shares pair_shares_at(const noc_loads *loads, const noc_pair_rows *rows,
                                      uint32_t place)
{
    const noc_pair_load *pair = &loads->pairs[rows->pairs[place]];
    const uint32_t input = input_channel(loads, pair), output = output_channel(loads, pair);
    double port_flits = 0.0, port_packets = 0.0, group_flits = 0.0, group_packets = 0.0;
    for (uint32_t k = rows->first[place]; k != NOC_NONE; k = rows->next[k]) {
        const noc_pair_load *other = &loads->pairs[rows->pairs[k]];
        port_flits += other->stream.flits;
        port_packets += other->stream.packets;
        if (other->output_group != pair->output_group) continue;
        group_flits += other->stream.flits;
        group_packets += other->stream.packets;
    }
    const noc_stream *output_stream = &loads->groups[pair->output_group].stream;
    return (noc_pair_shares){
        .output_flits = port_flits / loads->channel_flits[output],
        .input_flits = port_flits / loads->channel_flits[input],
        .group_flits = group_flits / output_stream->flits,
        .group_packets = group_packets / output_stream->packets,
        .pair_packets = pair->stream.packets / port_packets,
    };
}

void noc_pair_shares_fill(const noc_loads *loads, const noc_pair_rows *rows,
                          noc_pair_shares *shares)
{
    for (uint32_t k = 0; k < loads->pair_count; k++)
        shares[rows->pairs[k]] = pair_shares_at(loads, rows, k);
}

noc_status noc_pair_shares_find(const noc_loads *loads, uint32_t channels, noc_pair_shares *shares)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_pair_rows rows;
    if (!noc_pair_rows_make(loads, channels, &scratch, &rows)) return NOC_EFAILED;
    noc_pair_shares_fill(loads, &rows, shares);
    return NOC_OK;
}
