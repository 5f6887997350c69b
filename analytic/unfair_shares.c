#include "analytic/unfair_shares.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"
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
    uint32_t *first_child, *next_child, *number;
    bool *seen;
} links;

/* Cases: memory nodes saturated one after the other, for each cap; all saturated at once, for one
 * cap. */
enum { AT_ONCE = NOC_UNFAIR_CAPS, CASES, CAP_AT_ONCE = 3 };

typedef struct by_case {
    double of[CASES];
} by_case;

/* State of the search: one tree at a time, of the saturated memory node. */
typedef struct shares {
    const noc_system *system;
    uint32_t cores, roots;
    links links;
    node *nodes;
    uint32_t node_count, *order; /* [number]: link */
    entry *entries;
    size_t entry_count;
    double *demand;  /* [node]: packets that cores would send through the node */
    double *allowed; /* [node]: packets that routers grant at the node */
    double *rates;   /* [core]: granted rate; mean 1 */
    /* [core]: mean rate over the trees, by case; the sum until all trees are visited */
    by_case *means;
    by_case *flits; /* [channel]: flits at these rates, by case */
    double *mean;   /* [network and class]: mean flits of a packet */
} shares;

static bool make_links(links *l, size_t count)
{
    l->first_child = malloc(count * sizeof *l->first_child);
    l->next_child = malloc(count * sizeof *l->next_child);
    l->number = malloc(count * sizeof *l->number);
    l->seen = calloc(count, sizeof *l->seen);
    if (!l->first_child || !l->next_child || !l->number || !l->seen) return false;
    for (size_t i = 0; i < count; i++) l->first_child[i] = NOC_NONE;
    return true;
}

static bool make(shares *s, const noc_system *system)
{
    const noc_graph *g = &system->graph;
    const size_t most = (size_t)g->terminal_count + system->routes.hop_count + 1;
    const size_t cores = g->compute_count;
    *s = (shares){.system = system, .cores = g->compute_count, .roots = g->terminal_count};
    s->nodes = malloc(most * sizeof *s->nodes);
    s->order = malloc(most * sizeof *s->order);
    s->entries = malloc((system->routes.path_count + 1) * sizeof *s->entries);
    s->demand = malloc(most * sizeof *s->demand);
    s->allowed = malloc(most * sizeof *s->allowed);
    s->rates = malloc((cores + 1) * sizeof *s->rates);
    s->means = calloc(cores + 1, sizeof *s->means);
    s->flits = calloc(g->channel_count + 1, sizeof *s->flits);
    s->mean = noc_mean_flits(system);
    return make_links(&s->links, most) && s->nodes && s->order && s->entries && s->demand &&
           s->allowed && s->rates && s->means && s->flits && s->mean;
}

static void clear(shares *s)
{
    free(s->links.first_child);
    free(s->links.next_child);
    free(s->links.number);
    free(s->links.seen);
    free(s->nodes);
    free(s->order);
    free(s->entries);
    free(s->demand);
    free(s->allowed);
    free(s->rates);
    free(s->means);
    free(s->flits);
    free(s->mean);
}

/* ---- trees ---------------------------------------------------------------------------------- */

static void link_path(shares *s, uint32_t hop, uint32_t destination)
{
    const noc_routes *routes = &s->system->routes;
    links *l = &s->links;
    for (; hop != NOC_NONE && !l->seen[s->roots + hop]; hop = noc_routes_onward(routes, hop)) {
        const uint32_t next = noc_routes_onward(routes, hop);
        const uint32_t parent = next == NOC_NONE ? destination : s->roots + next;
        const uint32_t child = s->roots + hop;
        l->seen[child] = true;
        l->next_child[child] = l->first_child[parent];
        l->first_child[parent] = child;
    }
}

static void link_paths(shares *s)
{
    const noc_system *system = s->system;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths && flow->class == NOC_REQUEST; i++)
            link_path(s, system->routes.paths[flow->route.first_path + i].first, flow->destination);
    }
}

/* Follows links without merges, which leave shares unchanged, to the next merge or to the end. */
static uint32_t skip_single(const links *l, uint32_t at)
{
    for (;;) {
        const uint32_t child = l->first_child[at];
        if (child == NOC_NONE || l->next_child[child] != NOC_NONE) return at;
        at = child;
    }
}

/* Numbers the nodes of a tree in breadth-first order. */
static void number_nodes(shares *s, uint32_t root)
{
    s->order[0] = root;
    s->nodes[0].parent = NOC_NONE;
    s->node_count = 1;
    for (uint32_t n = 0; n < s->node_count; n++) {
        s->links.number[s->order[n]] = n;
        s->nodes[n].first_child = s->node_count;
        for (uint32_t c = s->links.first_child[s->order[n]]; c != NOC_NONE;
             c = s->links.next_child[c]) {
            s->nodes[s->node_count].parent = n;
            s->order[s->node_count++] = skip_single(&s->links, c);
        }
        s->nodes[n].end_child = s->node_count;
    }
}

