/* Dijkstra's algorithm with channels as nodes, since the outputs that a half router allows depend
 * on the input channel. */
#include "analytic/bound/shortest_paths.h"

#include <math.h>

/* Best path found so far between the terminal and a channel. */
typedef struct label {
    double price;
    uint32_t hops; /* channels of the path */
    uint32_t next; /* next channel towards the terminal; NOC_NONE: at the terminal, or no path */
    uint32_t slot; /* index in the heap; NOC_NONE if settled or not yet found */
} label;

struct noc_shortest_paths {
    const noc_graph *graph;
    label *labels;     /* [channel]: label */
    bool *is_expanded; /* [router]: true once its first channel is settled */
    uint32_t *heap;    /* binary heap of channels by price, then by hops */
    uint32_t heap_count;
    noc_heading heading;
};

noc_shortest_paths *noc_shortest_paths_new(const noc_graph *graph, noc_arena *arena)
{
    noc_shortest_paths *c = noc_arena_array(arena, 1, sizeof *c);
    if (!c) return NULL;
    c->graph = graph;
    c->labels = noc_arena_array(arena, graph->channel_count, sizeof *c->labels);
    c->heap = noc_arena_array(arena, graph->channel_count, sizeof *c->heap);
    c->is_expanded = noc_arena_array(arena, graph->router_count, sizeof *c->is_expanded);
    return arena->is_short ? NULL : c;
}

/* ---- heap ----------------------------------------------------------------------------------- */

static bool is_cheaper(const label *a, const label *b)
{
    return a->price < b->price || (a->price == b->price && a->hops < b->hops);
}

static void set_slot(noc_shortest_paths *c, uint32_t slot, uint32_t channel)
{
    c->heap[slot] = channel;
    c->labels[channel].slot = slot;
}

static void sift_up(noc_shortest_paths *c, uint32_t slot, uint32_t channel)
{
    while (slot > 0) {
        const uint32_t parent = (slot - 1) / 2;
        if (!is_cheaper(&c->labels[channel], &c->labels[c->heap[parent]])) break;
        set_slot(c, slot, c->heap[parent]);
        slot = parent;
    }
    set_slot(c, slot, channel);
}

static void sift_down(noc_shortest_paths *c, uint32_t slot, uint32_t channel)
{
    for (;;) {
        uint32_t child = 2 * slot + 1;
        if (child >= c->heap_count) break;
        if (child + 1 < c->heap_count &&
            is_cheaper(&c->labels[c->heap[child + 1]], &c->labels[c->heap[child]]))
            child++;
        if (!is_cheaper(&c->labels[c->heap[child]], &c->labels[channel])) break;
        set_slot(c, slot, c->heap[child]);
        slot = child;
    }
    set_slot(c, slot, channel);
}

static uint32_t remove_cheapest(noc_shortest_paths *c)
{
    const uint32_t first = c->heap[0];
    c->labels[first].slot = NOC_NONE;
    if (--c->heap_count > 0) sift_down(c, 0, c->heap[c->heap_count]);
    return first;
}

/* Replaces the path to a channel by a path over `next`, if that is cheaper. */
static void update_label(noc_shortest_paths *c, uint32_t channel, double price, uint32_t hops,
                         uint32_t next)
{
    label *l = &c->labels[channel];
    const label better = {price, hops, next, l->slot};
    if (!is_cheaper(&better, l)) return;
    if (l->slot == NOC_NONE) l->slot = c->heap_count++;
    const uint32_t slot = l->slot;
    *l = better;
    sift_up(c, slot, channel);
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* True if a packet may go from channel `in` to channel `out`. A half router forbids turns between
 * links only: terminals reach all of its ports. */
static bool can_turn(const noc_graph *g, const noc_router *router, uint32_t in, uint32_t out)
{
    return !router->is_half || g->channels[in].kind != NOC_LINK ||
           g->channels[out].kind != NOC_LINK || !noc_graph_is_turn(g, in, out);
}

/* Updates the paths to the channels on the other side of a router. The first settled path to a
 * router that is no half router is the cheapest one for all of these channels. */
static void expand_router(noc_shortest_paths *c, uint32_t channel, const double *prices)
{
    const noc_graph *g = c->graph;
    const bool is_forward = c->heading == NOC_HEADING_FORWARD;
    const uint32_t router = is_forward ? g->channels[channel].to : g->channels[channel].from;
    const noc_router *router_data = &g->routers[router];
    if (c->is_expanded[router] && !router_data->is_half) return;
    c->is_expanded[router] = true;
    const uint32_t count = is_forward ? router_data->outputs : router_data->inputs;
    const uint32_t *next_channels =
        is_forward ? &g->outputs[router_data->first_output] : &g->inputs[router_data->first_input];
    const label settled = c->labels[channel];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next_channel = next_channels[i];
        if (is_forward ? can_turn(g, router_data, channel, next_channel)
                       : can_turn(g, router_data, next_channel, channel))
            update_label(c, next_channel, settled.price + prices[next_channel], settled.hops + 1,
                         channel);
    }
}

void noc_shortest_paths_find(noc_shortest_paths *c, uint32_t terminal, noc_heading heading,
                             noc_class class, const double *prices)
{
    const noc_graph *g = c->graph;
    const noc_terminal *t = &g->terminals[terminal];
    const bool is_forward = heading == NOC_HEADING_FORWARD;
    const noc_channel_kind end_kind = is_forward ? NOC_EJECTION : NOC_INJECTION;
    const uint32_t *ports =
        is_forward ? &g->injections[t->first_injection] : &g->ejections[t->first_ejection];
    for (uint32_t i = 0; i < g->channel_count; i++)
        c->labels[i] = (label){INFINITY, UINT32_MAX, NOC_NONE, NOC_NONE};
    for (uint32_t r = 0; r < g->router_count; r++) c->is_expanded[r] = false;
    c->heap_count = 0;
    c->heading = heading;
    for (uint32_t i = 0; i < (is_forward ? t->injections : t->ejections); i++)
        if (g->networks[g->channels[ports[i]].network].carries[class])
            update_label(c, ports[i], prices[ports[i]], 1, NOC_NONE);
    while (c->heap_count > 0) {
        const uint32_t channel = remove_cheapest(c);
        if (g->channels[channel].kind != end_kind) expand_router(c, channel, prices);
    }
}

double noc_shortest_paths_price(const noc_shortest_paths *c, uint32_t channel)
{
    return c->labels[channel].price;
}

uint32_t noc_shortest_paths_next(const noc_shortest_paths *c, uint32_t channel)
{
    return c->labels[channel].next;
}
