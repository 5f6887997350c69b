#include "analytic/loads.h"

#include <stdlib.h>

#include "analytic/multicast.h"
#include "analytic/network_model.h"
#include "network/graph/units.h"

static void add_stream(noc_stream *to, double packets, const noc_stream *unit)
{
    to->packets += packets;
    to->flits += packets * unit->flits;
    to->squares += packets * unit->squares;
}

/* Carries all flows to their destinations: a hop is stored after its next hops, so one walk from
 * the last hop to the first is enough. */
static inline void carry_on(const noc_system *system, const noc_route_shares *ways, double *rate,
                            noc_class *classes)
{
    const noc_routes *routes = &system->routes;
    for (uint32_t h = routes->hop_count; h-- > 0;)
        for (noc_way_step to = noc_ways_begin(routes, ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(routes, to)) {
            rate[to.hop] += rate[h] * noc_ways_share(ways, to);
            classes[to.hop] = classes[h];
        }
}

/* Finds the packet rate of each hop for a class of traffic. NULL when out of memory. */
static double *hop_rates(const noc_system *system, const noc_route_shares *ways,
                         uint32_t traffic_class, noc_class *classes)
{
    const noc_routes *routes = &system->routes;
    double *rate = calloc(routes->hop_count + 1, sizeof *rate);
    if (!rate) return NULL;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->traffic_class != traffic_class) continue;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &routes->paths[flow->route.first_path + i];
            rate[path->first] += flow->rate * path->probability;
            classes[path->first] = flow->class;
        }
    }
    if (ways)
        carry_on(system, ways, rate, classes);
    else
        carry_on(system, NULL, rate, classes); /* a plain loop */
    return rate;
}

/* State while groups and pairs are collected, which are usually far fewer than hops. */
typedef struct meeting {
    noc_loads *loads;
    uint32_t *group_of; /* [hop], or for merged flows [channel and class]: group */
    uint32_t group_room, pair_room;
    /* hash table of pairs by their two groups, with open addressing; large switches have a pair of
     * a group for each port. Size: a power of two, half of the slots free. */
    uint32_t *slots, slot_count;
} meeting;

/* Makes room for one more element of a list. */
static bool make_room(void **list, size_t size, uint32_t count, uint32_t *room)
{
    if (count < *room) return true;
    const size_t wanted = (size_t)count + count / 2 + 256;
    void *grown = realloc(*list, wanted * size);
    if (!grown) return false;
    *list = grown;
    *room = (uint32_t)wanted;
    return true;
}

/* Finds the slot of the pair (from, to), or a free slot for it. */
static uint32_t *slot_of(const meeting *m, uint32_t from, uint32_t to)
{
    const noc_pair_load *pairs = m->loads->pairs;
    const uint32_t mask = m->slot_count - 1;
    uint32_t at = (from * 0x9e3779b1u ^ to * 0x85ebca6bu) >> 7 & mask;
    while (m->slots[at] != NOC_NONE &&
           (pairs[m->slots[at]].from != from || pairs[m->slots[at]].to != to))
        at = (at + 1) & mask;
    return &m->slots[at];
}

static bool make_slots(meeting *m)
{
    if (m->slot_count >= 2 * (size_t)m->pair_room) return true;
    uint32_t count = 256;
    while (count < 2 * (size_t)m->pair_room) count *= 2;
    free(m->slots);
    m->slots = malloc(count * sizeof *m->slots);
    m->slot_count = count;
    for (uint32_t i = 0; m->slots && i < count; i++) m->slots[i] = NOC_NONE;
    for (uint32_t p = 0; m->slots && p < m->loads->pair_count; p++)
        *slot_of(m, m->loads->pairs[p].from, m->loads->pairs[p].to) = p;
    return m->slots;
}

