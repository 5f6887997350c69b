#include "reports/drawings/wires.h"

#include <stdlib.h>

#include "reports/drawings/layout_frame.h"

/* A channel between routers a < b, and its direction. */
typedef struct strand {
    uint32_t a, b;
    bool back;
    const noc_channel *channel;
} strand;

static int by_ends(const void *p, const void *q)
{
    const strand *x = p, *y = q;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return 0;
}

static size_t list_strands(const noc_graph *g, uint16_t network, strand *list)
{
    const uint32_t first = g->networks[network].first_router;
    size_t count = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *k = &g->channels[c];
        if (k->network != network || k->kind != NOC_LINK) continue;
        const bool back = k->from > k->to;
        list[count++] =
            (strand){(back ? k->to : k->from) - first, (back ? k->from : k->to) - first, back, k};
    }
    qsort(list, count, sizeof *list, by_ends);
    return count;
}

static void add_strand(noc_wires *w, const strand *s)
{
    if (w->count == 0 || w->pairs[w->count - 1].a != s->a || w->pairs[w->count - 1].b != s->b)
        w->pairs[w->count++] = (noc_wires_pair){.a = s->a, .b = s->b};
    noc_wires_pair *pair = &w->pairs[w->count - 1];
    noc_wires_way *way = s->back ? &pair->back : &pair->there;
    way->lanes++;
    way->cycles = s->channel->latency;
    way->flits_per_cycle += s->channel->flits_per_cycle;
}

/* Finds the router of a node in a network; NOC_NONE if the node neither sends nor receives
 * there. */
static uint32_t router_of(const noc_graph *g, uint16_t network, const noc_terminal *t)
{
    for (uint32_t i = 0; i < t->injections; i++) {
        const noc_channel *c = &g->channels[g->injections[t->first_injection + i]];
        if (c->network == network) return c->to;
    }
    for (uint32_t i = 0; i < t->ejections; i++) {
        const noc_channel *c = &g->channels[g->ejections[t->first_ejection + i]];
        if (c->network == network) return c->from;
    }
    return NOC_NONE;
}

static void count_nodes(const noc_graph *g, uint16_t network, noc_wires *w)
{
    for (uint32_t i = g->terminal_count; i-- > 0;) {
        const noc_terminal *t = &g->terminals[i];
        const uint32_t router = router_of(g, network, t);
        if (router == NOC_NONE) continue;
        noc_wires_nodes *n = &w->nodes[router - g->networks[network].first_router];
        const bool memory = t->kind == NOC_MEMORY;
        *(memory ? &n->memories : &n->computes) += 1;
        *(memory ? &n->first_memory : &n->first_compute) = t->number;
    }
}

noc_status noc_wires_of(const noc_system *system, uint16_t network, noc_wires *w, noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    strand *list = malloc((g->channel_count + 1) * sizeof *list);
    *w = (noc_wires){.routers = g->networks[network].router_count};
    w->pairs = malloc((g->channel_count + 1) * sizeof *w->pairs);
    w->nodes = calloc(w->routers + 1, sizeof *w->nodes);
    const bool made = list && w->pairs && w->nodes;
    const size_t count = made ? list_strands(g, network, list) : 0;
    for (size_t i = 0; i < count; i++) add_strand(w, &list[i]);
    if (made) count_nodes(g, network, w);
    free(list);
    return made ? NOC_OK : noc_fail_memory(diag);
}

void noc_wires_clear(noc_wires *w)
{
    free(w->pairs);
    free(w->nodes);
}

/* ---- places of routers ---------------------------------------------------------------------- */

/* Copies the design's positions. False unless each router has one. */
static bool take_positions(const noc_wiring *wiring, uint32_t routers, noc_layout_point *at)
{
    if (!wiring || !wiring->spots || wiring->spot_count < routers) return false;
    for (uint32_t r = 0; r < routers; r++) {
        if (!wiring->spots[r].line) return false;
        at[r] = (noc_layout_point){wiring->spots[r].x, wiring->spots[r].y};
    }
    return true;
}

static noc_status lay_out(const noc_wires *w, noc_layout_point *at, noc_diag *diag)
{
    noc_layout_link *links = malloc((w->count + 1) * sizeof *links);
    if (!links) return noc_fail_memory(diag);
    for (size_t i = 0; i < w->count; i++)
        links[i] = (noc_layout_link){w->pairs[i].a, w->pairs[i].b};
    const noc_status status = noc_layout_find(w->routers, links, w->count, at, diag);
    free(links);
    return status;
}

noc_status noc_wires_places(const noc_system *system, uint16_t network, const noc_wires *w,
                            noc_layout_point **at, noc_diag *diag)
{
    noc_layout_point *places = calloc(w->routers + 1, sizeof *places);
    if (!places) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    if (!take_positions(noc_system_spec(system, network)->wiring, w->routers, places))
        status = lay_out(w, places, diag);
    else if (!noc_layout_scale(w->routers, places))
        status = noc_fail_memory(diag);
    if (status == NOC_OK)
        *at = places;
    else
        free(places);
    return status;
}

bool noc_wires_one_way(const noc_wires_pair *pair)
{
    return pair->there.lanes == 0 || pair->back.lanes == 0;
}

bool noc_wires_differ(const noc_wires *w)
{
    uint16_t cycles = 0;
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_way *ways[] = {&w->pairs[i].there, &w->pairs[i].back};
        for (int k = 0; k < 2; k++) {
            if (ways[k]->lanes == 0) continue;
            if (cycles && ways[k]->cycles != cycles) return true;
            cycles = ways[k]->cycles;
        }
    }
    return false;
}
