#include "analytic/contention/choice.h"

#include <math.h>
#include <string.h>

#include "analytic/contention/choice_shares.h"
#include "base/auto.h"
#include "base/min_max.h"

/* Search for the least utilisation of the busiest channel: prices of channels, and the cheapest
 * routes at these prices. */
typedef struct market {
    const noc_shared_loads *shared;
    double *price;       /* [channel]: price of full utilisation; the sum is 1 */
    double *utilization; /* [channel]: utilisation if all packets choose the cheapest routes */
    double *cost;        /* [hop]: cost of a packet from here to its destination */
    uint32_t *chosen;    /* [hop]: cheapest alternative in the list that begins with this hop */
    double *rate;        /* [hop]: packets at unit rate */
} market;

/* Returns the cycles for which a packet of a hop occupies the hop's channel; 0: no packets. */
static double find_hop_use(const market *m, uint32_t hop)
{
    const uint32_t group = m->shared->hop_group[hop];
    return group == NOC_NONE ? 0.0 : m->shared->groups_per_packet[group].busy_cycles;
}

/* Finds the costs of hops. A hop comes after the hops to which it leads, and after the later
 * alternatives of its list. */
static void find_costs(market *m)
{
    const noc_routes *routes = &m->shared->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        const uint32_t other = noc_routes_alternative(routes, h);
        m->cost[h] = m->price[hop->channel] * find_hop_use(m, h);
        if (hop->next != NOC_NONE) m->cost[h] += m->cost[m->chosen[hop->next]];
        m->chosen[h] = h;
        if (other != NOC_NONE && m->cost[m->chosen[other]] < m->cost[h])
            m->chosen[h] = m->chosen[other];
    }
}

/* Routes all packets on the cheapest routes. Returns their total cost. */
static double route_packets(market *m)
{
    const noc_system *system = m->shared->system;
    double total_cost = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) m->utilization[c] = 0.0;
    for (uint32_t h = 0; h < system->routes.hop_count; h++) {
        m->rate[h] = m->shared->injected_packets[h];
        total_cost += m->rate[h] * m->cost[h];
    }
    for (uint32_t h = system->routes.hop_count; h-- > 0;) {
        const noc_hop *hop = &system->routes.hops[h];
        m->utilization[hop->channel] += m->rate[h] * find_hop_use(m, h);
        if (hop->next != NOC_NONE) m->rate[m->chosen[hop->next]] += m->rate[h];
    }
    return total_cost;
}

/* Raises the price of each channel, exponentially with its utilisation, and scales all prices to a
 * sum of 1. */
static void raise_prices(market *m)
{
    static const double step = 0.4;
    const uint32_t channels = m->shared->system->graph.channel_count;
    double max_utilization = 0.0, sum = 0.0;
    for (uint32_t c = 0; c < channels; c++)
        max_utilization = max_of(max_utilization, m->utilization[c]);
    for (uint32_t c = 0; c < channels; c++)
        sum += m->price[c] *= exp(step * m->utilization[c] / max_utilization);
    for (uint32_t c = 0; c < channels; c++) m->price[c] /= sum;
}

/* Returns a lower bound of the busiest channel's utilisation with any shares. At prices that sum to
 * 1 this utilisation is at least the cost of the cheapest routes (duality of linear programming);
 * multiplicative weights approach the best prices (Plotkin, Shmoys and Tardos 1995). */
static double find_utilization_bound(market *m)
{
    enum { ROUNDS_MAX = 64, ROUNDS_MIN = 12, HOPS = 2000000 };
    const noc_system *system = m->shared->system;
    const uint32_t rounds = HOPS / (system->routes.hop_count + 1u);
    const uint32_t count = rounds < ROUNDS_MIN   ? ROUNDS_MIN
                           : rounds > ROUNDS_MAX ? ROUNDS_MAX
                                                 : rounds;
    double bound = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        m->price[c] = 1.0 / system->graph.channel_count;
    for (uint32_t k = 0; k < count; k++) {
        find_costs(m);
        bound = max_of(bound, route_packets(m));
        raise_prices(m);
    }
    return bound;
}

/* Returns the offered load (flits per cycle of an injecting node) beyond which the busiest channel
 * is full with any shares: no network with these routes accepts more. The best prices would lower
 * the load by at most a few per cent. NAN when out of memory. docs/model.md (6a). */
