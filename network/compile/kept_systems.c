#include "network/compile/kept_systems.h"

#include <stdlib.h>

static size_t whole(double bytes)
{
    static const double most = 1e15;
    return (size_t)(bytes < most ? bytes : most);
}

/* ---- routes --------------------------------------------------------------------------------- */

typedef struct kept_routes {
    noc_routes routes;
    noc_route *of_flows;
    size_t flow_count;
    uint32_t vc_layers; /* largest number of VC layers of the routes */
} kept_routes;

static void drop_routes(void *value)
{
    kept_routes *r = value;
    noc_routes_clear(&r->routes);
    free(r->of_flows);
    free(r);
}

static const noc_kept_kind routes_kind = {NOC_ROUTES_ROOM, drop_routes};

static noc_kept_key key_of_routes(const noc_system *s)
{
    return noc_settings_read_by(&s->design->read, NOC_ROUTES_STAGE);
}

static void lend(const kept_routes *r, noc_kept_value *value, noc_system *s)
{
    s->routes = r->routes;
    s->routes.lent = true;
    s->lends = value;
}

bool noc_routes_recall(noc_kept *kept, noc_system *s)
{
    noc_kept_value *value = noc_kept_find(kept, &routes_kind, key_of_routes(s));
    if (!value) return false;
    const kept_routes *r = noc_kept_of(value);
    lend(r, value, s);
    for (size_t f = 0; f < r->flow_count; f++) s->traffic.flows[f].route = r->of_flows[f];
    s->vc_layers = r->vc_layers;
    return true;
}

void noc_routes_make_room(noc_kept *kept, double bytes)
{
    noc_kept_make_room(kept, &routes_kind, whole(bytes));
}

/* Copies the routes of a system. NULL when out of memory. */
static kept_routes *routes_of(const noc_system *s)
{
    kept_routes *r = malloc(sizeof *r);
    if (!r) return NULL;
    const size_t count = s->traffic.flow_count;
    *r = (kept_routes){.flow_count = count, .vc_layers = s->vc_layers};
    r->of_flows = malloc((count + 1) * sizeof *r->of_flows);
    if (!r->of_flows) {
        free(r);
        return NULL;
    }
    for (size_t f = 0; f < count; f++) r->of_flows[f] = s->traffic.flows[f].route;
    return r;
}

void noc_routes_keep(noc_kept *kept, noc_system *s, double bytes)
{
    kept_routes *r = routes_of(s);
    if (!r) return;
    noc_kept_value *value = noc_kept_add(kept, &routes_kind, key_of_routes(s), whole(bytes), r);
    if (!value) {
        drop_routes(r);
        return;
    }
    r->routes = s->routes;
    lend(r, value, s);
}

/* ---- systems -------------------------------------------------------------------------------- */

static void drop_system(void *value)
{
    noc_system_drop(value);
}

static const noc_kept_kind systems_kind = {NOC_SYSTEMS_ROOM, drop_system};

static noc_kept_key key_of_system(const noc_design *design)
{
    return noc_settings_read_by(&design->read, NOC_CONTENTION_STAGE);
}

noc_system *noc_system_recall(noc_kept *kept, const noc_design *design)
{
    noc_kept_value *value = noc_kept_find(kept, &systems_kind, key_of_system(design));
    if (!value) return NULL;
    if (noc_kept_is_shared(value)) { /* a second user would have another design */
        noc_kept_let_go(value);
        return NULL;
    }
    noc_system *s = noc_kept_of(value);
    s->design = design;
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].vc.timing) s->graph.networks[n].vc.timing = design;
    return s;
}

void noc_system_keep(noc_kept *kept, noc_system *s, double bytes)
{
    if (bytes > NOC_SYSTEMS_ROOM) return;
    noc_kept_make_room(kept, &systems_kind, whole(bytes));
    s->found = calloc(1, sizeof *s->found);
    if (!s->found) return;
    s->kept = noc_kept_add(kept, &systems_kind, key_of_system(s->design), whole(bytes), s);
    if (s->kept) return;
    free(s->found);
    s->found = NULL;
}
