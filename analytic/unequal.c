#include "analytic/unequal.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"

/* Paths of requests to one destination form a tree of hops, which hang on the terminal: nodes are hops, then terminals. */
typedef struct shares {
    const noc_system *system;
    uint32_t cores, channels, hops, nodes;
    uint32_t *parent;      /* by hop; NOC_NONE: not of requests */
    uint32_t *first_child; /* by node */
    uint32_t *next_child;  /* by hop */
    double *demand;        /* by node: packets that cores would send through it */
    double *allowed;       /* by node: what it could have if it asked for more than all others */
    double *rates;         /* by core: what turns give it; mean 1 */
    double *waits;         /* by core: cycles from request to request */
    double *equal, *by_turns; /* by channel: flits, at equal shares and at those */
} shares;

static bool make(shares *s, const noc_system *system)
{
    const noc_graph *g = &system->graph;
    const uint32_t hops = system->routes.hop_count, nodes = hops + g->terminal_count;
    *s = (shares){
        .system = system,
        .cores = g->compute_count,
        .channels = g->channel_count,
        .hops = hops,
        .nodes = nodes,
    };
    s->parent = malloc((hops + 1) * sizeof *s->parent);
    s->first_child = malloc((nodes + 1) * sizeof *s->first_child);
    s->next_child = malloc((hops + 1) * sizeof *s->next_child);
    s->demand = malloc((nodes + 1) * sizeof *s->demand);
    s->allowed = malloc((nodes + 1) * sizeof *s->allowed);
    s->rates = malloc((s->cores + 1) * sizeof *s->rates);
    s->waits = malloc((s->cores + 1) * sizeof *s->waits);
    s->equal = calloc(s->channels + 1, sizeof *s->equal);
    s->by_turns = calloc(s->channels + 1, sizeof *s->by_turns);
    return s->parent && s->first_child && s->next_child && s->demand && s->allowed && s->rates &&
           s->waits && s->equal && s->by_turns;
}

static void clear(shares *s)
{
    free(s->parent);
    free(s->first_child);
    free(s->next_child);
    free(s->demand);
    free(s->allowed);
    free(s->rates);
    free(s->waits);
    free(s->equal);
    free(s->by_turns);
}

/* ---- what turns give ------------------------------------------------------------------------ */

static void plant_path(shares *s, uint32_t hop, uint32_t destination)
{
    const noc_hop *hops = s->system->routes.hops;
    for (; hop != NOC_NONE && s->parent[hop] == NOC_NONE; hop = hops[hop].next) {
        const uint32_t next = hops[hop].next;
        const uint32_t parent = next == NOC_NONE ? s->hops + destination : next;
        s->parent[hop] = parent;
        s->next_child[hop] = s->first_child[parent];
        s->first_child[parent] = hop;
    }
}

static void plant_trees(shares *s)
{
    const noc_system *system = s->system;
    for (uint32_t h = 0; h < s->hops; h++) s->parent[h] = NOC_NONE;
    for (uint32_t n = 0; n < s->nodes; n++) s->first_child[n] = NOC_NONE;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths && flow->class == NOC_REQUEST; i++)
            plant_path(s, system->routes.paths[flow->route.first_path + i].first,
                       flow->destination);
    }
}

static void find_demands(shares *s)
{
    const noc_system *system = s->system;
    for (uint32_t n = 0; n < s->nodes; n++) s->demand[n] = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        const double rate =
            flow->rate * s->rates[system->graph.terminals[flow->source].number];
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            s->demand[path->first] += rate * path->probability;
        }
    }
    for (uint32_t h = s->hops; h-- > 0;) /* a hop comes after its next */
        if (s->parent[h] != NOC_NONE) s->demand[s->parent[h]] += s->demand[h];
}

/* What each of those who lead to a node may have of what it is allowed itself: turns give all that ask for so much the same, and
 * what some do not ask for is left to the others. */
static double level_of(const shares *s, uint32_t node)
{
    double level = 0.0;
    for (;;) {
        double small = 0.0, large = 0.0;
        for (uint32_t h = s->first_child[node]; h != NOC_NONE; h = s->next_child[h]) {
            if (s->demand[h] < level)
                small += s->demand[h];
            else
                large++;
        }
        const double next = (s->allowed[node] - small) / large;
        if (!(large > 0.0 && next > level)) return level;
        level = next;
    }
}