static bool make_rooms(meeting *m)
{
    noc_loads *l = m->loads;
    void *groups = l->groups, *pairs = l->pairs;
    const bool made = make_room(&groups, sizeof *l->groups, l->group_count, &m->group_room) &&
                      make_room(&pairs, sizeof *l->pairs, l->pair_count, &m->pair_room);
    l->groups = groups;
    l->pairs = pairs;
    return made && make_slots(m);
}

/* Finds or makes the group of a hop. The caller has reserved space for a group. */
static uint32_t find_group(meeting *m, const noc_hop *hop, noc_class class)
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
static noc_pair_load *find_pair(meeting *m, uint32_t from, uint32_t to)
{
    noc_loads *loads = m->loads;
    uint32_t *slot = slot_of(m, from, to);
    if (*slot == NOC_NONE) {
        *slot = loads->pair_count++;
        loads->pairs[*slot] = (noc_pair_load){.from = from, .to = to};
    }
    return &loads->pairs[*slot];
}

/* Rates of one packet per cycle, by network and class. */
typedef struct unit {
    noc_stream stream;
    double moved; /* flits, whatever cycles each needs */
} unit;

static unit unit_of(const noc_system *system, noc_class class, uint16_t network)
{
    const noc_length_moments cycles = noc_lengths_in_port_cycles(system, class, network);
    return (unit){{1.0, cycles.mean, cycles.square}, noc_system_mean_flits(system, class, network)};
}

static unit *units_of(const noc_system *system)
{
    unit *units = calloc(NOC_CLASSES * (size_t)system->graph.network_count + 1, sizeof *units);
    for (uint16_t n = 0; units && n < system->graph.network_count; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            units[n * NOC_CLASSES + k] = unit_of(system, (noc_class)k, n);
    return units;
}

/* Replaces the units by those of one class of traffic, if there are several classes. */
static void specialise(const noc_system *system, uint32_t traffic_class, unit *units)
{
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_length_moments cycles = noc_class_in_port_cycles(system, traffic_class, n);
        units[n * NOC_CLASSES + NOC_REQUEST] =
            (unit){{1.0, cycles.mean, cycles.square}, system->traffic.classes[traffic_class].mean};
    }
}

/* Adds the pairs between a hop and its next hops, with packets at `rate`. The caller has reserved
 * space for one pair. False when out of memory. */
static bool add_pairs_of(const noc_system *system, meeting *m, uint32_t hop, double rate,
                         const unit *u)
{
    const noc_route_shares *ways = m->loads->ways;
    for (noc_way_step to = noc_ways_begin(&system->routes, ways, hop); to.hop != NOC_NONE;
         to = noc_ways_next(&system->routes, to)) {
        if (to.way != NOC_NONE && !make_rooms(m)) return false;
        noc_pair_load *pair = find_pair(m, m->group_of[hop], m->group_of[to.hop]);
        add_stream(&pair->stream, rate * noc_ways_share(ways, to), &u->stream);
    }
    return true;
}

/* Adds the packets whose latency a wait at a hop increases, and the shares of multicast packets. A
 * hop of a multicast packet has one next hop. */
static void follow_tree(const noc_system *system, meeting *m, uint32_t hop,
                        const noc_tree_rates *trees)
{
    noc_group *group = &m->loads->groups[m->group_of[hop]];
    const uint32_t next = system->routes.hops[hop].next;
    group->followed += trees->followed[hop];
    group->waited += trees->waited[hop];
    group->forking += trees->forking[hop];
    group->branches += trees->branching[hop];
    if (next != NOC_NONE)
        find_pair(m, m->group_of[hop], m->group_of[next])->followed += trees->along[hop];
}

/* Divides the sums of a group by its packets. */
static void share_tree(noc_group *group)
{
    group->waited /= group->stream.packets;
    group->branches = group->forking > 0.0 ? group->branches / group->forking : 1.0;
    group->forking /= group->stream.packets;
}

/* Sets the delayed packets where no packet forks: a wait increases the latency of each packet. */
static void follow_all(noc_loads *loads)
{
    for (uint32_t g = 0; g < loads->group_count; g++)
        loads->groups[g].followed = loads->groups[g].waited = loads->groups[g].stream.packets;
    for (uint32_t p = 0; p < loads->pair_count; p++)
        loads->pairs[p].followed = loads->pairs[p].stream.packets;
}

