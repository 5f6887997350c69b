#include "analytic/unfair_shares.h"

#include <math.h>

#include "analytic/loads.h"
#include "base/auto.h"
#include "base/min_max.h"

/* Node of a tree of hops. Paths of requests to one destination form a tree with the terminal as its
 * root; paths merge at nodes. Nodes are numbered from the root, the children of a node one after
 * the other. */
typedef struct node {
    uint32_t parent, first_child, end_child;
} node;

/* Entry of a core: tree node at which its requests enter, and their rate. */
typedef struct entry {
    uint32_t core, node;
    double rate;
} entry;

/* Links between terminals (the first numbers) and hops, before tree nodes are numbered. */
typedef struct links {
    uint32_t *first_child, *next_child, *node_number;
    bool *is_linked;
} links;

/* Cases: memory nodes saturated one after the other, for each cap; all saturated at once, for one
 * cap. */
enum { SIMULTANEOUS = NOC_UNFAIR_CAPS, CASES, SIMULTANEOUS_CAP = 3 };

typedef struct case_values {
    double values[CASES];
} case_values;

/* State of the search: one tree at a time, of the saturated memory node. */
typedef struct share_search {
    const noc_system *system;
    uint32_t core_count, root_count;
    links hop_links;
    node *nodes;
    uint32_t node_count, *node_link; /* [number]: link */
    entry *entries;
    size_t entry_count;
    double *demanded_packets; /* [node]: packets that cores would send through the node */
    double *allowed_packets;  /* [node]: packets that routers grant at the node */
    double *core_rate;        /* [core]: granted rate; mean 1 */
    /* [core]: mean rate over the trees, by case; the sum until all trees are visited */
    case_values *core_mean;
    case_values *channel_flits; /* [channel]: flits at these rates, by case */
    double *mean_flits;         /* [network and class]: mean flits of a packet */
} share_search;

static void make_links(noc_arena *arena, size_t count, links *l)
{
    l->first_child = noc_arena_unset_array(arena, count, sizeof *l->first_child);
    l->next_child = noc_arena_unset_array(arena, count, sizeof *l->next_child);
    l->node_number = noc_arena_unset_array(arena, count, sizeof *l->node_number);
    l->is_linked = noc_arena_array(arena, count, sizeof *l->is_linked);
    for (size_t i = 0; l->first_child && i < count; i++) l->first_child[i] = NOC_NONE;
}

/* Makes the search, with memory of the arena. False when out of memory. */
static bool make_search(share_search *s, const noc_system *system, noc_arena *arena)
{
    const noc_graph *g = &system->graph;
    const size_t node_capacity = (size_t)g->terminal_count + system->routes.hop_count + 1;
    const size_t cores = g->compute_count;
    *s = (share_search){
        .system = system,
        .core_count = g->compute_count,
        .root_count = g->terminal_count,
        .nodes = noc_arena_unset_array(arena, node_capacity, sizeof *s->nodes),
        .node_link = noc_arena_unset_array(arena, node_capacity, sizeof *s->node_link),
        .entries = noc_arena_unset_array(arena, system->routes.path_count, sizeof *s->entries),
        .demanded_packets =
            noc_arena_unset_array(arena, node_capacity, sizeof *s->demanded_packets),
        .allowed_packets = noc_arena_unset_array(arena, node_capacity, sizeof *s->allowed_packets),
        .core_rate = noc_arena_unset_array(arena, cores, sizeof *s->core_rate),
        .core_mean = noc_arena_array(arena, cores, sizeof *s->core_mean),
        .channel_flits = noc_arena_array(arena, g->channel_count, sizeof *s->channel_flits),
        .mean_flits = noc_mean_flits(system, arena),
    };
    make_links(arena, node_capacity, &s->hop_links);
    return !arena->is_short;
}

/* ---- trees ---------------------------------------------------------------------------------- */

