#include "analytic/bound/bound.h"

#include <math.h>
#include <string.h>

#include "analytic/bound/bound_master.h"
#include "analytic/bound/bound_plans.h"
#include "analytic/bound/bound_traffic.h"
#include "analytic/bound/shortest_paths.h"
#include "analytic/loads.h"
#include "base/auto.h"

enum { ROUNDS_MAX = 2000 }; /* default of options->max_rounds */

/* weight of the best prices in the prices of a search; the rest is of the master's prices */
static const double smoothing = 0.5;
/* least saving of cost, in units of load_unit, for which a plan is kept */
static const double tolerance = 1e-9;

typedef struct bound_search {
    noc_arena *arena; /* memory of the search */
    const noc_system *system;
    const noc_bound_options *options;
    noc_bound *bound;
    noc_diag *diag;
    noc_bound_traffic traffic;
    noc_bound_twins twins;
    noc_bound_plans plans;
    noc_shortest_paths *paths;
    noc_master *master;
    /* [channel]: price of the master for a unit of load; price of the present search */
    double *master_prices, *search_prices;
    double *flit_prices; /* [channel]: price of the present search for a flit */
    double proven_load;  /* load that the busiest channel has at least, as the best prices prove */
    double reached_load; /* load of the busiest channel with the best mix */
} bound_search;

/* Returns the relative gap between the reached and the proven load. */
static double find_gap(const bound_search *s)
{
    return s->reached_load / s->proven_load - 1.0;
}

/* Reports the share of the search that is done, by the logarithm of the gap. False to stop. */
static bool report_progress(const bound_search *s)
{
    if (!s->options->progress) return true;
    const double gap = find_gap(s);
    const double share_done = gap > 0.0 && gap < 1.0 ? log(gap) / log(NOC_BOUND_GAP) : 0.0;
    return s->options->progress(s->options->context, share_done < 1.0 ? share_done : 1.0);
}

/* ---- plans of blocks ------------------------------------------------------------------------ */

/* Adds flits to a channel of the plan. A channel's load, in plans and in the master, is its flits
 * over its capacity in flits per cycle. */
static void add_flits(bound_search *s, uint32_t channel, double flits)
{
    noc_bound_plans_add_load(&s->plans, channel,
                             flits / noc_channel_capacity(&s->system->graph, channel));
}

/* Adds a flow to the plan, on the paths of the design's routing. */
static void route_flow(bound_search *s, const noc_flow *flow)
{
    const noc_routes *routes = &s->system->routes;
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &routes->paths[flow->route.first_path + i];
        const uint16_t network =
            s->system->graph.channels[routes->hops[path->first_hop].channel].network;
        const double flits = flow->rate * noc_flow_relative_length(&s->system->traffic, flow) *
                             path->probability *
                             noc_bound_traffic_flits(&s->traffic, flow->class, network);
        for (uint32_t h = path->first_hop; h != NOC_NONE && flits > 0.0;
             h = noc_routes_idle_next(routes, h))
            add_flits(s, routes->hops[h].channel, flits);
    }
}

/* End of the cheapest path for a kind of a flow's packets: the port; the cost of the kind's flits
 * on the path; these flits at unit rate. */
typedef struct cheapest_end {
    uint32_t port; /* NOC_NONE: no path */
    double price, flits;
} cheapest_end;

/* Finds the cheapest port, at the end of a flow that is not the root, for a kind of packets. */
static cheapest_end find_cheapest_end(const bound_search *s, const noc_bound_root *r,
                                      const noc_flow *flow, const noc_bound_kind *kind)
{
    const noc_graph *g = &s->system->graph;
    const bool is_forward = r->heading == NOC_HEADING_FORWARD;
    const noc_terminal *end = &g->terminals[is_forward ? flow->destination : flow->source];
    const uint32_t *ports =
        is_forward ? &g->ejections[end->first_ejection] : &g->injections[end->first_injection];
    const uint32_t count = is_forward ? end->ejections : end->injections;
    cheapest_end best = {NOC_NONE, INFINITY, 0.0};
    for (uint32_t i = 0; i < count; i++) {
        const double flits = flow->rate * noc_flow_relative_length(&s->system->traffic, flow) *
                             kind->flits[g->channels[ports[i]].network];
        const double price = noc_shortest_paths_price(s->paths, ports[i]) * flits;
        if (price < best.price) /* false if there is no path */
            best = (cheapest_end){ports[i], price, flits};
    }
    return best;
}