/* Sums the rates of hops. `onward_rate`: rates from each hop to its next hop; `trees`: rates of
 * multicast packets; NULL: none. False when out of memory. */
static bool sum_hops(const noc_system *system, meeting *m, const double *rate, const double *onward,
                     const noc_tree_rates *trees, const noc_class *classes, const unit *units)
{
    noc_loads *loads = m->loads;
    for (uint32_t h = 0; h < system->routes.hop_count; h++) {
        const noc_hop *hop = &system->routes.hops[h];
        const uint16_t network = system->graph.channels[hop->channel].network;
        /* hop of another class of traffic, or of a node to itself where all packets are
         * multicast */
        if ((system->traffic.class_count > 1 || trees) && rate[h] == 0.0) continue;
        const unit *u = &units[network * NOC_CLASSES + (int)classes[h]];
        loads->channel_flits[hop->channel] += rate[h] * u->stream.flits;
        loads->moved_flits[hop->channel] += rate[h] * u->moved;
        const double coded = rate[h] * noc_system_codec_cycles(system, hop->channel);
        loads->in_use[hop->channel] += rate[h] * u->stream.flits + coded;
        if (!noc_network_has_buffers(&system->graph.networks[network])) continue;
        if (!make_rooms(m)) return false;
        const uint32_t group = m->group_of[h] = find_group(m, hop, classes[h]);
        add_stream(&loads->groups[group].stream, rate[h], &u->stream);
        loads->groups[group].in_use += rate[h] * u->stream.flits + coded;
        if (!add_pairs_of(system, m, h, onward[h], u)) return false;
        if (trees) follow_tree(system, m, h, trees);
    }
    return true;
}

/* ---- merged flows --------------------------------------------------------------------------- */

/* Adds the packets of a class on a channel to their group. */
static void add_group(const noc_system *system, meeting *m, uint32_t channel, noc_class class,
                      const unit *units)
{
    noc_loads *loads = m->loads;
    const uint16_t network = system->graph.channels[channel].network;
    const unit *u = &units[network * NOC_CLASSES + (int)class];
    const double rate = system->merged.packets[channel * NOC_CLASSES + class];
    const double coded = rate * noc_system_codec_cycles(system, channel);
    const noc_hop hop = {channel, system->graph.networks[network].vcs[class], NOC_NONE};
    loads->channel_flits[channel] += rate * u->stream.flits;
    loads->moved_flits[channel] += rate * u->moved;
    loads->in_use[channel] += rate * u->stream.flits + coded;
    noc_group *group =
        &loads->groups[m->group_of[channel * NOC_CLASSES + class] = find_group(m, &hop, class)];
    add_stream(&group->stream, rate, &u->stream);
    group->in_use += rate * u->stream.flits + coded;
}

/* Adds the pairs of an input group. False when out of memory. */
static bool add_pairs(const noc_system *system, meeting *m, uint32_t channel, noc_class class,
                      const unit *units)
{
    const noc_graph *g = &system->graph;
    const noc_channel *in = &g->channels[channel];
    const size_t place = (size_t)channel * NOC_CLASSES + class;
    const double *onward = system->merged.onward + place * system->merged.ports;
    if (in->kind == NOC_EJECTION) return true;
    const noc_router *router = &g->routers[in->to];
    for (uint32_t port = 0; port < router->outputs; port++) {
        if (!(onward[port] > 0.0)) continue;
        if (!make_rooms(m)) return false;
        const size_t out = g->outputs[router->first_output + port];
        noc_pair_load *pair =
            find_pair(m, m->group_of[place], m->group_of[out * NOC_CLASSES + class]);
        add_stream(&pair->stream, onward[port],
                   &units[in->network * NOC_CLASSES + (int)class].stream);
    }
    return true;
}