static void share_out(shares *s, uint32_t node)
{
    if (s->first_child[node] == NOC_NONE) return;
    const double left = s->allowed[node] - s->demand[node];
    const double level = left < 0.0 ? level_of(s, node) : 0.0;
    for (uint32_t h = s->first_child[node]; h != NOC_NONE; h = s->next_child[h])
        s->allowed[h] = left < 0.0 ? level : s->demand[h] + left;
}

/* Memory nodes take in a little less than cores would send. */
static void find_allowed(shares *s)
{
    static const double taken_in = 0.95;
    for (uint32_t n = s->hops; n < s->nodes; n++) s->allowed[n] = taken_in * s->demand[n];
    for (uint32_t n = s->hops; n < s->nodes; n++) share_out(s, n);
    for (uint32_t h = 0; h < s->hops; h++)
        if (s->parent[h] != NOC_NONE) share_out(s, h);
}

/* A core sends its requests in order, so it waits for each memory node in turn. */
static void find_waits(shares *s)
{
    const noc_system *system = s->system;
    for (uint32_t k = 0; k < s->cores; k++) s->waits[k] = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        double *wait = &s->waits[system->graph.terminals[flow->source].number];
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            const double rate = flow->rate * path->probability;
            *wait += rate * rate / s->allowed[path->first];
        }
    }
}

/* Rates of cores that ask for more than they get, each at the pace that turns allow it beside the others: half of the way (as logarithms)
 * to those in a round. */
static void find_rates(shares *s)
{
    enum { ROUNDS = 10 };
    for (uint32_t k = 0; k < s->cores; k++) s->rates[k] = 1.0;
    for (int round = 0; round < ROUNDS; round++) {
        find_demands(s);
        find_allowed(s);
        find_waits(s);
        double sum = 0.0;
        for (uint32_t k = 0; k < s->cores; k++)
            sum += s->rates[k] = sqrt(s->rates[k] / s->waits[k]);
        for (uint32_t k = 0; k < s->cores; k++) s->rates[k] *= s->cores / sum;
    }
}

/* ---- what channels carry -------------------------------------------------------------------- */

static void add_path(shares *s, const noc_flow *flow, const noc_path *path, double share)
{
    const noc_hop *hops = s->system->routes.hops;
    const double flits = noc_path_flits(s->system, flow, path);
    for (uint32_t hop = path->first; hop != NOC_NONE; hop = hops[hop].next) {
        s->equal[hops[hop].channel] += flits;
        s->by_turns[hops[hop].channel] += share * flits;
    }
}

static void add_flits(shares *s)
{
    const noc_system *system = s->system;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const uint32_t core = flow->class == NOC_REQUEST ? flow->source : flow->destination;
        for (uint32_t i = 0; i < flow->route.paths; i++)
            add_path(s, flow, &system->routes.paths[flow->route.first_path + i],
                     s->rates[system->graph.terminals[core].number]);
    }
}

/* Flits of the busiest channel, part of the way from equal shares to those of turns. */
static double busiest(const shares *s, double part)
{
    double most = 0.0;
    for (uint32_t c = 0; c < s->channels; c++)
        most = fmax(most, s->equal[c] + part * (s->by_turns[c] - s->equal[c]));
    return most;
}

noc_unequal noc_unequal_of(const noc_system *system)
{
    static const double rounding = 1e-6;
    shares s;
    noc_unequal u = {.most = 1.0};
    double most = 1.0;
    for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++) u.carried[i] = 1.0;
    if (make(&s, system)) {
        plant_trees(&s);
        find_rates(&s);
        for (uint32_t k = 0; k < s.cores; k++) most = fmax(most, s.rates[k]);
        if (most > 1.0 + rounding) {
            u.most = most;
            add_flits(&s);
            for (int i = 1; i <= NOC_UNEQUAL_STEPS; i++)
                u.carried[i] = busiest(&s, 0.0) / busiest(&s, (double)i / NOC_UNEQUAL_STEPS);
        }
    }
    clear(&s);
    return u;
}

double noc_unequal_carried(const noc_unequal *u, double part)
{
    const double at = fmin(fmax(part, 0.0), 1.0) * NOC_UNEQUAL_STEPS;
    const int low = at < NOC_UNEQUAL_STEPS ? (int)at : NOC_UNEQUAL_STEPS - 1;
    return u->carried[low] + (at - low) * (u->carried[low + 1] - u->carried[low]);
}
