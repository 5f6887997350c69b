#include "analytic/bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/bound_master.h"
#include "analytic/cheapest.h"
#include "analytic/loads.h"

/* A block a flow up to so many flows, else one a terminal: fewer rows, but more rounds. */
enum { FLOWS_ALONE = 1200, ROUNDS_MOST = 2000 };

static const double smoothing = 0.5;  /* share of the best prices in those that ways are asked at */
static const double tolerance = 1e-9; /* of a plan's gain, of the busiest channel's load */

/* Packets that are equal but for their number: of one class, and on all its networks as long in proportion. */
typedef struct kind {
    noc_class class;
    double *flits; /* by network: of the kind, in a mean packet of the class */
} kind;

/* The flows of a class that share a source (or a destination). */
typedef struct root {
    uint32_t terminal;
    noc_heading heading;
    noc_class class;
    size_t first, count; /* into order */
} root;

typedef struct plan {
    int block;
    size_t first, count; /* into rows and loads */
} plan;

typedef struct solver {
    const noc_system *system;
    const noc_bound_options *options;
    noc_bound *bound;
    noc_diag *diag;
    noc_cheapest *cheapest;
    noc_master *master;
    kind kinds[NOC_PACKET_TYPES_MAX];
    int kind_count;
    root *roots;
    size_t root_count;
    uint32_t *order; /* flows, root by root */
    bool alone;      /* each flow is a block of its own */
    int blocks;
    noc_class *class_of; /* by block */
    plan *plans;
    size_t plan_count, plan_capacity;
    int *rows; /* channels of all plans */
    double *loads;
    size_t used, capacity;
    /* the plan under construction */
    double *load;      /* by channel */
    uint32_t *touched; /* channels with a load */
    uint32_t touched_count;
    int *plan_rows; /* as GLPK takes them */
    double *plan_loads;
    uint32_t *twin;       /* by channel: the first of those that lead from and to the same */
    unsigned *width;      /* by first twin: how many there are; they share their load evenly */
    double *last, *asked; /* prices: of the master, those that ways are asked at */
    double scale;         /* busiest channel's load with the design's routing: the unit of loads */
    double least;         /* proven least load of the busiest channel */
    double reached;       /* its load with the best mix */
} solver;

static double now_gap(const solver *s)
{
    return s->reached / s->least - 1.0;
}

static bool go_on(const solver *s)
{
    if (!s->options->progress) return true;
    const double gap = now_gap(s);
    const double done = gap > 0.0 && gap < 1.0 ? log(gap) / log(NOC_BOUND_GAP) : 0.0;
    return s->options->progress(s->options->context, done < 1.0 ? done : 1.0);
}

/* ---- traffic -------------------------------------------------------------------------------- */

static bool in_proportion(const noc_graph *g, const kind *a, const double *flits)
{
    uint16_t first = 0;
    while (first < g->network_count && !g->networks[first].carries[a->class]) first++;
    for (uint16_t n = first; n < g->network_count; n++)
        if (g->networks[n].carries[a->class] &&
            a->flits[n] * flits[first] != a->flits[first] * flits[n])
            return false;
    return true;
}

/* Takes `flits` over. */
static void add_kind(solver *s, noc_class class, double *flits)
{
    const noc_graph *g = &s->system->graph;
    for (int k = 0; k < s->kind_count; k++) {
        if (s->kinds[k].class != class || !in_proportion(g, &s->kinds[k], flits)) continue;
        for (uint16_t n = 0; n < g->network_count; n++) s->kinds[k].flits[n] += flits[n];
        free(flits);
        return;
    }
    s->kinds[s->kind_count++] = (kind){class, flits};
}

static bool make_kinds(solver *s)
{
    const uint16_t networks = s->system->graph.network_count;
    for (int t = 0; t < s->system->traffic.type_count; t++) {
        const noc_packet_type *type = &s->system->traffic.types[t];
        if (type->share == 0.0) continue;
        double *flits = calloc(networks, sizeof *flits);
        if (!flits) return false;
        for (uint16_t n = 0; n < networks; n++) /* cycles of a crossbar's port, as in loads.h */
            flits[n] = type->share *
                       noc_network_port_cycles(&s->system->graph.networks[n], type->flits[n]);
        add_kind(s, type->class, flits);
    }
    return true;
}

static uint32_t end_of(const noc_flow *flow, noc_heading heading)
{
    return heading == NOC_HEADING_FROM ? flow->source : flow->destination;
}

