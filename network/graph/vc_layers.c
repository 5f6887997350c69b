#include "network/graph/vc_layers.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "network/graph/graph.h"
#include "network/graph/link_order.h"

/* Rest of the route from a router to the destination that is processed. */
typedef struct rest {
    uint32_t destination; /* destination of the route, plus 1; 0: not found yet */
    uint32_t next, link;  /* next router, and the link to the next router */
    uint32_t turn;        /* turn from the first link to the second; NOC_NONE: one link only */
    /* router where packets move to the next layer; the destination if they arrive in this layer */
    uint32_t stuck;
    /* set of layers (bits) in which a packet can start here and reach the destination */
    uint32_t layers;
    /* number of paths that start at the router, or pass the router, in this layer */
    uint64_t paths;
} rest;

/* Paths that start at a router in the layer that is processed. */
typedef struct start {
    uint32_t router, destination;
    uint64_t paths;
} start;

typedef struct layering {
    const noc_link_table *table;
    noc_vc_layers *layers;
    noc_turns turns;
    rest *rests;                  /* tail of each router's route to the destination */
    uint32_t *known, known_count; /* routers whose tail was found, each after its next router */
    uint32_t *steps;              /* routers of a route that is traced */
    start *starts;                /* starts, sorted by destination */
    size_t start_count;
    double *loads; /* rate of packets, [layer * link_count + link] */
} layering;

uint32_t noc_link_between(const noc_link_table *table, uint32_t from, uint32_t to)
{
    uint32_t low = table->first[from], high = table->first[from + 1];
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (table->to[middle] <= to)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t next_router(const layering *a, uint32_t router, uint32_t destination)
{
    return a->table->next[(size_t)destination * a->table->routers + router];
}

static bool is_known(const layering *a, uint32_t router, uint32_t destination)
{
    return a->rests[router].destination == destination + 1;
}

/* Sets the tail of a router, whose next router has a tail. False when out of memory. */
static bool know(layering *a, uint32_t router, uint32_t destination)
{
    const uint32_t next = next_router(a, router, destination);
    rest *r = &a->rests[router];
    *r = (rest){.destination = destination + 1, .next = next, .turn = NOC_NONE};
    r->link = noc_link_between(a->table, router, next);
    a->known[a->known_count++] = router;
    if (next == destination) return true;
    r->turn = noc_turns_add(&a->turns, r->link, a->rests[next].link);
    return r->turn != NOC_NONE;
}

/* Sets the tails of `router` and of all routers after it. False when out of memory. */
static bool know_route(layering *a, uint32_t router, uint32_t destination)
{
    uint32_t count = 0;
    for (; router != destination && !is_known(a, router, destination);
         router = next_router(a, router, destination))
        a->steps[count++] = router;
    while (count > 0)
        if (!know(a, a->steps[--count], destination)) return false;
    return true;
}

static void forget(layering *a)
{
    for (uint32_t i = 0; i < a->known_count; i++) a->rests[a->known[i]].destination = 0;
    a->known_count = 0;
}

/* ---- layers --------------------------------------------------------------------------------- */

static bool is_open(const layering *a, uint32_t turn, uint32_t layer)
{
    return a->turns.all[turn].open >> layer & 1;
}

/* Finds the routers where packets have to move from a layer to the next. */
static void find_stuck(layering *a, uint32_t layer)
{
    for (uint32_t i = 0; i < a->known_count; i++) {
        rest *r = &a->rests[a->known[i]];
        const bool goes_on = r->turn != NOC_NONE && is_open(a, r->turn, layer);
        r->stuck = goes_on ? a->rests[r->next].stuck : r->next;
    }
}

/* Writes the starts of a destination at routers with a tail. Returns their number. */
static size_t write_starts(const layering *a, uint32_t destination, start *starts)
{
    size_t count = 0;
    for (uint32_t i = 0; i < a->known_count; i++) {
        const uint32_t router = a->known[i];
        const uint64_t paths = a->rests[router].paths;
        if (paths > 0) starts[count++] = (start){router, destination, paths};
    }
    return count;
}

/* Adds the paths that start at routers with a tail to the turns that the paths use. */
static void count_paths(layering *a)
{
    for (uint32_t i = a->known_count; i-- > 0;) {
        const rest *r = &a->rests[a->known[i]];
        if (r->turn == NOC_NONE) continue;
        a->turns.all[r->turn].paths += r->paths;
        a->rests[r->next].paths += r->paths;
    }
}

/* Replaces `count` starts of one destination by the starts in the next layer (before the first
 * layer, by equal starts), and counts their paths. Returns the new number; SIZE_MAX when out of
 * memory. */
static size_t go_up(layering *a, bool first, const start *from, size_t count, start *to)
{
    const uint32_t destination = from->destination;
    bool enough = true;
    for (size_t i = 0; i < count && enough; i++)
        enough = know_route(a, from[i].router, destination);
    if (!enough) return SIZE_MAX;
    if (!first) find_stuck(a, a->layers->count - 1);
    for (size_t i = 0; i < count; i++) {
        const uint32_t router = first ? from[i].router : a->rests[from[i].router].stuck;
        if (router != destination) a->rests[router].paths += from[i].paths;
    }
    const size_t written = write_starts(a, destination, to);
    count_paths(a);
    forget(a);
    return written;
}

/* Replaces the starts of all destinations by the starts in the next layer. */
static noc_status go_up_all(layering *a, bool first)
{
    size_t read = 0, written = 0;
    for (uint32_t i = 0; i < a->turns.count; i++) a->turns.all[i].paths = 0;
    while (read < a->start_count) {
        size_t end = read;
        while (end < a->start_count && a->starts[end].destination == a->starts[read].destination)
            end++;
        const size_t count = go_up(a, first, a->starts + read, end - read, a->starts + written);
        if (count == SIZE_MAX) return NOC_EFAILED;
        written += count;
        read = end;
    }
    a->start_count = written;
    return NOC_OK;
}

/* Adds a layer: orders the links for the current starts, and permits the layer to all turns that
 * lead forward. */
static noc_status add_layer(layering *a)
{
    const uint32_t layer = a->layers->count++, links = a->table->links;
    uint32_t *place = malloc(((size_t)links + 1) * sizeof *place);
    a->layers->place[layer] = place;
    if (!place || !noc_link_order(&a->turns, links, place)) return NOC_EFAILED;
    for (uint32_t i = 0; i < a->turns.count; i++) {
        noc_turn *turn = &a->turns.all[i];
        if (place[turn->in] < place[turn->out]) turn->open |= 1u << layer;
    }
    return NOC_OK;
}

static noc_status find_layers(layering *a)
{
    noc_status status = go_up_all(a, true);
    if (status == NOC_OK && !noc_turns_finish(&a->turns, a->table->links)) status = NOC_EFAILED;
    do {
        if (status == NOC_OK) status = add_layer(a);
        if (status == NOC_OK) status = go_up_all(a, false);
    } while (status == NOC_OK && a->start_count > 0 && a->layers->count < NOC_LAYERS_MOST);
    a->layers->count += a->start_count > 0;
    return status;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Finds the layers in which packets can start, for routers with a tail, from `first` on. */
static void find_startable(layering *a, uint32_t first)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << a->layers->count) - 1);
    for (uint32_t i = first; i < a->known_count; i++) {
        rest *r = &a->rests[a->known[i]];
        if (r->turn == NOC_NONE) {
            r->layers = all;
        } else {
            const uint32_t open = a->turns.all[r->turn].open, next = a->rests[r->next].layers;
            r->layers = (next & open) | (next >> 1 & ~open);
        }
    }
}

