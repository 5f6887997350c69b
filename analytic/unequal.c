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
    double (*flits)[NOC_UNEQUAL_STEPS + 2]; /* by channel: at equal shares, and by cap on those of turns */
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
    s->flits = calloc(s->channels + 1, sizeof *s->flits);
    return s->parent && s->first_child && s->next_child && s->demand && s->allowed && s->rates &&
           s->waits && s->flits;
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
    free(s->flits);
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

static double most_of(const double *rates, uint32_t cores)
{
    double most = 1.0;
    for (uint32_t k = 0; k < cores; k++) most = fmax(most, rates[k]);
    return most;
}

static double cap_of(double most, int step)
{
    return pow(most, (double)step / NOC_UNEQUAL_STEPS);
}

/* Over the mean of all, so that they are as many requests. */
static void find_cap_scales(const shares *s, const double *caps, double *scales)
{
    for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++) {
        double sum = 0.0;
        for (uint32_t k = 0; k < s->cores; k++) sum += fmin(s->rates[k], caps[i]);
        scales[i] = s->cores / sum;
    }
}

static void add_path(shares *s, const noc_flow *flow, const noc_path *path, const double *rates)
{
    const noc_hop *hops = s->system->routes.hops;
    const double flits = noc_path_flits(s->system, flow, path);
    for (uint32_t hop = path->first; hop != NOC_NONE; hop = hops[hop].next) {
        double *of_channel = s->flits[hops[hop].channel];
        for (int i = 0; i < NOC_UNEQUAL_STEPS + 2; i++) of_channel[i] += flits * rates[i];
    }
}

/* Flits of channels while as many requests are made as with equal shares. */
static void add_flits(shares *s, double most)
{
    const noc_system *system = s->system;
    const noc_terminal *terminals = system->graph.terminals;
    double caps[NOC_UNEQUAL_STEPS + 1], scales[NOC_UNEQUAL_STEPS + 1];
    for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++) caps[i] = cap_of(most, i);
    find_cap_scales(s, caps, scales);
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const uint32_t end = flow->class == NOC_REQUEST ? flow->source : flow->destination;
        double rates[NOC_UNEQUAL_STEPS + 2] = {1.0};
        for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++)
            rates[i + 1] = fmin(s->rates[terminals[end].number], caps[i]) * scales[i];
        for (uint32_t i = 0; i < flow->route.paths; i++)
            add_path(s, flow, &system->routes.paths[flow->route.first_path + i], rates);
    }
}

/* Of the busiest channel, part of the way from equal shares to others. */
static double busiest(const shares *s, int cap, double part)
{
    double most = 0.0;
    for (uint32_t c = 0; c < s->channels; c++) {
        const double *flits = s->flits[c];
        most = fmax(most, flits[0] + part * (flits[1 + cap] - flits[0]));
    }
    return most;
}

noc_unequal noc_unequal_of(const noc_system *system)
{
    static const double rounding = 1e-6;
    shares s;
    noc_unequal u = {.most = 1.0};
    for (int cap = 0; cap <= NOC_UNEQUAL_STEPS; cap++)
        for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++) u.carried[cap][i] = 1.0;
    if (make(&s, system)) {
        plant_trees(&s);
        find_rates(&s);
        const double most = most_of(s.rates, s.cores);
        if (most > 1.0 + rounding) {
            u.most = most;
            add_flits(&s, most);
            const double equal = busiest(&s, 0, 0.0);
            for (int cap = 0; cap <= NOC_UNEQUAL_STEPS; cap++)
                for (int i = 1; i <= NOC_UNEQUAL_STEPS; i++)
                    u.carried[cap][i] =
                        equal / busiest(&s, cap, (double)i / NOC_UNEQUAL_STEPS);
        }
    }
    clear(&s);
    return u;
}

/* ---- between the steps ---------------------------------------------------------------------- */

typedef struct place {
    int low;
    double over;
} place;

static place place_at(double part)
{
    const double at = fmin(fmax(part, 0.0), 1.0) * NOC_UNEQUAL_STEPS;
    const int low = at < NOC_UNEQUAL_STEPS ? (int)at : NOC_UNEQUAL_STEPS - 1;
    return (place){low, at - low};
}

static double between(const double *list, place p)
{
    return list[p.low] + p.over * (list[p.low + 1] - list[p.low]);
}

double noc_unequal_carried(const noc_unequal *u, double part, double cap)
{
    if (!(u->most > 1.0)) return 1.0;
    const place along = place_at(part), capped = place_at(log(fmax(cap, 1.0)) / log(u->most));
    const double low = between(u->carried[capped.low], along);
    return low + capped.over * (between(u->carried[capped.low + 1], along) - low);
}
