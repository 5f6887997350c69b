#include "network/graph/vc_layers.h"

#include "base/auto.h"
#include "base/min_max.h"
#include "network/graph/graph.h"
#include "network/graph/link_order.h"

/* Rest of the route from a router to the destination that is processed. */
typedef struct route_tail {
    uint32_t destination;             /* destination of the route, plus 1; 0: not found yet */
    uint32_t next_router, first_link; /* next router, and the link to the next router */
    uint32_t first_turn; /* turn from the first link to the second; NOC_NONE: one link only */
    /* router where packets move to the next layer; the destination if they arrive in this layer */
    uint32_t change_router;
    /* set of layers (bits) in which a packet can start here and reach the destination */
    uint32_t start_layers;
    /* number of paths that start at the router, or pass the router, in this layer */
    uint64_t path_count;
} route_tail;

/* Paths that start at a router in the layer that is processed. */
typedef struct route_start {
    uint32_t router, destination;
    uint64_t path_count;
} route_start;

typedef struct layer_search {
    noc_arena *arena;   /* owns the layers */
    noc_arena *scratch; /* owns the lists below */
    const noc_link_table *table;
    noc_vc_layers *layers;
    noc_turn_set turns;
    route_tail *tails; /* tail of each router's route to the destination */
    uint32_t *known_routers,
        known_count;         /* routers whose tail was found, each after its next router */
    uint32_t *route_routers; /* routers of a route that is traced */
    route_start *starts;     /* starts, sorted by destination */
    size_t start_count;
    double *loads; /* rate of packets, [layer * link_count + link] */
} layer_search;