/* Layer after a router on a route, of packets that reach the router in `layer`. */
static uint32_t layer_after(const layering *a, const rest *r, uint32_t layer)
{
    return layer + (r->turn != NOC_NONE && !is_open(a, r->turn, layer));
}

static double *load_on(const layering *a, uint32_t layer, uint32_t link)
{
    return &a->loads[(size_t)layer * a->table->links + link];
}

/* Traffic on the links of a pair's route, if the pair's packets start in a layer. */
static double packets_met(const layering *a, const noc_vc_pair *pair, uint32_t layer)
{
    double met = 0.0;
    for (uint32_t at = pair->source; at != pair->destination; at = a->rests[at].next) {
        met += *load_on(a, layer, a->rests[at].link);
        layer = layer_after(a, &a->rests[at], layer);
    }
    return met;
}

/* Adds a pair's rate to the links and layers of its route. */
static void add_traffic(layering *a, const noc_vc_pair *pair)
{
    uint32_t layer = pair->layer;
    for (uint32_t at = pair->source; at != pair->destination; at = a->rests[at].next) {
        double *load = load_on(a, layer, a->rests[at].link), *most = &a->layers->busiest[layer];
        *load += pair->rate;
        *most = max_of(*most, *load);
        layer = layer_after(a, &a->rests[at], layer);
    }
}

/* Start layer of a pair with the least traffic on its route; the lowest of equals. */
static uint32_t emptiest(const layering *a, const noc_vc_pair *pair)
{
    uint32_t startable = a->rests[pair->source].layers;
    uint32_t best = (uint32_t)__builtin_ctz(startable);
    if (!(startable & (startable - 1))) return best;
    double least = packets_met(a, pair, best);
    while (startable &= startable - 1) {
        const uint32_t layer = (uint32_t)__builtin_ctz(startable);
        const double met = packets_met(a, pair, layer);
        if (met >= least) continue;
        best = layer;
        least = met;
    }
    return best;
}