/* Adds each kind of a flow's packets to the plan, on the cheapest path to the other end. Returns
 * their cost. */
static double add_cheapest_flow(bound_search *s, const noc_bound_root *r, const noc_flow *flow)
{
    double total = 0.0;
    for (int k = 0; k < s->traffic.kind_count; k++) {
        if (s->traffic.kinds[k].class != r->class) continue;
        const cheapest_end best = find_cheapest_end(s, r, flow, &s->traffic.kinds[k]);
        for (uint32_t c = best.port; c != NOC_NONE; c = noc_shortest_paths_next(s->paths, c))
            add_flits(s, c, best.flits);
        total += best.price;
    }
    return total;
}

static const noc_flow *find_root_flow(const bound_search *s, const noc_bound_root *r, size_t flow)
{
    return &s->system->traffic.flows[s->traffic.flow_order[r->first + flow]];
}

/* Makes the first plan of every block from the design's routing. */
static noc_status make_first_plans(bound_search *s)
{
    int block = 0;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < s->traffic.root_count; i++) {
        const noc_bound_root *r = &s->traffic.roots[i];
        for (size_t f = 0; f < r->count && status == NOC_OK; f++) {
            route_flow(s, find_root_flow(s, r, f));
            if (noc_bound_traffic_ends_block(&s->traffic, r, f))
                status = noc_bound_plans_keep(&s->plans, block++, s->master, s->diag);
        }
    }
    return status;
}

/* Adds the plan under construction to the master if it lowers the cost of its block. */
static noc_status keep_useful_plan(bound_search *s, int block, int *kept_plans)
{
    if (noc_bound_plans_cost(&s->plans, s->master_prices) <
        noc_master_block_cost(s->master, block) - tolerance) {
        ++*kept_plans;
        return noc_bound_plans_keep(&s->plans, block, s->master, s->diag);
    }
    noc_bound_plans_drop(&s->plans);
    return NOC_OK;
}

/* Finds the cheapest plan of every block at the prices of the search, and keeps plans that lower
 * the cost of their block. *total: sum of the costs, a lower bound on the load of the busiest
 * channel. */