/* Flows of a class by the kind of end of which there are more: finer blocks, and as many searches. */
static void make_roots(solver *s, noc_class class, uint32_t *flows_at, size_t *used)
{
    const noc_traffic *traffic = &s->system->traffic;
    const uint32_t terminals = s->system->graph.terminal_count;
    uint32_t ends[2] = {0, 0};
    for (int h = 0; h < 2; h++) {
        memset(flows_at, 0, terminals * sizeof *flows_at);
        for (size_t f = 0; f < traffic->flow_count; f++)
            if (traffic->flows[f].class == class)
                ends[h] += flows_at[end_of(&traffic->flows[f], (noc_heading)h)]++ == 0;
    }
    const noc_heading heading = ends[0] >= ends[1] ? NOC_HEADING_FROM : NOC_HEADING_TO;
    memset(flows_at, 0, terminals * sizeof *flows_at);
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == class) flows_at[end_of(&traffic->flows[f], heading)]++;
    for (uint32_t t = 0; t < terminals; t++) {
        const uint32_t count = flows_at[t];
        flows_at[t] = (uint32_t)*used; /* from here on: where its next flow goes */
        if (count == 0) continue;
        s->roots[s->root_count++] = (root){t, heading, class, *used, count};
        *used += count;
    }
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == class)
            s->order[flows_at[end_of(&traffic->flows[f], heading)]++] = (uint32_t)f;
}

static bool make_blocks(solver *s)
{
    const uint32_t terminals = s->system->graph.terminal_count;
    const size_t flows = s->system->traffic.flow_count;
    uint32_t *flows_at = malloc((terminals + 1) * sizeof *flows_at);
    size_t used = 0;
    s->roots = malloc((2 * (size_t)terminals + 1) * sizeof *s->roots);
    s->order = malloc((flows + 1) * sizeof *s->order);
    if (flows_at && s->roots && s->order)
        for (int class = 0; class < NOC_CLASSES; class ++)
            make_roots(s, (noc_class) class, flows_at, &used);
    free(flows_at);
    s->alone = flows <= FLOWS_ALONE;
    s->blocks = (int)(s->alone ? flows : s->root_count);
    s->class_of = malloc(((size_t)s->blocks + 1) * sizeof *s->class_of);
    return flows_at && s->roots && s->order && s->class_of;
}

/* ---- twins ---------------------------------------------------------------------------------- */

static bool are_twins(const noc_channel *a, const noc_channel *b)
{
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->sharers <= 1 &&
           b->sharers <= 1;
}

/* Parallel channels are the same to every packet: one row in place of several, and no search among equal
 * mixes. */
static void find_twins(solver *s)
{
    const noc_graph *g = &s->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const bool injects = channel->kind == NOC_INJECTION;
        const noc_router *at = &g->routers[injects ? channel->to : channel->from];
        const uint32_t *ports =
            injects ? &g->inputs[at->first_input] : &g->outputs[at->first_output];
        const uint32_t count = injects ? at->inputs : at->outputs;
        s->twin[c] = c;
        for (uint32_t i = 0; i < count; i++)
            if (ports[i] < s->twin[c] && are_twins(channel, &g->channels[ports[i]]))
                s->twin[c] = ports[i];
        s->width[s->twin[c]]++;
    }
}

/* ---- plans ---------------------------------------------------------------------------------- */

/* A channel's load is kept with its first twin. */
static void put_load(solver *s, uint32_t channel, double load)
{
    const uint32_t twin = s->twin[channel];
    if (s->load[twin] == 0.0) s->touched[s->touched_count++] = twin;
    s->load[twin] += load / s->width[twin];
}

static bool reserve(solver *s, size_t more)
{
    if (s->plan_count == s->plan_capacity) {
        const size_t wanted = s->plan_capacity ? 2 * s->plan_capacity : 1024;
        plan *plans = realloc(s->plans, wanted * sizeof *plans);
        if (!plans) return false;
        s->plans = plans;
        s->plan_capacity = wanted;
    }
    if (s->used + more <= s->capacity) return true;
    const size_t wanted = 2 * s->capacity + more;
    int *rows = realloc(s->rows, wanted * sizeof *rows);
    if (rows) s->rows = rows;
    double *loads = realloc(s->loads, wanted * sizeof *loads);
    if (loads) s->loads = loads;
    if (!rows || !loads) return false;
    s->capacity = wanted;
    return true;
}

static void drop_plan(solver *s)
{
    for (uint32_t i = 0; i < s->touched_count; i++) s->load[s->touched[i]] = 0.0;
    s->touched_count = 0;
}

