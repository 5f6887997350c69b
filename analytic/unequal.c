#include "analytic/unequal.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"

/* Paths of requests to one destination form a tree of hops, which hangs on the terminal. Where ways meet there is a node; they
 * are numbered from the terminals on, each node's children one after the other. */
typedef struct node {
    uint32_t parent, first_child, end_child;
} node;

/* Of a core: where it enters a tree, with which rate. */
typedef struct entry {
    uint32_t core, node;
    double rate;
} entry;

typedef struct shares {
    const noc_system *system;
    uint32_t cores, channels, roots;
    node *nodes;
    uint32_t node_count;
    entry *entries;
    size_t entry_count;
    double *demand;           /* by node: packets that cores would send through it */
    double *allowed;          /* by node: what it could have if it asked for more than all others */
    double *rates;            /* by core: what turns give it; mean 1 */
    double *waits;            /* by core: cycles from request to request */
    double *equal, *by_turns; /* by channel: flits, at equal shares and at those */
} shares;

/* Hops and terminals (these first) as they are linked before they have numbers. */
typedef struct links {
    uint32_t *first_child, *next_child, *number;
    bool *seen;
} links;

static bool make(shares *s, const noc_system *system)
{
    const noc_graph *g = &system->graph;
    const size_t most = (size_t)g->terminal_count + system->routes.hop_count + 1;
    *s = (shares){
        .system = system,
        .cores = g->compute_count,
        .channels = g->channel_count,
        .roots = g->terminal_count,
    };
    s->nodes = malloc(most * sizeof *s->nodes);
    s->demand = malloc(most * sizeof *s->demand);
    s->allowed = malloc(most * sizeof *s->allowed);
    s->entries = malloc((system->routes.path_count + 1) * sizeof *s->entries);
    s->rates = malloc((s->cores + 1) * sizeof *s->rates);
    s->waits = malloc((s->cores + 1) * sizeof *s->waits);
    s->equal = calloc(s->channels + 1, sizeof *s->equal);
    s->by_turns = calloc(s->channels + 1, sizeof *s->by_turns);
    return s->nodes && s->demand && s->allowed && s->entries && s->rates && s->waits && s->equal &&
           s->by_turns;
}

static void clear(shares *s)
{
    free(s->nodes);
    free(s->demand);
    free(s->allowed);
    free(s->entries);
    free(s->rates);
    free(s->waits);
    free(s->equal);
    free(s->by_turns);
}

/* ---- trees ---------------------------------------------------------------------------------- */

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

static void clear_links(links *l)
{
    free(l->first_child);
    free(l->next_child);
    free(l->number);
    free(l->seen);
}

static void link_path(const shares *s, links *l, uint32_t hop, uint32_t destination)
{
    const noc_hop *hops = s->system->routes.hops;
    for (; hop != NOC_NONE && !l->seen[s->roots + hop]; hop = hops[hop].next) {
        const uint32_t next = hops[hop].next;
        const uint32_t parent = next == NOC_NONE ? destination : s->roots + next;
        const uint32_t child = s->roots + hop;
        l->seen[child] = true;
        l->next_child[child] = l->first_child[parent];
        l->first_child[parent] = child;
    }
}

/* Those that nothing else comes together with change nothing: where the only way leads. */
static uint32_t skip_single(const links *l, uint32_t at)
{
    for (;;) {
        const uint32_t child = l->first_child[at];
        if (child == NOC_NONE || l->next_child[child] != NOC_NONE) return at;
        at = child;
    }
}

/* In the order of their numbers; `order` has who gets which. */
static void number_nodes(shares *s, links *l, uint32_t *order)
{
    for (uint32_t r = 0; r < s->roots; r++) {
        order[r] = r;
        s->nodes[r].parent = NOC_NONE;
    }
    s->node_count = s->roots;
    for (uint32_t n = 0; n < s->node_count; n++) {
        l->number[order[n]] = n;
        s->nodes[n].first_child = s->node_count;
        for (uint32_t c = l->first_child[order[n]]; c != NOC_NONE; c = l->next_child[c]) {
            s->nodes[s->node_count].parent = n;
            order[s->node_count++] = skip_single(l, c);
        }
        s->nodes[n].end_child = s->node_count;
    }
}