static void add_entries(shares *s, uint32_t root)
{
    const noc_system *system = s->system;
    s->entry_count = 0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST || flow->destination != root) continue;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            s->entries[s->entry_count++] = (entry){
                .core = system->graph.terminals[flow->source].number,
                .node = s->links.number[s->roots + path->first],
                .rate = flow->rate * path->probability,
            };
        }
    }
}

/* ---- round-robin shares --------------------------------------------------------------------- */

/* Sets the demands of nodes: each core demands `cap` times its rate. */
static void find_demands(shares *s, double cap)
{
    for (uint32_t n = 0; n < s->node_count; n++) s->demand[n] = 0.0;
    for (size_t i = 0; i < s->entry_count; i++)
        s->demand[s->entries[i].node] += cap * s->entries[i].rate;
    for (uint32_t n = s->node_count; n-- > 1;) s->demand[s->nodes[n].parent] += s->demand[n];
}

/* Largest share of a node's allowance that a child can get (max-min fairness): children with
 * smaller demands get these, the others equal parts of the remainder. */
static double level_of(const shares *s, const node *parent, double allowed)
{
    double level = 0.0;
    for (;;) {
        double small = 0.0, large = 0.0;
        for (uint32_t n = parent->first_child; n < parent->end_child; n++) {
            const bool is_small = s->demand[n] < level;
            small += is_small ? s->demand[n] : 0.0;
            large += is_small ? 0.0 : 1.0;
        }
        const double next = (allowed - small) / large;
        if (!(large > 0.0 && next > level)) return level;
        level = next;
    }
}

/* Finds the packets granted at each node; the memory node accepts the cores' mean rate. */
static void find_allowed(shares *s, double cap)
{
    s->allowed[0] = s->demand[0] / cap;
    for (uint32_t n = 0; n < s->node_count; n++) {
        const node *parent = &s->nodes[n];
        if (parent->first_child == parent->end_child) continue;
        const double level = level_of(s, parent, s->allowed[n]);
        for (uint32_t c = parent->first_child; c < parent->end_child; c++)
            s->allowed[c] = min_of(level, s->demand[c]);
    }
}

/* Scales rates to a mean of 1, with none above the cap. */
static void cap_rates(double *rates, uint32_t count, double cap)
{
    double scale = -1.0, next = 0.0;
    while (next > scale) {
        double capped = 0.0, others = 0.0;
        scale = next;
        for (uint32_t k = 0; k < count; k++) {
            const bool is_capped = scale * rates[k] > cap;
            capped += is_capped ? cap : 0.0;
            others += is_capped ? 0.0 : rates[k];
        }
        if (others > 0.0) next = (count - capped) / others;
    }
    for (uint32_t k = 0; k < count; k++) rates[k] = min_of(scale * rates[k], cap);
}

/* Finds the rates of cores. A core sends its requests in order, so its requests to the saturated
 * memory node set its rate; a core with several paths to the node waits for each in turn. */
static void find_rates(shares *s, double cap)
{
    static const double hardly = 1e-9;
    const double mean = s->demand[0] / cap / s->cores;
    for (uint32_t k = 0; k < s->cores; k++) s->rates[k] = hardly;
    for (size_t i = 0; i < s->entry_count; i++) {
        const entry *e = &s->entries[i];
        s->rates[e->core] += e->rate / mean * s->demand[e->node] / s->allowed[e->node];
    }
    for (uint32_t k = 0; k < s->cores; k++) s->rates[k] = cap / s->rates[k];
    cap_rates(s->rates, s->cores, cap);
}

/* ---- flits of channels ---------------------------------------------------------------------- */

/* Adds the flits of a path, at the rates of its core. */
static void add_path(shares *s, const noc_flow *flow, const noc_path *path)
{
    const noc_system *system = s->system;
    const noc_hop *hops = system->routes.hops;
    const uint32_t core = flow->class == NOC_REQUEST ? flow->source : flow->destination;
    const by_case *rates = &s->means[system->graph.terminals[core].number];
    const double flits = noc_path_flits(system, s->mean, flow, path);
    if (!noc_network_has_channels(noc_graph_network_of(&system->graph, hops[path->first].channel)))
        return;
    by_case added;
    for (uint32_t i = 0; i < CASES; i++) added.of[i] = flits * rates->of[i];
    for (uint32_t hop = path->first; hop != NOC_NONE;
         hop = noc_routes_onward(&system->routes, hop)) {
        by_case *channel = &s->flits[hops[hop].channel];
        for (uint32_t i = 0; i < CASES; i++) channel->of[i] += added.of[i];
    }
}