/* Hands the plan under construction to the master. False when out of memory. */
static bool keep_plan(solver *s, int block)
{
    const uint32_t count = s->touched_count;
    if (!reserve(s, count)) return false;
    s->plans[s->plan_count++] = (plan){block, s->used, count};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t channel = s->touched[i];
        s->rows[s->used + i] = (int)channel;
        s->loads[s->used + i] = s->load[channel];
        s->plan_rows[i + 1] = (int)channel + 1;
        s->plan_loads[i + 1] = s->load[channel] / s->scale;
    }
    s->used += count;
    drop_plan(s);
    return noc_master_add(s->master, block, (int)count, s->plan_rows, s->plan_loads, s->diag) ==
           NOC_OK;
}

static double flits_of_class(const solver *s, noc_class class, uint16_t network)
{
    double flits = 0.0;
    for (int k = 0; k < s->kind_count; k++)
        if (s->kinds[k].class == class) flits += s->kinds[k].flits[network];
    return flits;
}

/* What the design's routing does is the first plan of every block. */
static void route_flow(solver *s, const noc_flow *flow)
{
    const noc_routes *routes = &s->system->routes;
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &routes->paths[flow->route.first_path + i];
        const uint16_t network =
            s->system->graph.channels[routes->hops[path->first].channel].network;
        const double flits =
            flow->rate * path->probability * flits_of_class(s, flow->class, network);
        for (uint32_t h = path->first; h != NOC_NONE && flits > 0.0; h = routes->hops[h].next)
            put_load(s, routes->hops[h].channel, flits);
    }
}

/* Puts each kind of a flow's packets on the cheapest way to its other end; returns the price. */
static double buy_flow(solver *s, const root *r, const noc_flow *flow)
{
    const noc_graph *g = &s->system->graph;
    const bool from = r->heading == NOC_HEADING_FROM;
    const noc_terminal *end = &g->terminals[from ? flow->destination : flow->source];
    const uint32_t *ports =
        from ? &g->ejections[end->first_ejection] : &g->injections[end->first_injection];
    const uint32_t count = from ? end->ejections : end->injections;
    double total = 0.0;
    for (int k = 0; k < s->kind_count; k++) {
        if (s->kinds[k].class != r->class) continue;
        uint32_t best = NOC_NONE;
        double least = INFINITY, flits = 0.0;
        for (uint32_t i = 0; i < count; i++) {
            const double each = flow->rate * s->kinds[k].flits[g->channels[ports[i]].network];
            const double price = noc_cheapest_price(s->cheapest, ports[i]) * each;
            if (!(price < least)) continue; /* also where there is no way */
            best = ports[i];
            least = price;
            flits = each;
        }
        for (uint32_t c = best; c != NOC_NONE; c = noc_cheapest_next(s->cheapest, c))
            put_load(s, c, flits);
        total += least;
    }
    return total;
}

/* What the plan under construction would cost at the master's prices. */
static double price_of_plan(const solver *s)
{
    double price = 0.0;
    for (uint32_t i = 0; i < s->touched_count; i++)
        price += s->load[s->touched[i]] * s->last[s->touched[i]] * s->width[s->touched[i]];
    return price / s->scale;
}

/* One round: the cheapest plan of every block at the prices asked; those that the master gains by are kept.
 * Together they cost *total, so that at least this is the load of the busiest channel. */
static bool buy_all(solver *s, double *total, int *kept)
{
    int block = 0;
    *total = 0.0;
    *kept = 0;
    for (size_t i = 0; i < s->root_count; i++) {
        const root *r = &s->roots[i];
        noc_cheapest_find(s->cheapest, r->terminal, r->heading, r->class, s->asked);
        for (size_t f = 0; f < r->count; f++) {
            *total += buy_flow(s, r, &s->system->traffic.flows[s->order[r->first + f]]);
            if (!s->alone && f + 1 < r->count) continue;
            if (price_of_plan(s) < noc_master_block_price(s->master, block) - tolerance) {
                if (!keep_plan(s, block)) return false;
                ++*kept;
            } else {
                drop_plan(s);
            }
            block++;
        }
    }
    return true;
}

