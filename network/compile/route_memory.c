#include "network/compile/route_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "network/kinds/kinds.h"

/* ---- the key -------------------------------------------------------------------------------- */

typedef struct writer {
    noc_route_memory *memory;
    size_t at;   /* bytes written */
    bool same;   /* as those that are there */
    bool failed; /* out of memory */
} writer;

static void put(writer *w, const void *bytes, size_t size)
{
    noc_route_memory *m = w->memory;
    if (w->failed) return;
    if (w->at + size > m->key_capacity) {
        const size_t capacity = noc_list_next_room(m->key_capacity) + size;
        unsigned char *grown = realloc(m->key, capacity);
        w->failed = !grown;
        if (!grown) return;
        m->key = grown;
        m->key_capacity = capacity;
    }
    w->same = w->same && w->at + size <= m->key_size && memcmp(m->key + w->at, bytes, size) == 0;
    if (!w->same) memcpy(m->key + w->at, bytes, size);
    w->at += size;
}

/* Without what changes times, widths and costs, but no path. */
static void put_spec(writer *w, const noc_network_spec *spec)
{
    const noc_key_table own = spec->topology->keys;
    noc_network_spec s;
    memcpy(&s, spec, sizeof s);
    if (s.wiring) {
        put(w, s.wiring->digest, sizeof s.wiring->digest);
        put(w, &s.channel_cycles, sizeof s.channel_cycles); /* of links that do not say theirs */
        s.wiring = NULL;
    }
    for (size_t k = 0; k < own.count; k++) /* names of files say nothing */
        if (own.keys[k].type == NOC_TEXT) *(char **)((char *)&s + own.keys[k].offset) = NULL;
    s.flit_bytes = s.buffer_flits = s.router_stages = s.channel_cycles = 0;
    s.allocator = s.allocator_iterations = s.speculation = s.vc_reallocation = 0;
    s.vc_turnaround = 0;
    s.link_timing = 0;
    s.allocation_hold = s.credit_cycles = s.input_speedup = s.edge_routers = 0;
    s.terminal_mm = s.internal_speedup = s.link_flits_per_cycle = s.port_flits_per_cycle = 0.0;
    put(w, &s, sizeof s);
}

static void put_graph(writer *w, const noc_graph *g)
{
    const uint32_t counts[] = {g->network_count, g->router_count, g->channel_count,
                               g->terminal_count};
    put(w, counts, sizeof counts);
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const noc_terminal *at = &g->terminals[t];
        const uint32_t terminal[] = {at->kind, at->number, at->injections, at->ejections};
        const int16_t place[] = {at->column, at->row}; /* hubs' models read it (kinds/hub.h) */
        put(w, terminal, sizeof terminal);
        put(w, place, sizeof place);
        put(w, &g->injections[at->first_injection], at->injections * sizeof *g->injections);
        put(w, &g->ejections[at->first_ejection], at->ejections * sizeof *g->ejections);
    }
    for (uint32_t i = 0; i < g->router_count; i++) {
        const noc_router *r = &g->routers[i];
        const int32_t router[] = {r->network, r->column, r->row, r->half};
        put(w, router, sizeof router);
    }
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        const uint32_t channel[] = {c->kind, c->network, c->from, c->to, c->sharers};
        put(w, channel, sizeof channel);
    }
}

static void put_flows(writer *w, const noc_traffic *traffic)
{
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        const uint32_t ends[] = {flow->source, flow->destination, flow->class};
        put(w, ends, sizeof ends);
        put(w, &flow->rate, sizeof flow->rate);
    }
}

/* Makes the key this system's; returns whether it was before. */
static bool is_known(noc_route_memory *m, const noc_system *system)
{
    writer w = {.memory = m, .same = m->known};
    const noc_design *d = system->design;
    for (int n = 0; n < d->network_count; n++) put_spec(&w, &d->networks[n]);
    put_graph(&w, &system->graph);
    put_flows(&w, &system->traffic);
    const bool same = w.same && !w.failed && w.at == m->key_size;
    m->key_size = w.failed ? 0 : w.at;
    return same;
}

/* ---- the routes ----------------------------------------------------------------------------- */

static void lend(const noc_routes *routes, noc_system *system)
{
    system->routes = *routes;
    system->routes.lent = true;
}

static void forget(noc_route_memory *m)
{
    noc_routes_clear(&m->routes);
    free(m->of_flows);
    m->of_flows = NULL;
    m->known = false;
}

bool noc_routes_recall(noc_route_memory *m, noc_system *system)
{
    if (!is_known(m, system)) {
        forget(m);
        return false;
    }
    lend(&m->routes, system);
    for (size_t f = 0; f < m->flow_count; f++) system->traffic.flows[f].route = m->of_flows[f];
    system->vc_layers = m->vc_layers;
    system->routes_number = m->number;
    return true;
}

void noc_routes_remember(noc_route_memory *m, noc_system *system)
{
    forget(m);
    if (m->key_size == 0) return;
    m->flow_count = system->traffic.flow_count;
    m->of_flows = malloc((m->flow_count + 1) * sizeof *m->of_flows);
    m->known = m->of_flows != NULL;
    if (!m->known) return;
    m->routes = system->routes;
    m->vc_layers = system->vc_layers;
    lend(&m->routes, system);
    for (size_t f = 0; f < m->flow_count; f++) m->of_flows[f] = system->traffic.flows[f].route;
    system->routes_number = ++m->number;
}

void noc_route_memory_clear(noc_route_memory *m)
{
    forget(m);
    free(m->key);
    *m = (noc_route_memory){.key = NULL};
}
