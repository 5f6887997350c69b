#include "network/compile/kept_systems.h"

#include <stdlib.h>

static size_t round_bytes(double bytes)
{
    static const double most = 1e15;
    return (size_t)(bytes < most ? bytes : most);
}

/* ---- routes --------------------------------------------------------------------------------- */

typedef struct kept_routes {
    noc_routes routes; /* owned; the arena has the flows' routes, too */
    noc_route *flow_routes;
    size_t flow_count;
    uint32_t vc_layers; /* largest number of VC layers of the routes */
} kept_routes;

static void free_routes(void *value)
{
    kept_routes *r = value;
    noc_arena_clear(&r->routes.arena);
    free(r);
}

static const noc_cached_kind routes_kind = {NOC_ROUTES_ROOM, free_routes};

static noc_cache_key key_of_routes(const noc_system *s)
{
    return noc_read_settings_key(&s->design->read_settings, NOC_ROUTES_STAGE);
}

static void lend_routes(const kept_routes *r, noc_cached_value *value, noc_system *s)
{
    s->routes = r->routes;
    s->routes.arena = (noc_arena){0};
    s->shared_routes = value;
}

bool noc_routes_recall(noc_value_cache *kept, noc_system *s)
{
    noc_cached_value *value = noc_cache_find(kept, &routes_kind, key_of_routes(s));
    if (!value) return false;
    const kept_routes *r = noc_cached_data(value);
    lend_routes(r, value, s);
    for (size_t f = 0; f < r->flow_count; f++) s->traffic.flows[f].route = r->flow_routes[f];
    s->vc_layers = r->vc_layers;
    return true;
}

void noc_routes_make_room(noc_value_cache *kept, double bytes)
{
    noc_cache_make_room(kept, &routes_kind, round_bytes(bytes));
}

void noc_routes_keep(noc_value_cache *kept, noc_system *s, double bytes)
{
    const size_t count = s->traffic.flow_count;
    kept_routes *r = malloc(sizeof *r);
    noc_route *flow_routes = noc_arena_array(&s->routes.arena, count, sizeof *flow_routes);
    noc_cached_value *value = r && flow_routes ? noc_cache_add(kept, &routes_kind, key_of_routes(s),
                                                               round_bytes(bytes), r)
                                               : NULL;
    if (!value) {
        noc_arena_release(&s->routes.arena, flow_routes);
        free(r);
        return;
    }
    for (size_t f = 0; f < count; f++) flow_routes[f] = s->traffic.flows[f].route;
    *r = (kept_routes){s->routes, flow_routes, count, s->vc_layers};
    lend_routes(r, value, s);
}

/* ---- systems -------------------------------------------------------------------------------- */

static void destroy_system(void *value)
{
    noc_system_destroy(value);
}

static const noc_cached_kind systems_kind = {NOC_SYSTEMS_ROOM, destroy_system};

static noc_cache_key key_of_system(const noc_design *design)
{
    return noc_read_settings_key(&design->read_settings, NOC_CONTENTION_STAGE);
}

noc_system *noc_system_recall(noc_value_cache *kept, const noc_design *design)
{
    noc_cached_value *value = noc_cache_find(kept, &systems_kind, key_of_system(design));
    if (!value) return NULL;
    if (noc_cached_is_shared(value)) { /* a second user would have another design */
        noc_cached_release(value);
        return NULL;
    }
    noc_system *s = noc_cached_data(value);
    s->design = design;
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].vc.timing_design) s->graph.networks[n].vc.timing_design = design;
    return s;
}

void noc_system_keep(noc_value_cache *kept, noc_system *s, double bytes)
{
    s->reader_values = calloc(1, sizeof *s->reader_values);
    if (bytes > NOC_SYSTEMS_ROOM || !s->reader_values) return;
    noc_cache_make_room(kept, &systems_kind, round_bytes(bytes));
    s->kept_record =
        noc_cache_add(kept, &systems_kind, key_of_system(s->design), round_bytes(bytes), s);
}