static bool start_plans(solver *s)
{
    int block = 0;
    for (size_t i = 0; i < s->root_count; i++) {
        const root *r = &s->roots[i];
        for (size_t f = 0; f < r->count; f++) {
            route_flow(s, &s->system->traffic.flows[s->order[r->first + f]]);
            if (!s->alone && f + 1 < r->count) continue;
            s->class_of[block] = r->class;
            if (!keep_plan(s, block++)) return false;
        }
    }
    return true;
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* The master's mix, made exact: shares of a block add up to 1. False when out of memory. */
static bool take_mix(solver *s)
{
    const uint32_t channels = s->system->graph.channel_count;
    double *sum = calloc((size_t)s->blocks + 1, sizeof *sum);
    double *mix = calloc(NOC_CLASSES * (size_t)channels + 1, sizeof *mix), busiest = 0.0;
    if (!sum || !mix) {
        free(sum);
        free(mix);
        return false;
    }
    for (size_t p = 0; p < s->plan_count; p++)
        sum[s->plans[p].block] += noc_master_share(s->master, (int)p);
    for (size_t p = 0; p < s->plan_count; p++) {
        const plan *known = &s->plans[p];
        const double share = noc_master_share(s->master, (int)p) / sum[known->block];
        double *loads = mix + s->class_of[known->block] * (size_t)channels;
        for (size_t i = 0; i < known->count && share > 0.0; i++)
            loads[s->rows[known->first + i]] += share * s->loads[known->first + i];
    }
    for (uint32_t c = 0; c < channels; c++) busiest = fmax(busiest, mix[c] + mix[channels + c]);
    if (busiest < s->reached) {
        s->reached = busiest;
        for (int class = 0; class < NOC_CLASSES; class ++)
            for (uint32_t c = 0; c < channels; c++)
                s->bound->flow[class][c] = mix[(size_t) class * channels + s->twin[c]];
    }
    free(sum);
    free(mix);
    return true;
}

/* The price of a row is split among the twins that it stands for. */
static void take_prices(solver *s)
{
    noc_master_prices(s->master, s->asked);
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++)
        s->last[c] = s->asked[s->twin[c]] / s->width[s->twin[c]];
}

static noc_status improve_mix(solver *s)
{
    bool finished = false;
    while (!finished) {
        const noc_status status = noc_master_solve(s->master, &finished, s->diag);
        if (status != NOC_OK) return status;
        if (!finished && !go_on(s)) s->bound->interrupted = true;
        if (s->bound->interrupted) return NOC_OK;
    }
    take_prices(s);
    return take_mix(s) ? NOC_OK : noc_fail_memory(s->diag);
}

/* Asks for ways at prices between the best and the master's, `weight` the share of the best. */
static noc_status ask(solver *s, double weight, int *kept)
{
    const uint32_t channels = s->system->graph.channel_count;
    double total = 0.0;
    for (uint32_t c = 0; c < channels; c++)
        s->asked[c] = weight * s->bound->prices[c] + (1.0 - weight) * s->last[c];
    if (!buy_all(s, &total, kept)) return noc_fail_memory(s->diag);
    if (total > s->least) {
        s->least = total;
        memcpy(s->bound->prices, s->asked, channels * sizeof *s->asked);
    }
    return NOC_OK;
}

static noc_status run_rounds(solver *s)
{
    const int most = s->options->rounds ? s->options->rounds : ROUNDS_MOST;
    noc_bound *b = s->bound;
    noc_status status = NOC_OK;
    while (status == NOC_OK && b->rounds < most && !b->interrupted) {
        int kept = 0;
        status = improve_mix(s);
        if (status != NOC_OK || b->interrupted) break;
        status = ask(s, b->rounds ? smoothing : 0.0, &kept);
        if (status == NOC_OK && kept == 0 && now_gap(s) > NOC_BOUND_GAP)
            status = ask(s, 0.0, &kept);
        b->rounds++;
        if (now_gap(s) <= NOC_BOUND_GAP || kept == 0) break;
        b->interrupted = !go_on(s);
    }
    return status;
}

/* ---- from start to end ---------------------------------------------------------------------- */

static bool make_room(solver *s)
{
    const size_t channels = s->system->graph.channel_count + (size_t)1;
    noc_bound *b = s->bound;
    s->cheapest = noc_cheapest_new(&s->system->graph);
    s->load = calloc(channels, sizeof *s->load);
    s->twin = malloc(channels * sizeof *s->twin);
    s->width = calloc(channels, sizeof *s->width);
    s->touched = malloc(channels * sizeof *s->touched);
    s->plan_rows = malloc((channels + 2) * sizeof *s->plan_rows);
    s->plan_loads = malloc((channels + 2) * sizeof *s->plan_loads);
    s->last = calloc(channels, sizeof *s->last);
    s->asked = calloc(channels, sizeof *s->asked);
    b->prices = calloc(channels, sizeof *b->prices);
    bool made = s->cheapest && s->load && s->twin && s->width && s->touched && s->plan_rows &&
                s->plan_loads && s->last && s->asked && b->prices;
    for (int class = 0; class < NOC_CLASSES; class ++) {
        b->flow[class] = calloc(channels, sizeof *b->flow[class]);
        b->routed[class] = calloc(channels, sizeof *b->routed[class]);
        made = made && b->flow[class] && b->routed[class];
    }
    return made;
}