static double find_load_bound(const noc_shared_loads *shared)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t channels = shared->system->graph.channel_count;
    const size_t hops = shared->system->routes.hop_count;
    market m = {.shared = shared,
                .price = noc_arena_array(&scratch, channels, sizeof *m.price),
                .utilization = noc_arena_array(&scratch, channels, sizeof *m.utilization),
                .cost = noc_arena_array(&scratch, hops, sizeof *m.cost),
                .chosen = noc_arena_array(&scratch, hops, sizeof *m.chosen),
                .rate = noc_arena_array(&scratch, hops, sizeof *m.rate)};
    const double utilization = scratch.is_short ? NAN : find_utilization_bound(&m);
    return shared->system->traffic.injected_flits / utilization;
}

/* ---- state that packets see ----------------------------------------------------------------- */

/* Returns the arrays of a state: by channel, outstanding flits and their variance; by group, owned
 * share and blocked flits. */
static noc_link_state split_state(double *state, uint32_t channels, uint32_t groups)
{
    double *group_state = state + 2 * (size_t)channels;
    return (noc_link_state){state, state + channels, group_state, group_state + groups};
}

/* Finds the rates at the present shares, and the pair shares at these rates. */
static void find_rates(noc_choice *c)
{
    noc_shared_loads_find(&c->shared, c->seen_parts.owned_share);
    noc_pair_shares_fill(&c->map->loads, &c->rows, c->map->shares);
}

/* ---- detours --------------------------------------------------------------------------------- */

/* Returns the cycles of a head from the sender of a channel to the sender of the next channel,
 * without waits. */
static double find_channel_cycles(const noc_graph *g, uint32_t channel)
{
    const noc_channel *ch = &g->channels[channel];
    const noc_network *net = &g->networks[ch->network];
    const double crossed = ch->kind == NOC_INJECTION ? 0.0 : net->vc.traverse_cycles;
    const double pipeline =
        ch->kind == NOC_EJECTION ? 0.0 : net->vc.router_stages - net->vc.traverse_cycles - 1.0;
    return crossed + ch->latency + 1.0 + pipeline;
}

/* Sums the cycles of all packets of each class on their routes, without waits. */
static void sum_route_cycles(const noc_choice *c, double sums[NOC_CLASSES])
{
    const noc_loads *l = &c->map->loads;
    for (int k = 0; k < NOC_CLASSES; k++) sums[k] = 0.0;
    for (uint32_t g = 0; g < l->group_count; g++)
        sums[l->groups[g].class] += l->groups[g].stream.packets *
                                    find_channel_cycles(&c->system->graph, l->groups[g].channel);
}

/* Returns the packets that wait before a full station in a group's buffers. */
static double count_waiting_packets(const noc_choice *c, uint32_t group)
{
    return c->seen_parts.blocked_flits[group] / c->shared.groups_per_packet[group].stream.flits;
}

/* Returns the cycles of all packets of a class of traffic, on their routes and before full
 * stations, at unit rate. */
static double sum_class_cycles(const noc_choice *c, uint32_t class)
{
    const noc_system *s = c->system;
    NOC_AUTO_FREE double *rate = noc_class_hop_rates(s, c->map->loads.route_shares, class);
    double sum = 0.0;
    for (uint32_t h = 0; rate && h < s->routes.hop_count; h++) {
        const uint32_t group = c->shared.hop_group[h];
        if (group == NOC_NONE || rate[h] == 0.0) continue;
        sum += rate[h] * find_channel_cycles(&s->graph, s->routes.hops[h].channel);
        const double waiting_packets = count_waiting_packets(c, group);
        if (waiting_packets > 0.0)
            sum +=
                rate[h] / c->map->loads.groups[group].stream.packets * (waiting_packets / c->rate);
    }
    return sum;
}

/* Finds the detour of each class. Packets that wait before full stations, over the packets per
 * cycle, are cycles of waits (Little's law). */