/* Sums the rates of merged flows. False when out of memory. */
static bool sum_merged(const noc_system *system, meeting *m, const unit *units)
{
    const uint32_t channels = system->graph.channel_count;
    for (uint32_t c = 0; c < channels; c++)
        for (int k = 0; k < NOC_CLASSES; k++) {
            if (!(system->merged.packets[c * NOC_CLASSES + (uint32_t)k] > 0.0)) continue;
            if (!make_rooms(m)) return false;
            add_group(system, m, c, (noc_class)k, units);
        }
    for (uint32_t c = 0; c < channels; c++)
        for (int k = 0; k < NOC_CLASSES; k++)
            if (!add_pairs(system, m, c, (noc_class)k, units)) return false;
    return true;
}

/* ---- capacity of channels ------------------------------------------------------------------- */

/* Divides the flits of channels by the channels' capacities. */
static void divide_by_capacity(const noc_system *system, noc_loads *loads)
{
    const noc_graph *g = &system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&g->networks[n]);
        for (uint32_t c = 0; kind->capacity && c < g->channel_count; c++) {
            if (g->channels[c].network != n) continue;
            loads->channel_flits[c] /= kind->capacity(system, c);
            loads->in_use[c] = loads->channel_flits[c];
        }
    }
    for (uint32_t c = 0; c < g->channel_count; c++) loads->in_use[c] /= noc_channel_capacity(g, c);
    for (uint32_t i = 0; i < loads->group_count; i++)
        loads->groups[i].in_use /= noc_channel_capacity(g, loads->groups[i].channel);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Lists that sort groups and pairs. */
typedef struct sorter {
    noc_loads *loads;
    /* [group]: first of its pairs in the second list; pairs, sorted by input group */
    uint32_t *first, *by_group;
    uint32_t *number; /* [group]: number in the new order; NOC_NONE: not yet numbered */
    uint32_t numbered;
} sorter;

static void list_pairs(sorter *s)
{
    const noc_loads *l = s->loads;
    for (uint32_t i = 0; i < l->pair_count; i++) s->first[l->pairs[i].from + 2]++;
    for (uint32_t g = 2; g <= l->group_count + 1; g++) s->first[g] += s->first[g - 1];
    for (uint32_t i = 0; i < l->pair_count; i++) s->by_group[s->first[l->pairs[i].from + 1]++] = i;
}

/* Numbers a group after all groups to which its packets go next. */
static void number_group(sorter *s, uint32_t group)
{
    /* marks the group, which ends the recursion on cyclic routes */
    s->number[group] = s->loads->group_count;
    for (uint32_t k = s->first[group]; k < s->first[group + 1]; k++) {
        const uint32_t to = s->loads->pairs[s->by_group[k]].to;
        if (s->number[to] == NOC_NONE) number_group(s, to);
    }
    s->number[group] = s->numbered++;
}

static uint32_t number_of(const sorter *s, uint32_t group)
{
    return group == NOC_NONE ? NOC_NONE : s->number[group];
}

/* Copies groups and pairs in the new order to `groups` and `pairs`. */
static void put_in_order(const sorter *s, uint32_t channels, noc_group *groups,
                         noc_pair_load *pairs)
{
    noc_loads *l = s->loads;
    for (uint32_t g = 0; g < l->group_count; g++) {
        groups[s->number[g]] = l->groups[g];
        groups[s->number[g]].next = number_of(s, l->groups[g].next);
        l->first_pair[s->number[g] + 1] = s->first[g + 1] - s->first[g];
    }
    for (uint32_t c = 0; c < channels; c++) l->first_group[c] = number_of(s, l->first_group[c]);
    for (uint32_t g = 0; g < l->group_count; g++) l->first_pair[g + 1] += l->first_pair[g];
    for (uint32_t g = 0; g < l->group_count; g++) {
        uint32_t place = l->first_pair[s->number[g]];
        for (uint32_t k = s->first[g]; k < s->first[g + 1]; k++, place++) {
            const noc_pair_load *pair = &l->pairs[s->by_group[k]];
            pairs[place] =
                (noc_pair_load){s->number[g], s->number[pair->to], pair->stream, pair->followed};
        }
    }
}