static void link_path(share_search *s, uint32_t hop, uint32_t destination)
{
    const noc_routes *routes = &s->system->routes;
    links *l = &s->hop_links;
    for (; hop != NOC_NONE && !l->is_linked[s->root_count + hop];
         hop = noc_routes_idle_next(routes, hop)) {
        const uint32_t next = noc_routes_idle_next(routes, hop);
        const uint32_t parent = next == NOC_NONE ? destination : s->root_count + next;
        const uint32_t child = s->root_count + hop;
        l->is_linked[child] = true;
        l->next_child[child] = l->first_child[parent];
        l->first_child[parent] = child;
    }
}

static void link_paths(share_search *s)
{
    const noc_system *system = s->system;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count && flow->class == NOC_REQUEST; i++)
            link_path(s, system->routes.paths[flow->route.first_path + i].first_hop,
                      flow->destination);
    }
}

/* Follows links without merges, which leave shares unchanged, to the next merge or to the end. */
static uint32_t skip_single(const links *l, uint32_t link)
{
    for (;;) {
        const uint32_t child = l->first_child[link];
        if (child == NOC_NONE || l->next_child[child] != NOC_NONE) return link;
        link = child;
    }
}

/* Numbers the nodes of a tree in breadth-first order. */
static void number_nodes(share_search *s, uint32_t root)
{
    s->node_link[0] = root;
    s->nodes[0].parent = NOC_NONE;
    s->node_count = 1;
    for (uint32_t n = 0; n < s->node_count; n++) {
        s->hop_links.node_number[s->node_link[n]] = n;
        s->nodes[n].first_child = s->node_count;
        for (uint32_t c = s->hop_links.first_child[s->node_link[n]]; c != NOC_NONE;
             c = s->hop_links.next_child[c]) {
            s->nodes[s->node_count].parent = n;
            s->node_link[s->node_count++] = skip_single(&s->hop_links, c);
        }
        s->nodes[n].end_child = s->node_count;
    }
}

static void add_entries(share_search *s, uint32_t root)
{
    const noc_system *system = s->system;
    s->entry_count = 0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST || flow->destination != root) continue;
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            s->entries[s->entry_count++] = (entry){
                .core = system->graph.terminals[flow->source].number,
                .node = s->hop_links.node_number[s->root_count + path->first_hop],
                .rate = flow->rate * path->probability,
            };
        }
    }
}

/* ---- round-robin shares --------------------------------------------------------------------- */

/* Sets the demands of nodes: each core demands `cap` times its rate. */
static void find_demands(share_search *s, double cap)
{
    for (uint32_t n = 0; n < s->node_count; n++) s->demanded_packets[n] = 0.0;
    for (size_t i = 0; i < s->entry_count; i++)
        s->demanded_packets[s->entries[i].node] += cap * s->entries[i].rate;
    for (uint32_t n = s->node_count; n-- > 1;)
        s->demanded_packets[s->nodes[n].parent] += s->demanded_packets[n];
}

/* Largest share of a node's allowance that a child can get (max-min fairness): children with
 * smaller demands get these, the others equal parts of the remainder. */
static double find_level(const share_search *s, const node *parent, double allowance)
{
    double level = 0.0;
    for (;;) {
        double small_demand = 0.0, large_count = 0.0;
        for (uint32_t n = parent->first_child; n < parent->end_child; n++) {
            const bool is_small = s->demanded_packets[n] < level;
            small_demand += is_small ? s->demanded_packets[n] : 0.0;
            large_count += is_small ? 0.0 : 1.0;
        }
        const double next_level = (allowance - small_demand) / large_count;
        if (!(large_count > 0.0 && next_level > level)) return level;
        level = next_level;
    }
}

/* Finds the packets granted at each node; the memory node accepts the cores' mean rate. */
static void find_allowed(share_search *s, double cap)
{
    s->allowed_packets[0] = s->demanded_packets[0] / cap;
    for (uint32_t n = 0; n < s->node_count; n++) {
        const node *parent = &s->nodes[n];
        if (parent->first_child == parent->end_child) continue;
        const double level = find_level(s, parent, s->allowed_packets[n]);
        for (uint32_t c = parent->first_child; c < parent->end_child; c++)
            s->allowed_packets[c] = min_of(level, s->demanded_packets[c]);
    }
}