static void find_detour(noc_choice *c)
{
    const noc_loads *l = &c->map->loads;
    double sums[NOC_CLASSES], waiting_packets[NOC_CLASSES] = {0.0};
    sum_route_cycles(c, sums);
    for (uint32_t g = 0; g < l->group_count; g++)
        waiting_packets[l->groups[g].class] += count_waiting_packets(c, g);
    for (int k = 0; k < NOC_CLASSES; k++)
        c->detours[k] =
            c->packets[k] > 0.0
                ? (sums[k] - c->idle_cycles[k] + waiting_packets[k] / c->rate) / c->packets[k]
                : 0.0;
}

double noc_choice_class_detour(const noc_choice *c, uint32_t class)
{
    return (sum_class_cycles(c, class) - c->traffic_classes[class].idle_cycles) /
           c->traffic_classes[class].packets;
}

/* Returns the route of a decision that packets choose in an idle network. */
static uint32_t find_idle_route(const noc_route_shares *route_shares, uint32_t decision)
{
    uint32_t idle = route_shares->first_option[decision];
    for (uint32_t w = idle; w < route_shares->first_option[decision + 1]; w++)
        if (route_shares->options[w].bias < route_shares->options[idle].bias) idle = w;
    return idle;
}

void noc_choice_count_detours(const noc_choice *c, double *choices, double *detour_share)
{
    const noc_route_shares *route_shares = c->map->loads.route_shares;
    double packets = 0.0, choice_sum = 0.0, idle_sum = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) packets += c->packets[k];
    for (uint32_t d = 0; d < route_shares->decision_count; d++) {
        choice_sum += c->shared.decision_vcs[d].packets;
        idle_sum += c->shared.decision_vcs[d].packets *
                    route_shares->options[find_idle_route(route_shares, d)].share;
    }
    *choices = choice_sum / packets;
    *detour_share = choice_sum > 0.0 ? 1.0 - idle_sum / choice_sum : 0.0;
}

/* Gives each decision's idle route the share 1, and finds the cycles and packets of this state. */
static void find_idle_routes(noc_choice *c)
{
    noc_route_shares *route_shares = c->map->loads.route_shares;
    for (uint32_t w = 0; w < route_shares->option_count; w++) route_shares->options[w].share = 0.0;
    for (uint32_t d = 0; d < route_shares->decision_count; d++)
        route_shares->options[find_idle_route(route_shares, d)].share = 1.0;
    noc_shared_loads_find(&c->shared, c->seen_parts.owned_share);
    sum_route_cycles(c, c->idle_cycles);
    const noc_traffic *t = &c->system->traffic;
    for (uint32_t k = 0; t->class_count > 1 && k < t->class_count; k++)
        c->traffic_classes[k].idle_cycles = sum_class_cycles(c, k);
    for (size_t f = 0; f < t->flow_count; f++) {
        const noc_flow *flow = &t->flows[f];
        c->packets[flow->class] += flow->rate;
        c->traffic_classes[flow->traffic_class].packets += flow->rate;
    }
}

/* ---- symmetry -------------------------------------------------------------------------------- */

/* Finds the symmetry of queues at one load, with shares from M/M/1 servers. Queues that are equal
 * at one load are equal at all loads, except by chance, which is unlikely for shares of a busy
 * network. */
static noc_status find_symmetry(noc_choice *c)
{
    enum { ROUNDS = 3 };
    static const double busy = 0.6;
    const noc_loads *l = &c->map->loads;
    const uint32_t channels = c->system->graph.channel_count;
    for (int round = 0; round < ROUNDS; round++) {
        const double rate = busy / l->busy_cycles[noc_loads_busiest(l, channels)];
        for (uint32_t ch = 0; ch < channels; ch++) {
            const double utilization = min_of(rate * l->busy_cycles[ch], busy);
            const double flits_per_use =
                find_channel_cycles(&c->system->graph, ch) + utilization / (1.0 - utilization);
            c->seen_parts.outstanding_flits[ch] = c->seen_parts.outstanding_variance[ch] =
                utilization * flits_per_use;
        }
        for (uint32_t g = 0; g < l->group_count; g++)
            c->seen_parts.owned_share[g] = min_of(
                rate * l->groups[g].busy_cycles / __builtin_popcount(l->groups[g].vcs), busy);
        noc_choice_find_shares(c);
        find_rates(c);
    }
    memset(c->state, 0, c->size * sizeof *c->state);
    return noc_symmetry_find(c->system, l, c->map->shares, &c->map->arena, &c->map->symmetry);
}