static noc_status choose_starts(layering *a, noc_vc_pair *pairs, size_t count)
{
    a->loads = calloc((size_t)a->layers->count * a->table->links + 1, sizeof *a->loads);
    if (!a->loads) return NOC_EFAILED;
    for (size_t p = 0; p < count; p++) {
        noc_vc_pair *pair = &pairs[p];
        if (p > 0 && pair->destination != pairs[p - 1].destination) forget(a);
        if (pair->source == pair->destination) continue;
        const uint32_t first = a->known_count;
        if (!know_route(a, pair->source, pair->destination)) return NOC_EFAILED;
        find_startable(a, first);
        pair->layer = emptiest(a, pair);
        add_traffic(a, pair);
    }
    return NOC_OK;
}

/* ---- all ------------------------------------------------------------------------------------ */

static bool begin(layering *a, noc_vc_pair *pairs, size_t count)
{
    const size_t routers = (size_t)a->table->routers + 1;
    a->rests = calloc(routers, sizeof *a->rests);
    a->known = malloc(routers * sizeof *a->known);
    a->steps = malloc(routers * sizeof *a->steps);
    a->starts = malloc((count + 1) * sizeof *a->starts);
    if (!a->rests || !a->known || !a->steps || !a->starts) return false;
    for (size_t p = 0; p < count; p++) {
        pairs[p].layer = 0;
        if (pairs[p].source != pairs[p].destination)
            a->starts[a->start_count++] = (start){pairs[p].source, pairs[p].destination, 1};
    }
    return true;
}

noc_status noc_vc_layers_find(noc_vc_layers *layers, const noc_link_table *table,
                              noc_vc_pair *pairs, size_t count)
{
    layering a = {.table = table, .layers = layers};
    *layers = (noc_vc_layers){0};
    noc_status status = begin(&a, pairs, count) ? find_layers(&a) : NOC_EFAILED;
    if (status == NOC_OK && layers->count <= NOC_LAYERS_MOST)
        status = choose_starts(&a, pairs, count);
    noc_turns_clear(&a.turns);
    free(a.rests);
    free(a.known);
    free(a.steps);
    free(a.starts);
    free(a.loads);
    return status;
}

void noc_vc_layers_clear(noc_vc_layers *layers)
{
    for (uint32_t l = 0; l < NOC_LAYERS_MOST; l++) free(layers->place[l]);
    *layers = (noc_vc_layers){0};
}

bool noc_vc_layers_divide(const noc_vc_layers *layers, uint32_t vcs, uint32_t sets[NOC_LAYERS_MOST])
{
    uint32_t counts[NOC_LAYERS_MOST], left = (uint32_t)__builtin_popcount(vcs);
    if (layers->count > left || layers->count > NOC_LAYERS_MOST) return false;
    for (uint32_t l = 0; l < layers->count; l++) counts[l] = 1;
    for (left -= layers->count; left > 0; left--) {
        uint32_t fullest = 0;
        for (uint32_t l = 1; l < layers->count; l++)
            if (layers->busiest[l] * counts[fullest] > layers->busiest[fullest] * counts[l])
                fullest = l;
        counts[fullest]++;
    }
    for (uint32_t l = 0; l < layers->count; l++) {
        sets[l] = 0;
        for (; counts[l] > 0; counts[l]--, vcs &= vcs - 1) sets[l] |= vcs & -vcs;
    }
    return true;
}

/* ---- the plan of a class -------------------------------------------------------------------- */

/* Stores the start layer of each pair, if the virtual channels suffice for all layers. False
 * when out of memory. */
static bool keep_starts(noc_vc_plan *plan, const noc_vc_pair *pairs, size_t count, uint32_t vcs)
{
    if (!noc_vc_layers_divide(&plan->layers, vcs, plan->sets)) return true;
    plan->start = calloc((size_t)plan->routers * plan->routers, sizeof *plan->start);
    if (!plan->start) return false;
    for (size_t p = 0; p < count; p++)
        plan->start[(size_t)pairs[p].source * plan->routers + pairs[p].destination] =
            (uint8_t)pairs[p].layer;
    return true;
}

noc_vc_plan *noc_vc_plan_make(const noc_link_table *table, noc_vc_pair *pairs, size_t count,
                              uint32_t vcs)
{
    noc_vc_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return NULL;
    plan->routers = table->routers;
    if (noc_vc_layers_find(&plan->layers, table, pairs, count) == NOC_OK &&
        keep_starts(plan, pairs, count, vcs))
        return plan;
    noc_vc_plan_free(plan);
    return NULL;
}

void noc_vc_plan_finish(noc_vc_plan *plan)
{
    free(plan->start);
    plan->start = NULL;
}

void noc_vc_plan_free(noc_vc_plan *plan)
{
    if (!plan) return;
    noc_vc_layers_clear(&plan->layers);
    free(plan->start);
    free(plan);
}