static void add_entries(shares *s, const links *l)
{
    const noc_system *system = s->system;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            s->entries[s->entry_count++] = (entry){
                .core = system->graph.terminals[flow->source].number,
                .node = l->number[s->roots + path->first],
                .rate = flow->rate * path->probability,
            };
        }
    }
}

static bool plant_trees(shares *s)
{
    const noc_system *system = s->system;
    const size_t most = (size_t)s->roots + system->routes.hop_count + 1;
    links l = {0};
    uint32_t *order = malloc(most * sizeof *order);
    const bool made = make_links(&l, most) && order;
    for (size_t f = 0; f < system->traffic.flow_count && made; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths && flow->class == NOC_REQUEST; i++)
            link_path(s, &l, system->routes.paths[flow->route.first_path + i].first,
                      flow->destination);
    }
    if (made) {
        number_nodes(s, &l, order);
        add_entries(s, &l);
    }
    clear_links(&l);
    free(order);
    return made;
}

/* ---- what turns give ------------------------------------------------------------------------ */

static void find_demands(shares *s)
{
    for (uint32_t n = 0; n < s->node_count; n++) s->demand[n] = 0.0;
    for (size_t i = 0; i < s->entry_count; i++)
        s->demand[s->entries[i].node] += s->rates[s->entries[i].core] * s->entries[i].rate;
    for (uint32_t n = s->node_count; n-- > s->roots;) s->demand[s->nodes[n].parent] += s->demand[n];
}

/* What each of those who lead to a node may have of what it is allowed itself: turns give all that ask for so much the same, and
 * what some do not ask for is left to the others. */
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

/* Memory nodes take in a little less than cores would send. */
static void find_allowed(shares *s)
{
    static const double taken_in = 0.95;
    for (uint32_t n = 0; n < s->roots; n++) s->allowed[n] = taken_in * s->demand[n];
    for (uint32_t n = 0; n < s->node_count; n++) {
        const node *parent = &s->nodes[n];
        const double left = s->allowed[n] - s->demand[n];
        const double level = left < 0.0 ? level_of(s, parent, s->allowed[n]) : 0.0;
        for (uint32_t c = parent->first_child; c < parent->end_child; c++)
            s->allowed[c] = left < 0.0 ? level : s->demand[c] + left;
    }
}

/* A core sends its requests in order, so it waits for each memory node in turn. */
static void find_waits(shares *s)
{
    for (uint32_t k = 0; k < s->cores; k++) s->waits[k] = 0.0;
    for (size_t i = 0; i < s->entry_count; i++) {
        const entry *e = &s->entries[i];
        s->waits[e->core] += e->rate * e->rate / s->allowed[e->node];
    }
}

/* Rates of cores that ask for more than they get, each at the pace that turns allow it beside the others: half of the way (as logarithms)
 * to those in a round. */
static void find_rates(shares *s)
{
    enum { ROUNDS = 8 };
    static const double settled = 1e-3;
    double moved = 1.0;
    for (uint32_t k = 0; k < s->cores; k++) s->rates[k] = 1.0;
    for (int round = 0; round < ROUNDS && moved > settled; round++) {
        find_demands(s);
        find_allowed(s);
        find_waits(s);
        double sum = 0.0;
        for (uint32_t k = 0; k < s->cores; k++) sum += sqrt(s->rates[k] / s->waits[k]);
        moved = 0.0;
        for (uint32_t k = 0; k < s->cores; k++) {
            const double rate = sqrt(s->rates[k] / s->waits[k]) * s->cores / sum;
            moved = fmax(moved, fabs(rate - s->rates[k]));
            s->rates[k] = rate;
        }
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
    if (make(&s, system) && plant_trees(&s)) {
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