/* Numbers the groups in the order of the specified networks. */
static void number_groups(sorter *s, const noc_graph *g)
{
    const noc_loads *l = s->loads;
    uint16_t spec = 0;
    for (uint32_t i = 0; i < l->group_count; i++) s->number[i] = NOC_NONE;
    for (; s->numbered < l->group_count; spec++)
        for (uint32_t i = 0; i < l->group_count; i++)
            if (s->number[i] == NOC_NONE &&
                g->networks[g->channels[l->groups[i].channel].network].spec == spec)
                number_group(s, i);
}

static bool sort_groups(noc_loads *l, const noc_graph *g)
{
    const uint32_t groups = l->group_count, pairs = l->pair_count;
    sorter s = {
        .loads = l,
        .first = calloc(groups + 2, sizeof *s.first),
        .by_group = malloc((pairs + 1) * sizeof *s.by_group),
        .number = malloc((groups + 1) * sizeof *s.number),
    };
    noc_group *sorted_groups = malloc((groups + 1) * sizeof *sorted_groups);
    noc_pair_load *sorted_pairs = malloc((pairs + 1) * sizeof *sorted_pairs);
    l->first_pair = calloc(groups + 1, sizeof *l->first_pair);
    const bool made =
        s.first && s.by_group && s.number && sorted_groups && sorted_pairs && l->first_pair;
    if (made) {
        list_pairs(&s);
        number_groups(&s, g);
        put_in_order(&s, g->channel_count, sorted_groups, sorted_pairs);
        free(l->groups);
        free(l->pairs);
        l->groups = sorted_groups;
        l->pairs = sorted_pairs;
    } else {
        free(sorted_groups);
        free(sorted_pairs);
    }
    free(s.first);
    free(s.by_group);
    free(s.number);
    return made;
}

/* ---- all ------------------------------------------------------------------------------------ */