/* ---- the fixed point --------------------------------------------------------------------------
 */

/* Share of the first move that is made, and its decay: steps shrink so that oscillations converge
 * to their mean (Robbins and Monro 1951). */
static const double first_step = 0.6, step_decay = 0.35;

void noc_choice_begin(noc_choice *c, double rate, const double *state)
{
    c->rate = rate;
    for (size_t i = 0; i < c->size; i++) c->state[i] = max_of(state[i], 0.0);
    for (uint32_t g = 0; g < c->map->loads.group_count; g++)
        c->seen_parts.owned_share[g] = min_of(c->seen_parts.owned_share[g], 1.0);
    for (uint32_t w = 0; w < c->map->loads.route_shares->option_count; w++) c->moves[w] = 0.0;
    c->step_share = first_step;
    c->mean_move = 1.0; /* unknown before the first move */
    c->reversals = 0;
    noc_choice_find_shares(c);
    find_rates(c);
    find_detour(c);
}

/* Updates the mean move of shares over all packets, smoothed so that moves to and fro cancel;
 * counts successive reversals; shrinks the step. */
static void record_move(noc_choice *c)
{
    static const double last_weight = 0.5; /* weight of earlier moves */
    const noc_route_shares *route_shares = c->map->loads.route_shares;
    double moved = 0.0, reversal_sum = 0.0, packets = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++) packets += c->packets[k];
    for (uint32_t d = 0; d < route_shares->decision_count; d++)
        for (uint32_t w = route_shares->first_option[d]; w < route_shares->first_option[d + 1];
             w++) {
            const double move =
                (route_shares->options[w].share - c->last_shares[w]) / c->step_share;
            const double packet_rate = c->shared.decision_vcs[d].packets;
            reversal_sum += packet_rate * move * c->moves[w];
            c->moves[w] = last_weight * c->moves[w] + (1.0 - last_weight) * move;
            moved += 0.5 * packet_rate * fabs(c->moves[w]);
        }
    c->mean_move = moved / packets;
    c->reversals = reversal_sum < 0.0 ? c->reversals + 1 : 0;
    c->step_share /= 1.0 + step_decay * c->step_share;
}

void noc_choice_move(noc_choice *c)
{
    const noc_route_shares *route_shares = c->map->loads.route_shares;
    for (size_t i = 0; i < c->size; i++)
        c->state[i] += c->step_share * (c->swept_state[i] - c->state[i]);
    for (uint32_t w = 0; w < route_shares->option_count; w++)
        c->last_shares[w] = route_shares->options[w].share;
    noc_choice_find_shares(c);
    record_move(c);
    find_rates(c);
    find_detour(c);
}

/* ---- making ------------------------------------------------------------------------------------
 */

static bool make_arrays(noc_choice *c, noc_arena *arena)
{
    const uint32_t channels = c->system->graph.channel_count;
    const uint32_t options = c->map->loads.route_shares->option_count;
    c->size = 2 * ((size_t)channels + c->map->loads.group_count);
    c->state = noc_arena_array(arena, c->size, sizeof *c->state);
    c->swept_state = noc_arena_array(arena, c->size, sizeof *c->swept_state);
    c->moves = noc_arena_array(arena, options, sizeof *c->moves);
    c->last_shares = noc_arena_array(arena, options, sizeof *c->last_shares);
    if (arena->is_short) return false;
    c->seen_parts = split_state(c->state, channels, c->map->loads.group_count);
    c->swept_parts = split_state(c->swept_state, channels, c->map->loads.group_count);
    return noc_choice_allocate(c, arena);
}

noc_choice *noc_choice_new(const noc_system *system, noc_flow_map *map, noc_arena *arena)
{
    noc_choice *c = noc_arena_array(arena, 1, sizeof *c);
    if (!c) return NULL;
    c->system = system;
    c->map = map;
    if (noc_shared_loads_make(system, &map->loads, &map->arena, &c->shared) &&
        make_arrays(c, arena) &&
        noc_pair_rows_make(&map->loads, system->graph.channel_count, &map->arena, &c->rows)) {
        find_idle_routes(c);
        c->load_bound = find_load_bound(&c->shared);
        if (find_symmetry(c) == NOC_OK) return c;
    }
    return NULL;
}