/* Scales rates to a mean of 1, with none above the cap. */
static void cap_rates(double *rates, uint32_t count, double cap)
{
    double scale = -1.0, next_scale = 0.0;
    while (next_scale > scale) {
        double capped_sum = 0.0, uncapped_sum = 0.0;
        scale = next_scale;
        for (uint32_t k = 0; k < count; k++) {
            const bool is_capped = scale * rates[k] > cap;
            capped_sum += is_capped ? cap : 0.0;
            uncapped_sum += is_capped ? 0.0 : rates[k];
        }
        if (uncapped_sum > 0.0) next_scale = (count - capped_sum) / uncapped_sum;
    }
    for (uint32_t k = 0; k < count; k++) rates[k] = min_of(scale * rates[k], cap);
}

/* Finds the rates of cores. A core sends its requests in order, so its requests to the saturated
 * memory node set its rate; a core with several paths to the node waits for each in turn. */
static void find_rates(share_search *s, double cap)
{
    static const double negligible = 1e-9;
    const double mean = s->demanded_packets[0] / cap / s->core_count;
    for (uint32_t k = 0; k < s->core_count; k++) s->core_rate[k] = negligible;
    for (size_t i = 0; i < s->entry_count; i++) {
        const entry *e = &s->entries[i];
        s->core_rate[e->core] +=
            e->rate / mean * s->demanded_packets[e->node] / s->allowed_packets[e->node];
    }
    for (uint32_t k = 0; k < s->core_count; k++) s->core_rate[k] = cap / s->core_rate[k];
    cap_rates(s->core_rate, s->core_count, cap);
}

/* ---- flits of channels ---------------------------------------------------------------------- */

/* Adds the flits of a path, at the rates of its core. */
static void add_path(share_search *s, const noc_flow *flow, const noc_path *path)
{
    const noc_system *system = s->system;
    const noc_hop *hops = system->routes.hops;
    const uint32_t core = flow->class == NOC_REQUEST ? flow->source : flow->destination;
    const case_values *rates = &s->core_mean[system->graph.terminals[core].number];
    const double flits = noc_path_flits(system, s->mean_flits, flow, path);
    if (!noc_network_has_channels(
            noc_graph_channel_network(&system->graph, hops[path->first_hop].channel)))
        return;
    case_values path_flits;
    for (uint32_t i = 0; i < CASES; i++) path_flits.values[i] = flits * rates->values[i];
    for (uint32_t hop = path->first_hop; hop != NOC_NONE;
         hop = noc_routes_idle_next(&system->routes, hop)) {
        case_values *channel = &s->channel_flits[hops[hop].channel];
        for (uint32_t i = 0; i < CASES; i++) channel->values[i] += path_flits.values[i];
    }
}

static case_values find_busiest_flits(share_search *s)
{
    const noc_system *system = s->system;
    case_values busiest_flits = {{0.0}};
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++)
            add_path(s, flow, &system->routes.paths[flow->route.first_path + i]);
    }
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        for (uint32_t i = 0; i < CASES; i++)
            busiest_flits.values[i] =
                max_of(busiest_flits.values[i], s->channel_flits[c].values[i]);
    return busiest_flits;
}

/* ---- mean shares, and results ---------------------------------------------------------------- */

static double cap_of_index(uint32_t i)
{
    return exp2(i);
}

/* Adds the rates while one memory node is saturated. */
static void add_rates(share_search *s, uint32_t root)
{
    number_nodes(s, root);
    add_entries(s, root);
    for (uint32_t i = 0; i < NOC_UNFAIR_CAPS; i++) {
        find_demands(s, cap_of_index(i));
        find_allowed(s, cap_of_index(i));
        find_rates(s, cap_of_index(i));
        for (uint32_t k = 0; k < s->core_count; k++) s->core_mean[k].values[i] += s->core_rate[k];
        for (uint32_t k = 0; k < s->core_count && i == SIMULTANEOUS_CAP; k++)
            s->core_mean[k].values[SIMULTANEOUS] += 1.0 / s->core_rate[k];
    }
}