double *noc_mean_flits(const noc_system *system)
{
    const uint16_t networks = system->graph.network_count;
    double *flits = malloc((NOC_CLASSES * (size_t)networks + 1) * sizeof *flits);
    for (uint16_t n = 0; flits && n < networks; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            flits[n * NOC_CLASSES + k] = noc_system_mean_flits(system, (noc_class)k, n);
    return flits;
}

double noc_path_flits(const noc_system *system, const double *mean, const noc_flow *flow,
                      const noc_path *path)
{
    const uint32_t first = system->routes.hops[path->first].channel;
    const uint16_t network = system->graph.channels[first].network;
    if (system->traffic.class_count > 1)
        return flow->rate * path->probability * system->traffic.classes[flow->traffic_class].mean;
    return flow->rate * path->probability * mean[network * NOC_CLASSES + (int)flow->class];
}

/* Sums the rates along the trees of multicast packets. False when out of memory. */
static bool sum_trees(const noc_system *system, meeting *m, const noc_class *classes,
                      const unit *units)
{
    noc_tree_rates rates;
    const bool made = noc_tree_rates_find(system, &rates) &&
                      sum_hops(system, m, rates.packets, rates.onward, &rates, classes, units);
    noc_tree_rates_clear(&rates);
    return made;
}

/* Sums the rates along all hops of the stored flows. False when out of memory. */
static bool sum_stored(const noc_system *system, meeting *m, unit *units)
{
    noc_class *classes = calloc(system->routes.hop_count + 1, sizeof *classes);
    bool made = classes;
    for (uint32_t k = 0; k < system->traffic.class_count && made; k++) {
        double *rate = hop_rates(system, m->loads->ways, k, classes);
        if (system->traffic.class_count > 1) specialise(system, k, units);
        made = rate && (system->traffic.multicast > 0.0
                            ? sum_trees(system, m, classes, units)
                            : sum_hops(system, m, rate, rate, NULL, classes, units));
        free(rate);
    }
    free(classes);
    return made;
}

double *noc_class_hop_rates(const noc_system *system, const noc_route_shares *ways,
                            uint32_t traffic_class)
{
    noc_class *classes = calloc(system->routes.hop_count + 1, sizeof *classes);
    double *rate = classes ? hop_rates(system, ways, traffic_class, classes) : NULL;
    free(classes);
    return rate;
}

noc_status noc_loads_new(const noc_system *system, noc_loads *loads)
{
    const uint32_t channels = system->graph.channel_count;
    const bool merged = system->merged.packets;
    const size_t places = merged ? channels * NOC_CLASSES : system->routes.hop_count;
    *loads = (noc_loads){0};
    unit *units = units_of(system);
    meeting m = {.loads = loads, .group_of = malloc((places + 1) * sizeof *m.group_of)};
    loads->first_group = malloc((channels + 1) * sizeof *loads->first_group);
    loads->channel_flits = calloc(channels + 1, sizeof *loads->channel_flits);
    loads->in_use = calloc(channels + 1, sizeof *loads->in_use);
    loads->moved_flits = calloc(channels + 1, sizeof *loads->moved_flits);
    if (system->routes.choices) loads->ways = noc_route_shares_new(system);
    bool made = (loads->ways || !system->routes.choices) && units && m.group_of &&
                loads->first_group && loads->channel_flits && loads->in_use && loads->moved_flits;
    if (made) {
        for (uint32_t c = 0; c < channels; c++) loads->first_group[c] = NOC_NONE;
        made = merged ? sum_merged(system, &m, units) : sum_stored(system, &m, units);
    }
    if (made) {
        if (system->traffic.multicast == 0.0) follow_all(loads);
        for (uint32_t g = 0; g < loads->group_count; g++) share_tree(&loads->groups[g]);
        divide_by_capacity(system, loads);
        made = sort_groups(loads, &system->graph);
    }
    free(units);
    free(m.group_of);
    free(m.slots);
    if (made) return NOC_OK;
    noc_loads_clear(loads);
    return NOC_EFAILED;
}

void noc_loads_clear(noc_loads *loads)
{
    free(loads->groups);
    free(loads->first_group);
    free(loads->pairs);
    free(loads->first_pair);
    free(loads->channel_flits);
    free(loads->in_use);
    free(loads->moved_flits);
    noc_route_shares_free(loads->ways);
    *loads = (noc_loads){0};
}

uint32_t noc_loads_busiest(const noc_loads *loads, uint32_t channel_count)
{
    uint32_t busiest = 0;
    for (uint32_t c = 1; c < channel_count; c++)
        if (loads->in_use[c] > loads->in_use[busiest]) busiest = c;
    return busiest;
}

double noc_loads_bound(const noc_system *system, const noc_loads *loads)
{
    const uint32_t busiest = noc_loads_busiest(loads, system->graph.channel_count);
    return system->traffic.injected_flits / loads->in_use[busiest];
}

/* ---- shares --------------------------------------------------------------------------------- */

static uint32_t in_channel(const noc_loads *loads, const noc_pair_load *pair)
{
    return loads->groups[pair->from].channel;
}

static uint32_t out_channel(const noc_loads *loads, const noc_pair_load *pair)
{
    return loads->groups[pair->to].channel;
}

/* Lists that sort pairs by output channel. */
typedef struct pair_sorter {
    uint32_t *start;       /* [output channel]: first place */
    uint32_t *head, *tail; /* [input channel]: first and last place */
} pair_sorter;

static void sort_pairs(const noc_loads *loads, uint32_t channels, uint32_t *start, uint32_t *pairs)
{
    const uint32_t count = loads->pair_count;
    for (uint32_t i = 0; i < count; i++) start[out_channel(loads, &loads->pairs[i]) + 2]++;
    for (uint32_t k = 2; k <= channels + 1; k++) start[k] += start[k - 1];
    for (uint32_t i = 0; i < count; i++)
        pairs[start[out_channel(loads, &loads->pairs[i]) + 1]++] = i;
}

/* Links the pairs of an output channel that have equal input channels. */
static void link_pairs(const noc_loads *loads, uint32_t out, const pair_sorter *s,
                       noc_pair_rows *rows)
{
    for (uint32_t k = s->start[out]; k < s->start[out + 1]; k++)
        s->head[in_channel(loads, &loads->pairs[rows->pairs[k]])] = NOC_NONE;
    for (uint32_t k = s->start[out]; k < s->start[out + 1]; k++) {
        const uint32_t in = in_channel(loads, &loads->pairs[rows->pairs[k]]);
        *(s->head[in] == NOC_NONE ? &s->head[in] : &rows->next[s->tail[in]]) = k;
        s->tail[in] = k;
        rows->next[k] = NOC_NONE;
        rows->first[k] = s->head[in];
    }
}

noc_status noc_pair_rows_make(const noc_loads *loads, uint32_t channels, noc_pair_rows *rows)
{
    const size_t count = loads->pair_count;
    const pair_sorter s = {
        .start = calloc(channels + 2, sizeof *s.start),
        .head = malloc((channels + 1) * sizeof *s.head),
        .tail = malloc((channels + 1) * sizeof *s.tail),
    };
    *rows = (noc_pair_rows){
        .pairs = malloc((count + 1) * sizeof *rows->pairs),
        .first = malloc((count + 1) * sizeof *rows->first),
        .next = malloc((count + 1) * sizeof *rows->next),
    };
    const bool made = s.start && s.head && s.tail && rows->pairs && rows->first && rows->next;
    if (made) sort_pairs(loads, channels, s.start, rows->pairs);
    for (uint32_t out = 0; made && out < channels; out++) link_pairs(loads, out, &s, rows);
    free(s.start);
    free(s.head);
    free(s.tail);
    return made ? NOC_OK : NOC_EFAILED;
}

void noc_pair_rows_clear(noc_pair_rows *rows)
{
    free(rows->pairs);
    free(rows->first);
    free(rows->next);
    *rows = (noc_pair_rows){.pairs = NULL};
}

/* Shares at the ports of the pair at a place: sums over all pairs with equal ports. */
static noc_pair_shares shares_at(const noc_loads *loads, const noc_pair_rows *rows, uint32_t place)
{
    const noc_pair_load *pair = &loads->pairs[rows->pairs[place]];
    const uint32_t in = in_channel(loads, pair), out = out_channel(loads, pair);
    double port = 0.0, port_packets = 0.0, group = 0.0, packets = 0.0;
    for (uint32_t k = rows->first[place]; k != NOC_NONE; k = rows->next[k]) {
        const noc_pair_load *other = &loads->pairs[rows->pairs[k]];
        port += other->stream.flits;
        port_packets += other->stream.packets;
        if (other->to != pair->to) continue;
        group += other->stream.flits;
        packets += other->stream.packets;
    }
    const noc_stream *to = &loads->groups[pair->to].stream;
    return (noc_pair_shares){
        .port = port / loads->channel_flits[out],
        .along = port / loads->channel_flits[in],
        .group = group / to->flits,
        .packet = packets / to->packets,
        .own = pair->stream.packets / port_packets,
    };
}

void noc_pair_shares_put(const noc_loads *loads, const noc_pair_rows *rows, noc_pair_shares *shares)
{
    for (uint32_t k = 0; k < loads->pair_count; k++)
        shares[rows->pairs[k]] = shares_at(loads, rows, k);
}

noc_status noc_pair_shares_find(const noc_loads *loads, uint32_t channels, noc_pair_shares *shares)
{
    noc_pair_rows rows;
    const noc_status status = noc_pair_rows_make(loads, channels, &rows);
    if (status == NOC_OK) noc_pair_shares_put(loads, &rows, shares);
    noc_pair_rows_clear(&rows);
    return status;
}
