#include "analytic/unequal.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"

typedef struct shares {
    const noc_system *system;
    uint32_t cores, channels;
    uint32_t *merging;   /* by hop: hops of requests that lead to it; 0: not seen yet */
    uint32_t *last_hops; /* by terminal: of requests */
    double *weights;     /* by core: what turns give it; mean 1 */
    double *demands; /* by core and channel: flits that a transaction of the core makes it carry */
} shares;

static bool make(shares *s, const noc_system *system)
{
    const noc_graph *g = &system->graph;
    *s = (shares){.system = system, .cores = g->compute_count, .channels = g->channel_count};
    s->merging = calloc(system->routes.hop_count + 1, sizeof *s->merging);
    s->last_hops = calloc(g->terminal_count, sizeof *s->last_hops);
    s->weights = calloc(s->cores + 1, sizeof *s->weights);
    s->demands = calloc((size_t)s->cores * s->channels + 1, sizeof *s->demands);
    return s->merging && s->last_hops && s->weights && s->demands;
}

static void clear(shares *s)
{
    free(s->merging);
    free(s->last_hops);
    free(s->weights);
    free(s->demands);
}

/* ---- what turns give ------------------------------------------------------------------------ */

/* Paths to one destination form a tree: counts the ways into each hop. */
static void count_merging(shares *s, const noc_flow *flow, bool *seen)
{
    const noc_routes *routes = &s->system->routes;
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        uint32_t hop = routes->paths[flow->route.first_path + i].first;
        for (; hop != NOC_NONE && !seen[hop]; hop = routes->hops[hop].next) {
            const uint32_t next = routes->hops[hop].next;
            seen[hop] = true;
            if (next == NOC_NONE)
                s->last_hops[flow->destination]++;
            else
                s->merging[next]++;
        }
    }
}

/* Of what a memory node takes in. */
static double share_of_flow(const shares *s, const noc_flow *flow)
{
    const noc_routes *routes = &s->system->routes;
    double share = 0.0;
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        double one = 1.0 / s->last_hops[flow->destination];
        uint32_t hop = routes->hops[routes->paths[flow->route.first_path + i].first].next;
        for (; hop != NOC_NONE; hop = routes->hops[hop].next) one /= s->merging[hop];
        share += one;
    }
    return share;
}

/* A core sends its requests in order, so it waits for each memory node in turn. */
static bool weigh(shares *s)
{
    const noc_terminal *terminals = s->system->graph.terminals;
    const noc_traffic *traffic = &s->system->traffic;
    bool *seen = calloc(s->system->routes.hop_count + 1, sizeof *seen);
    if (!seen) return false;
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == NOC_REQUEST) count_merging(s, &traffic->flows[f], seen);
    free(seen);
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        if (flow->class != NOC_REQUEST) continue;
        s->weights[terminals[flow->source].number] += flow->rate / share_of_flow(s, flow);
    }
    double sum = 0.0;
    for (uint32_t k = 0; k < s->cores; k++) sum += s->weights[k] = 1.0 / s->weights[k];
    for (uint32_t k = 0; k < s->cores; k++) s->weights[k] *= s->cores / sum;
    return true;
}

/* ---- what channels carry -------------------------------------------------------------------- */

static void add_demands(shares *s)
{
    const noc_system *system = s->system;
    const noc_terminal *terminals = system->graph.terminals;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const uint32_t core =
            terminals[flow->class == NOC_REQUEST ? flow->source : flow->destination].number;
        double *of_core = &s->demands[(size_t)core * s->channels];
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            const noc_hop *hops = system->routes.hops;
            const double flits = noc_path_flits(system, flow, path);
            for (uint32_t hop = path->first; hop != NOC_NONE; hop = hops[hop].next)
                of_core[hops[hop].channel] += flits;
        }
    }
}

/* Flits of the busiest channel, by step. */
static void find_busiest(const shares *s, double busiest[NOC_UNEQUAL_STEPS + 1])
{
    for (uint32_t c = 0; c < s->channels; c++) {
        double equal = 0.0, by_turns = 0.0;
        for (uint32_t k = 0; k < s->cores; k++) {
            const double flits = s->demands[(size_t)k * s->channels + c];
            equal += flits;
            by_turns += s->weights[k] * flits;
        }
        for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++)
            busiest[i] =
                fmax(busiest[i], equal + (double)i / NOC_UNEQUAL_STEPS * (by_turns - equal));
    }
}

noc_unequal noc_unequal_of(const noc_system *system)
{
    static const double rounding = 1e-9;
    shares s;
    noc_unequal u = {.most = 1.0};
    double busiest[NOC_UNEQUAL_STEPS + 1] = {0.0};
    for (int i = 0; i <= NOC_UNEQUAL_STEPS; i++) u.carried[i] = 1.0;
    if (make(&s, system) && weigh(&s)) {
        for (uint32_t k = 0; k < s.cores; k++) u.most = fmax(u.most, s.weights[k]);
        if (u.most > 1.0 + rounding) {
            add_demands(&s);
            find_busiest(&s, busiest);
            for (int i = 1; i <= NOC_UNEQUAL_STEPS; i++) u.carried[i] = busiest[0] / busiest[i];
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