uint32_t noc_link_between(const noc_link_table *table, uint32_t from, uint32_t to)
{
    uint32_t low = table->first_link[from], high = table->first_link[from + 1];
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (table->link_target[middle] <= to)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t next_router(const layer_search *a, uint32_t router, uint32_t destination)
{
    return a->table->next_router[(size_t)destination * a->table->router_count + router];
}

static bool has_tail(const layer_search *a, uint32_t router, uint32_t destination)
{
    return a->tails[router].destination == destination + 1;
}

/* Sets the tail of a router, whose next router has a tail. False when out of memory. */
static bool set_tail(layer_search *a, uint32_t router, uint32_t destination)
{
    const uint32_t next = next_router(a, router, destination);
    route_tail *r = &a->tails[router];
    *r = (route_tail){.destination = destination + 1, .next_router = next, .first_turn = NOC_NONE};
    r->first_link = noc_link_between(a->table, router, next);
    a->known_routers[a->known_count++] = router;
    if (next == destination) return true;
    r->first_turn = noc_turns_add(&a->turns, r->first_link, a->tails[next].first_link);
    return r->first_turn != NOC_NONE;
}

/* Sets the tails of `router` and of all routers after it. False when out of memory. */
static bool set_route_tails(layer_search *a, uint32_t router, uint32_t destination)
{
    uint32_t count = 0;
    for (; router != destination && !has_tail(a, router, destination);
         router = next_router(a, router, destination))
        a->route_routers[count++] = router;
    while (count > 0)
        if (!set_tail(a, a->route_routers[--count], destination)) return false;
    return true;
}

static void clear_tails(layer_search *a)
{
    for (uint32_t i = 0; i < a->known_count; i++) a->tails[a->known_routers[i]].destination = 0;
    a->known_count = 0;
}

/* ---- layers --------------------------------------------------------------------------------- */

static bool is_open(const layer_search *a, uint32_t turn, uint32_t layer)
{
    return a->turns.list[turn].open_layers >> layer & 1;
}

/* Finds the routers where packets have to move from a layer to the next. */
static void find_change_routers(layer_search *a, uint32_t layer)
{
    for (uint32_t i = 0; i < a->known_count; i++) {
        route_tail *r = &a->tails[a->known_routers[i]];
        const bool stays_in_layer = r->first_turn != NOC_NONE && is_open(a, r->first_turn, layer);
        r->change_router = stays_in_layer ? a->tails[r->next_router].change_router : r->next_router;
    }
}

/* Writes the starts of a destination at routers with a tail. Returns their number. */
static size_t write_starts(const layer_search *a, uint32_t destination, route_start *starts)
{
    size_t count = 0;
    for (uint32_t i = 0; i < a->known_count; i++) {
        const uint32_t router = a->known_routers[i];
        const uint64_t paths = a->tails[router].path_count;
        if (paths > 0) starts[count++] = (route_start){router, destination, paths};
    }
    return count;
}

/* Adds the paths that start at routers with a tail to the turns that the paths use. */
static void count_paths(layer_search *a)
{
    for (uint32_t i = a->known_count; i-- > 0;) {
        const route_tail *r = &a->tails[a->known_routers[i]];
        if (r->first_turn == NOC_NONE) continue;
        a->turns.list[r->first_turn].path_count += r->path_count;
        a->tails[r->next_router].path_count += r->path_count;
    }
}

/* Replaces `count` starts of one destination by the starts in the next layer (before the first
 * layer, by equal starts), and counts their paths. Returns the new number; SIZE_MAX when out of
 * memory. */
static size_t advance_starts(layer_search *a, bool first, const route_start *starts, size_t count,
                             route_start *next_starts)
{
    const uint32_t destination = starts->destination;
    bool is_complete = true;
    for (size_t i = 0; i < count && is_complete; i++)
        is_complete = set_route_tails(a, starts[i].router, destination);
    if (!is_complete) return SIZE_MAX;
    if (!first) find_change_routers(a, a->layers->count - 1);
    for (size_t i = 0; i < count; i++) {
        const uint32_t router = first ? starts[i].router : a->tails[starts[i].router].change_router;
        if (router != destination) a->tails[router].path_count += starts[i].path_count;
    }
    const size_t written = write_starts(a, destination, next_starts);
    count_paths(a);
    clear_tails(a);
    return written;
}

/* Replaces the starts of all destinations by the starts in the next layer. */
static noc_status advance_all_starts(layer_search *a, bool first)
{
    size_t read = 0, written = 0;
    for (uint32_t i = 0; i < a->turns.count; i++) a->turns.list[i].path_count = 0;
    while (read < a->start_count) {
        size_t end = read;
        while (end < a->start_count && a->starts[end].destination == a->starts[read].destination)
            end++;
        const size_t count =
            advance_starts(a, first, a->starts + read, end - read, a->starts + written);
        if (count == SIZE_MAX) return NOC_EFAILED;
        written += count;
        read = end;
    }
    a->start_count = written;
    return NOC_OK;
}

/* Adds a layer: orders the links for the current starts, and permits the layer to all turns that
 * lead forward. */
static noc_status add_layer(layer_search *a)
{
    const uint32_t layer = a->layers->count++, links = a->table->link_count;
    uint32_t *place = noc_arena_array(a->arena, links, sizeof *place);
    a->layers->link_place[layer] = place;
    if (!place || !noc_link_order_find(&a->turns, links, place)) return NOC_EFAILED;
    for (uint32_t i = 0; i < a->turns.count; i++) {
        noc_turn *turn = &a->turns.list[i];
        if (place[turn->in_link] < place[turn->out_link]) turn->open_layers |= 1u << layer;
    }
    return NOC_OK;
}

static noc_status find_layers(layer_search *a)
{
    noc_status status = advance_all_starts(a, true);
    if (status == NOC_OK && !noc_turns_finish(&a->turns, a->table->link_count))
        status = NOC_EFAILED;
    do {
        if (status == NOC_OK) status = add_layer(a);
        if (status == NOC_OK) status = advance_all_starts(a, false);
    } while (status == NOC_OK && a->start_count > 0 && a->layers->count < NOC_LAYERS_MAX);
    a->layers->count += a->start_count > 0;
    return status;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Finds the layers in which packets can start, for routers with a tail, from `first` on. */
static void find_start_layers(layer_search *a, uint32_t first)
{
    const uint32_t all_layers = (uint32_t)((UINT64_C(1) << a->layers->count) - 1);
    for (uint32_t i = first; i < a->known_count; i++) {
        route_tail *r = &a->tails[a->known_routers[i]];
        if (r->first_turn == NOC_NONE) {
            r->start_layers = all_layers;
        } else {
            const uint32_t open_layers = a->turns.list[r->first_turn].open_layers,
                           next_layers = a->tails[r->next_router].start_layers;
            r->start_layers = (next_layers & open_layers) | (next_layers >> 1 & ~open_layers);
        }
    }
}

/* Layer after a router on a route, of packets that reach the router in `layer`. */
static uint32_t layer_after(const layer_search *a, const route_tail *r, uint32_t layer)
{
    return layer + (r->first_turn != NOC_NONE && !is_open(a, r->first_turn, layer));
}

static double *load_of(const layer_search *a, uint32_t layer, uint32_t link)
{
    return &a->loads[(size_t)layer * a->table->link_count + link];
}

/* Traffic on the links of a pair's route, if the pair's packets start in a layer. */
static double sum_route_load(const layer_search *a, const noc_vc_pair *pair, uint32_t layer)
{
    double load = 0.0;
    for (uint32_t router = pair->source; router != pair->destination;
         router = a->tails[router].next_router) {
        load += *load_of(a, layer, a->tails[router].first_link);
        layer = layer_after(a, &a->tails[router], layer);
    }
    return load;
}

/* Adds a pair's rate to the links and layers of its route. */
static void add_pair_load(layer_search *a, const noc_vc_pair *pair)
{
    uint32_t layer = pair->start_layer;
    for (uint32_t router = pair->source; router != pair->destination;
         router = a->tails[router].next_router) {
        double *load = load_of(a, layer, a->tails[router].first_link),
               *largest_load = &a->layers->largest_load[layer];
        *load += pair->rate;
        *largest_load = max_of(*largest_load, *load);
        layer = layer_after(a, &a->tails[router], layer);
    }
}

/* Start layer of a pair with the least traffic on its route; the lowest of equals. */
static uint32_t find_least_loaded_layer(const layer_search *a, const noc_vc_pair *pair)
{
    uint32_t startable = a->tails[pair->source].start_layers;
    uint32_t best = (uint32_t)__builtin_ctz(startable);
    if (!(startable & (startable - 1))) return best;
    double least = sum_route_load(a, pair, best);
    while (startable &= startable - 1) {
        const uint32_t layer = (uint32_t)__builtin_ctz(startable);
        const double load = sum_route_load(a, pair, layer);
        if (load >= least) continue;
        best = layer;
        least = load;
    }
    return best;
}

static noc_status choose_start_layers(layer_search *a, noc_vc_pair *pairs, size_t count)
{
    const size_t loads = (size_t)a->layers->count * a->table->link_count;
    a->loads = noc_arena_array(a->scratch, loads, sizeof *a->loads);
    if (!a->loads) return NOC_EFAILED;
    for (size_t p = 0; p < count; p++) {
        noc_vc_pair *pair = &pairs[p];
        if (p > 0 && pair->destination != pairs[p - 1].destination) clear_tails(a);
        if (pair->source == pair->destination) continue;
        const uint32_t first = a->known_count;
        if (!set_route_tails(a, pair->source, pair->destination)) return NOC_EFAILED;
        find_start_layers(a, first);
        pair->start_layer = find_least_loaded_layer(a, pair);
        add_pair_load(a, pair);
    }
    return NOC_OK;
}

/* ---- all ------------------------------------------------------------------------------------ */

static bool init_search(layer_search *a, noc_vc_pair *pairs, size_t count)
{
    const size_t routers = a->table->router_count;
    a->tails = noc_arena_array(a->scratch, routers, sizeof *a->tails);
    a->known_routers = noc_arena_array(a->scratch, routers, sizeof *a->known_routers);
    a->route_routers = noc_arena_array(a->scratch, routers, sizeof *a->route_routers);
    a->starts = noc_arena_array(a->scratch, count, sizeof *a->starts);
    if (a->scratch->is_short) return false;
    for (size_t p = 0; p < count; p++) {
        pairs[p].start_layer = 0;
        if (pairs[p].source != pairs[p].destination)
            a->starts[a->start_count++] = (route_start){pairs[p].source, pairs[p].destination, 1};
    }
    return true;
}

noc_status noc_vc_layers_find(noc_arena *arena, noc_vc_layers *layers, const noc_link_table *table,
                              noc_vc_pair *pairs, size_t count)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    layer_search a = {arena, &scratch, table, layers, .turns.arena = &scratch};
    *layers = (noc_vc_layers){0};
    const noc_status status = init_search(&a, pairs, count) ? find_layers(&a) : NOC_EFAILED;
    return status == NOC_OK && layers->count <= NOC_LAYERS_MAX
               ? choose_start_layers(&a, pairs, count)
               : status;
}

bool noc_vc_layers_divide(const noc_vc_layers *layers, uint32_t vcs, uint32_t sets[NOC_LAYERS_MAX])
{
    uint32_t counts[NOC_LAYERS_MAX], vcs_left = (uint32_t)__builtin_popcount(vcs);
    if (layers->count > vcs_left || layers->count > NOC_LAYERS_MAX) return false;
    for (uint32_t l = 0; l < layers->count; l++) counts[l] = 1;
    for (vcs_left -= layers->count; vcs_left > 0; vcs_left--) {
        uint32_t fullest = 0;
        for (uint32_t l = 1; l < layers->count; l++)
            if (layers->largest_load[l] * counts[fullest] >
                layers->largest_load[fullest] * counts[l])
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
static bool store_start_layers(noc_arena *arena, noc_vc_plan *plan, const noc_vc_pair *pairs,
                               size_t count, uint32_t vcs)
{
    const size_t routers = plan->router_count;
    if (!noc_vc_layers_divide(&plan->layers, vcs, plan->vc_sets)) return true;
    plan->start_layer = noc_arena_array(arena, routers * routers, sizeof *plan->start_layer);
    if (!plan->start_layer) return false;
    for (size_t p = 0; p < count; p++)
        plan->start_layer[pairs[p].source * routers + pairs[p].destination] =
            (uint8_t)pairs[p].start_layer;
    return true;
}

noc_vc_plan *noc_vc_plan_make(noc_arena *arena, const noc_link_table *table, noc_vc_pair *pairs,
                              size_t count, uint32_t vcs)
{
    noc_vc_plan *plan = noc_arena_array(arena, 1, sizeof *plan);
    if (!plan) return NULL;
    plan->router_count = table->router_count;
    const bool is_made = noc_vc_layers_find(arena, &plan->layers, table, pairs, count) == NOC_OK &&
                         store_start_layers(arena, plan, pairs, count, vcs);
    return is_made ? plan : NULL;
}