static noc_status find_cheapest_plans(bound_search *s, double *total, int *kept_plans)
{
    int block = 0;
    noc_status status = NOC_OK;
    *total = 0.0;
    *kept_plans = 0;
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        s->flit_prices[c] = s->search_prices[c] / noc_channel_capacity(&s->system->graph, c);
    for (size_t i = 0; i < s->traffic.root_count && status == NOC_OK; i++) {
        const noc_bound_root *r = &s->traffic.roots[i];
        noc_shortest_paths_find(s->paths, r->terminal, r->heading, r->class, s->flit_prices);
        for (size_t f = 0; f < r->count && status == NOC_OK; f++) {
            *total += add_cheapest_flow(s, r, find_root_flow(s, r, f));
            if (noc_bound_traffic_ends_block(&s->traffic, r, f))
                status = keep_useful_plan(s, block++, kept_plans);
        }
    }
    return status;
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Stores the flow of a mix of plans, if it is the best one so far. `mix`: [class and channel]: load
 * of the first twin. */
static void store_best_flow(bound_search *s, const double *mix)
{
    const uint32_t channels = s->system->graph.channel_count;
    double busiest = 0.0;
    for (uint32_t c = 0; c < channels; c++) busiest = fmax(busiest, mix[c] + mix[channels + c]);
    if (!(busiest < s->reached_load)) return;
    s->reached_load = busiest;
    for (int class = 0; class < NOC_CLASSES; class ++)
        for (uint32_t c = 0; c < channels; c++)
            s->bound->best_flow[class][c] =
                mix[(size_t) class * channels + s->twins.first_twins[c]] *
                noc_channel_capacity(&s->system->graph, c);
}

/* Stores the flow of the master's present mix, if it is the best one so far. */
static noc_status store_mix(bound_search *s)
{
    const size_t channels = s->system->graph.channel_count;
    NOC_AUTO_FREE double *mix = calloc(NOC_CLASSES * channels + 1, sizeof *mix);
    if (!mix || !noc_bound_plans_mix(&s->plans, s->master, s->traffic.block_classes,
                                     s->traffic.block_count, mix))
        return noc_fail_memory(s->diag);
    store_best_flow(s, mix);
    return NOC_OK;
}

/* Stores the master's prices, the price of a row split among its twins. */
static void store_prices(bound_search *s)
{
    noc_master_prices(s->master, s->search_prices);
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        s->master_prices[c] = s->search_prices[s->twins.first_twins[c]] /
                              s->twins.twin_counts[s->twins.first_twins[c]];
}

/* Solves the master, and stores its prices and its mix; an interrupted search stores nothing. */
static noc_status improve_mix(bound_search *s)
{
    bool is_optimal = false;
    while (!is_optimal) {
        const noc_status status = noc_master_solve(s->master, &is_optimal, s->diag);
        if (status != NOC_OK) return status;
        if (!is_optimal && !report_progress(s)) s->bound->is_interrupted = true;
        if (s->bound->is_interrupted) return NOC_OK;
    }
    store_prices(s);
    return store_mix(s);
}

/* Searches for plans at prices between the best prices and the master's. `weight`: share of the
 * best prices. */
static noc_status search_at_prices(bound_search *s, double weight, int *kept_plans)
{
    const uint32_t channels = s->system->graph.channel_count;
    double total = 0.0;
    for (uint32_t c = 0; c < channels; c++)
        s->search_prices[c] = weight * s->bound->prices[c] + (1.0 - weight) * s->master_prices[c];
    const noc_status status = find_cheapest_plans(s, &total, kept_plans);
    if (status == NOC_OK && total > s->proven_load) {
        s->proven_load = total;
        memcpy(s->bound->prices, s->search_prices, channels * sizeof *s->search_prices);
    }
    return status;
}

/* Improves mix and prices in turn, until the gap is closed or no plan is found. */
static noc_status run_rounds(bound_search *s)
{
    const int max_rounds = s->options->max_rounds ? s->options->max_rounds : ROUNDS_MAX;
    noc_bound *b = s->bound;
    noc_status status = NOC_OK;
    while (status == NOC_OK && b->rounds < max_rounds && !b->is_interrupted) {
        int kept_plans = 0;
        status = improve_mix(s);
        if (status != NOC_OK || b->is_interrupted) break;
        status = search_at_prices(s, b->rounds ? smoothing : 0.0, &kept_plans);
        if (status == NOC_OK && kept_plans == 0 && find_gap(s) > NOC_BOUND_GAP)
            status = search_at_prices(s, 0.0, &kept_plans);
        b->rounds++;
        if (find_gap(s) <= NOC_BOUND_GAP || kept_plans == 0) break;
        b->is_interrupted = !report_progress(s);
    }
    return status;
}

/* ---- whole search --------------------------------------------------------------------------- */

static bool make_room(bound_search *s)
{
    const size_t channels = s->system->graph.channel_count;
    noc_bound *b = s->bound;
    s->paths = noc_shortest_paths_new(&s->system->graph, s->arena);
    s->master_prices = noc_arena_array(s->arena, channels, sizeof *s->master_prices);
    s->search_prices = noc_arena_array(s->arena, channels, sizeof *s->search_prices);
    s->flit_prices = noc_arena_array(s->arena, channels, sizeof *s->flit_prices);
    b->prices = noc_arena_array(&b->arena, channels, sizeof *b->prices);
    for (int class = 0; class < NOC_CLASSES; class ++) {
        b->best_flow[class] = noc_arena_array(&b->arena, channels, sizeof *b->best_flow[class]);
        b->routing_flow[class] =
            noc_arena_array(&b->arena, channels, sizeof *b->routing_flow[class]);
    }
    return !b->arena.is_short && noc_bound_twins_find(&s->system->graph, s->arena, &s->twins) &&
           noc_bound_plans_new((uint32_t)channels, &s->twins, s->arena, &s->plans);
}

/* Stores the flits and the load of the design's routing. The load of its busiest channel becomes
 * the master's unit. */
static noc_status load_routing(bound_search *s)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_loads loads;
    const noc_system *system = s->system;
    const uint32_t channels = system->graph.channel_count;
    if (noc_loads_new(system, &scratch, &loads) != NOC_OK) return noc_fail_memory(s->diag);
    for (uint32_t g = 0; g < loads.group_count; g++)
        s->bound->routing_flow[loads.groups[g].class][loads.groups[g].channel] +=
            loads.groups[g].stream.flits;
    for (uint32_t c = 0; c < channels; c++)
        s->plans.load_unit = fmax(s->plans.load_unit,
                                  loads.channel_flits[c] / noc_channel_capacity(&system->graph, c));
    s->bound->routing_load = system->traffic.injected_flits / s->plans.load_unit;
    for (int class = 0; class < NOC_CLASSES; class ++)
        memcpy(s->bound->best_flow[class], s->bound->routing_flow[class],
               channels * sizeof *s->bound->best_flow[class]);
    return NOC_OK;
}