/* Finds the mean rates while all memory nodes are saturated: cores wait for each in turn. */
static void find_simultaneous_means(share_search *s)
{
    for (uint32_t k = 0; k < s->core_count; k++)
        s->core_rate[k] = 1.0 / s->core_mean[k].values[SIMULTANEOUS];
    cap_rates(s->core_rate, s->core_count, cap_of_index(SIMULTANEOUS_CAP));
    for (uint32_t k = 0; k < s->core_count; k++)
        s->core_mean[k].values[SIMULTANEOUS] = s->core_rate[k];
}

/* Finds the mean rates while memory nodes are saturated one after the other, each for a long
 * time. */
static void find_means(share_search *s)
{
    enum {
        TREES_MAX = 8
    }; /* largest number of trees; of more memory nodes only each k-th is used */
    const uint32_t tree_interval = s->system->graph.memory_count / (TREES_MAX + 1) + 1;
    uint32_t memory_count = 0, tree_count = 0;
    link_paths(s);
    for (uint32_t r = 0; r < s->root_count; r++) {
        if (s->hop_links.first_child[r] == NOC_NONE || memory_count++ % tree_interval != 0)
            continue;
        add_rates(s, r);
        tree_count++;
    }
    for (uint32_t k = 0; k < s->core_count; k++)
        for (uint32_t i = 0; i < NOC_UNFAIR_CAPS; i++) s->core_mean[k].values[i] /= tree_count;
    find_simultaneous_means(s);
}

static double share_deviation(const share_search *s, int i)
{
    double square = 0.0;
    for (uint32_t k = 0; k < s->core_count; k++) {
        const double difference = s->core_mean[k].values[i] - 1.0;
        square += difference * difference / s->core_count;
    }
    return sqrt(square);
}

noc_unfair_shares noc_find_unfair_shares(const noc_system *system)
{
    static const double rounding = 1e-6;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    share_search s;
    noc_unfair_shares u = {.largest_share = 1.0, .simultaneous_flits = 1.0};
    for (int i = 0; i < NOC_UNFAIR_CAPS; i++) u.busiest_flits[i] = 1.0;
    if (system->graph.memory_count == 0 || !make_search(&s, system, &scratch)) return u;
    find_means(&s);
    const case_values busiest_flits = find_busiest_flits(&s);
    for (int i = 1; i < NOC_UNFAIR_CAPS; i++)
        u.busiest_flits[i] = busiest_flits.values[i] / busiest_flits.values[0];
    for (int i = 1; i < NOC_UNFAIR_CAPS; i++) u.deviation[i] = share_deviation(&s, i);
    u.simultaneous_flits = busiest_flits.values[SIMULTANEOUS] / busiest_flits.values[0];
    for (uint32_t k = 0; k < s.core_count; k++)
        u.largest_share = fmax(u.largest_share, s.core_mean[k].values[NOC_UNFAIR_CAPS - 1]);
    if (u.largest_share < 1.0 + rounding) u.largest_share = 1.0;
    return u;
}

static double interpolate_caps(const double *values, double cap)
{
    const double position = fmin(fmax(log2(cap), 0.0), NOC_UNFAIR_CAPS - 1);
    const int lower_index = position < NOC_UNFAIR_CAPS - 1 ? (int)position : NOC_UNFAIR_CAPS - 2;
    return values[lower_index] +
           (position - lower_index) * (values[lower_index + 1] - values[lower_index]);
}

double noc_unfair_busiest_flits(const noc_unfair_shares *u, double cap)
{
    return interpolate_caps(u->busiest_flits, cap);
}

double noc_unfair_deviation(const noc_unfair_shares *u, double cap)
{
    return interpolate_caps(u->deviation, cap);
}