static noc_status load_routing(solver *s)
{
    noc_loads loads;
    const noc_system *system = s->system;
    const uint32_t channels = system->graph.channel_count;
    if (noc_loads_new(system, &loads) != NOC_OK) return noc_fail_memory(s->diag);
    for (uint32_t g = 0; g < loads.group_count; g++)
        s->bound->routed[loads.groups[g].class][loads.groups[g].channel] +=
            loads.groups[g].stream.flits;
    s->scale = loads.channel_flits[noc_loads_busiest(&loads, channels)];
    s->bound->routing = noc_loads_bound(system, &loads);
    for (int class = 0; class < NOC_CLASSES; class ++)
        memcpy(s->bound->flow[class], s->bound->routed[class],
               channels * sizeof *s->bound->flow[class]);
    noc_loads_clear(&loads);
    return NOC_OK;
}

/* The design's routing is the first mix; prices that are all alike prove the first bound. */
static noc_status prepare(solver *s)
{
    if (!make_room(s) || !make_kinds(s) || !make_blocks(s)) return noc_fail_memory(s->diag);
    find_twins(s);
    const noc_status status = load_routing(s);
    if (status != NOC_OK) return status;
    const uint32_t channels = s->system->graph.channel_count;
    s->master = noc_master_new((int)channels, s->blocks, s->diag);
    if (!s->master) return NOC_EFAILED;
    if (!start_plans(s)) return noc_fail_memory(s->diag);
    s->reached = s->scale;
    int kept = 0;
    for (uint32_t c = 0; c < channels; c++) s->last[c] = 1.0 / channels;
    return ask(s, 0.0, &kept);
}

static void clear(solver *s)
{
    for (int k = 0; k < s->kind_count; k++) free(s->kinds[k].flits);
    noc_master_free(s->master);
    noc_cheapest_free(s->cheapest);
    free(s->roots);
    free(s->order);
    free(s->class_of);
    free(s->plans);
    free(s->rows);
    free(s->loads);
    free(s->load);
    free(s->twin);
    free(s->width);
    free(s->touched);
    free(s->plan_rows);
    free(s->plan_loads);
    free(s->last);
    free(s->asked);
}

noc_status noc_bound_solve(const noc_system *system, const noc_bound_options *options,
                           noc_bound *bound, noc_diag *diag)
{
    *bound = (noc_bound){.offered = noc_system_highest_load(system)};
    if (!noc_graph_has_only_channels(&system->graph))
        return noc_fail(diag, NOC_EINPUT, NOC_NOWHERE,
                        "%s: an ideal network has no channels to bound; query tells what its "
                        "flits_per_cycle allow",
                        system->design->name);
    solver s = {.system = system, .options = options, .bound = bound, .diag = diag};
    noc_status status = prepare(&s);
    if (status == NOC_OK) status = run_rounds(&s);
    if (status == NOC_OK) {
        bound->reached = system->traffic.injected_flits / s.reached;
        bound->bound = fmax(bound->reached, system->traffic.injected_flits / s.least);
        bound->closed = now_gap(&s) <= NOC_BOUND_GAP;
        bound->plans = (int)s.plan_count;
    }
    clear(&s);
    if (status != NOC_OK) noc_bound_clear(bound);
    return status;
}

void noc_bound_clear(noc_bound *bound)
{
    free(bound->prices);
    for (int class = 0; class < NOC_CLASSES; class ++) {
        free(bound->flow[class]);
        free(bound->routed[class]);
    }
    *bound = (noc_bound){0};
}

noc_bound_split noc_bound_split_of(const noc_graph *g, const double *flits, uint16_t network)
{
    double all = 0.0, own = 0.0, crossed = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind == NOC_EJECTION) all += flits[c];
        if (channel->network != network || channel->kind == NOC_INJECTION) continue;
        crossed += flits[c]; /* each router is left by a link or at the end */
        if (channel->kind == NOC_EJECTION) own += flits[c];
    }
    return (noc_bound_split){all > 0.0 ? own / all : NAN, own > 0.0 ? crossed / own : NAN};
}