/* Prepares the search, with the design's routing as the first mix and the bound that equal prices
 * prove. */
static noc_status prepare_search(bound_search *s)
{
    if (!make_room(s) || !noc_bound_traffic_find(s->system, s->arena, &s->traffic))
        return noc_fail_memory(s->diag);
    noc_status status = load_routing(s);
    if (status != NOC_OK) return status;
    const uint32_t channels = s->system->graph.channel_count;
    s->master = noc_master_new((int)channels, s->traffic.block_count, s->arena, s->diag);
    if (!s->master) return NOC_EFAILED;
    status = make_first_plans(s);
    if (status != NOC_OK) return status;
    s->reached_load = s->plans.load_unit;
    int kept_plans = 0;
    for (uint32_t c = 0; c < channels; c++) s->master_prices[c] = 1.0 / channels;
    return search_at_prices(s, 0.0, &kept_plans);
}

/* Refuses a design with a network without channels; the message says what bounds that network. */
static noc_status refuse_circuits(const noc_system *system, noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    uint16_t n = 0;
    while (noc_network_has_channels(&g->networks[n])) n++;
    if (!noc_network_has_silicon(&g->networks[n]))
        return noc_fail(diag, NOC_EINPUT, NOC_NOWHERE,
                        "%s: an ideal network has no channels to bound; query states what its "
                        "flits_per_cycle allow",
                        system->design->name);
    return noc_fail(diag, NOC_EINPUT, NOC_NOWHERE,
                    "%s: the %s network has no routing to choose; its senders' windows or slices "
                    "bound it, and query states the load at which",
                    system->design->name, noc_switchings[g->networks[n].switching].name);
}

/* Refuses multicast packets, whose routes are trees, too many to search. */
static noc_status refuse_multicast(const noc_system *system, noc_diag *diag)
{
    return noc_fail(
        diag, NOC_EINPUT, NOC_NOWHERE,
        "%s: traffic.multicast.share = %g: no bound over all routings is known of packets "
        "to several nodes; query states where the design's own saturates "
        "(traffic.multicast.share = 0 bounds traffic to one node each)",
        system->design->name, system->traffic.multicast_share);
}

noc_status noc_bound_solve(const noc_system *system, const noc_bound_options *options,
                           noc_bound *bound, noc_diag *diag)
{
    *bound = (noc_bound){.offered = noc_system_highest_load(system)};
    if (!noc_graph_has_only_channels(&system->graph)) return refuse_circuits(system, diag);
    if (system->traffic.multicast_share > 0.0) return refuse_multicast(system, diag);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    bound_search s = {
        .arena = &arena, .system = system, .options = options, .bound = bound, .diag = diag};
    noc_status status = prepare_search(&s);
    if (status == NOC_OK) status = run_rounds(&s);
    if (status == NOC_OK) {
        bound->reached_load = system->traffic.injected_flits / s.reached_load;
        bound->bound = fmax(bound->reached_load, system->traffic.injected_flits / s.proven_load);
        bound->is_closed = find_gap(&s) <= NOC_BOUND_GAP;
        bound->plans = (int)s.plans.count;
    }
    noc_master_free(s.master);
    return status;
}

noc_bound_split noc_bound_find_split(const noc_graph *g, const double *flits, uint16_t network)
{
    double total_flits = 0.0, ejected_flits = 0.0, router_flits = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind == NOC_EJECTION) total_flits += flits[c];
        if (channel->network != network || channel->kind == NOC_INJECTION) continue;
        router_flits += flits[c]; /* a flit leaves each router by a link or an ejection channel */
        if (channel->kind == NOC_EJECTION) ejected_flits += flits[c];
    }
    return (noc_bound_split){total_flits > 0.0 ? ejected_flits / total_flits : NAN,
                             ejected_flits > 0.0 ? router_flits / ejected_flits : NAN};
}