static by_case busiest(shares *s)
{
    const noc_system *system = s->system;
    by_case most = {{0.0}};
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths; i++)
            add_path(s, flow, &system->routes.paths[flow->route.first_path + i]);
    }
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        for (uint32_t i = 0; i < CASES; i++) most.of[i] = max_of(most.of[i], s->flits[c].of[i]);
    return most;
}

/* ---- all together --------------------------------------------------------------------------- */

static double cap_at(uint32_t i)
{
    return exp2(i);
}

/* Adds the rates while one memory node is saturated. */
static void add_rates(shares *s, uint32_t root)
{
    number_nodes(s, root);
    add_entries(s, root);
    for (uint32_t i = 0; i < NOC_UNFAIR_CAPS; i++) {
        find_demands(s, cap_at(i));
        find_allowed(s, cap_at(i));
        find_rates(s, cap_at(i));
        for (uint32_t k = 0; k < s->cores; k++) s->means[k].of[i] += s->rates[k];
        for (uint32_t k = 0; k < s->cores && i == CAP_AT_ONCE; k++)
            s->means[k].of[AT_ONCE] += 1.0 / s->rates[k];
    }
}

/* Finds the mean rates while all memory nodes are saturated: cores wait for each in turn. */
static void find_means_at_once(shares *s)
{
    for (uint32_t k = 0; k < s->cores; k++) s->rates[k] = 1.0 / s->means[k].of[AT_ONCE];
    cap_rates(s->rates, s->cores, cap_at(CAP_AT_ONCE));
    for (uint32_t k = 0; k < s->cores; k++) s->means[k].of[AT_ONCE] = s->rates[k];
}

/* Finds the mean rates while memory nodes are saturated one after the other, each for a long
 * time. */
static void find_means(shares *s)
{
    enum { MOST = 8 }; /* largest number of trees; of more memory nodes only each k-th is used */
    const uint32_t every = s->system->graph.memory_count / (MOST + 1) + 1;
    uint32_t nodes = 0, trees = 0;
    link_paths(s);
    for (uint32_t r = 0; r < s->roots; r++) {
        if (s->links.first_child[r] == NOC_NONE || nodes++ % every != 0) continue;
        add_rates(s, r);
        trees++;
    }
    for (uint32_t k = 0; k < s->cores; k++)
        for (uint32_t i = 0; i < NOC_UNFAIR_CAPS; i++) s->means[k].of[i] /= trees;
    find_means_at_once(s);
}

static double spread_of(const shares *s, int i)
{
    double square = 0.0;
    for (uint32_t k = 0; k < s->cores; k++) {
        const double off = s->means[k].of[i] - 1.0;
        square += off * off / s->cores;
    }
    return sqrt(square);
}

noc_unfair noc_unfair_shares_of(const noc_system *system)
{
    static const double rounding = 1e-6;
    shares s;
    noc_unfair u = {.most = 1.0, .at_once = 1.0};
    for (int i = 0; i < NOC_UNFAIR_CAPS; i++) u.busiest[i] = 1.0;
    if (make(&s, system) && system->graph.memory_count > 0) {
        find_means(&s);
        const by_case most = busiest(&s);
        for (int i = 1; i < NOC_UNFAIR_CAPS; i++) u.busiest[i] = most.of[i] / most.of[0];
        for (int i = 1; i < NOC_UNFAIR_CAPS; i++) u.spread[i] = spread_of(&s, i);
        u.at_once = most.of[AT_ONCE] / most.of[0];
        for (uint32_t k = 0; k < s.cores; k++)
            u.most = fmax(u.most, s.means[k].of[NOC_UNFAIR_CAPS - 1]);
        if (u.most < 1.0 + rounding) u.most = 1.0;
    }
    clear(&s);
    return u;
}

static double between_caps(const double *values, double cap)
{
    const double at = fmin(fmax(log2(cap), 0.0), NOC_UNFAIR_CAPS - 1);
    const int low = at < NOC_UNFAIR_CAPS - 1 ? (int)at : NOC_UNFAIR_CAPS - 2;
    return values[low] + (at - low) * (values[low + 1] - values[low]);
}

double noc_unfair_busiest(const noc_unfair *u, double cap)
{
    return between_caps(u->busiest, cap);
}

double noc_unfair_spread(const noc_unfair *u, double cap)
{
    return between_caps(u->spread, cap);
}
