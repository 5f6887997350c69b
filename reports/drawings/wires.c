#include "reports/drawings/wires.h"

#include <stdlib.h>

#include "reports/drawings/layout_frame.h"

/* A channel between routers a < b, and its direction. */
typedef struct wire {
    uint32_t a, b;
    bool is_backward;
    const noc_channel *channel;
} wire;

static int compare_ends(const void *p, const void *q)
{
    const wire *x = p, *y = q;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return 0;
}

static size_t list_wires(const noc_graph *graph, uint16_t network, wire *list)
{
    const uint32_t first = graph->networks[network].first_router;
    size_t count = 0;
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        const noc_channel *channel = &graph->channels[c];
        if (channel->network != network || channel->kind != NOC_LINK) continue;
        const bool is_backward = channel->from > channel->to;
        list[count++] =
            (wire){(is_backward ? channel->to : channel->from) - first,
                   (is_backward ? channel->from : channel->to) - first, is_backward, channel};
    }
    qsort(list, count, sizeof *list, compare_ends);
    return count;
}

static void add_wire(noc_wires *wires, const wire *added_wire)
{
    if (wires->count == 0 || wires->pairs[wires->count - 1].a != added_wire->a ||
        wires->pairs[wires->count - 1].b != added_wire->b)
        wires->pairs[wires->count++] = (noc_wires_pair){.a = added_wire->a, .b = added_wire->b};
    noc_wires_pair *pair = &wires->pairs[wires->count - 1];
    noc_wires_link *link = added_wire->is_backward ? &pair->backward : &pair->forward;
    link->lanes++;
    link->cycles = added_wire->channel->latency;
    link->flits_per_cycle += added_wire->channel->flits_per_cycle;
}

/* Finds the router of a node in a network; NOC_NONE if the node neither sends nor receives
 * there. */
static uint32_t find_router(const noc_graph *graph, uint16_t network, const noc_terminal *node)
{
    for (uint32_t i = 0; i < node->injections; i++) {
        const noc_channel *channel = &graph->channels[graph->injections[node->first_injection + i]];
        if (channel->network == network) return channel->to;
    }
    for (uint32_t i = 0; i < node->ejections; i++) {
        const noc_channel *channel = &graph->channels[graph->ejections[node->first_ejection + i]];
        if (channel->network == network) return channel->from;
    }
    return NOC_NONE;
}

static void count_nodes(const noc_graph *graph, uint16_t network, noc_wires *wires)
{
    for (uint32_t i = graph->terminal_count; i-- > 0;) {
        const noc_terminal *node = &graph->terminals[i];
        const uint32_t router = find_router(graph, network, node);
        if (router == NOC_NONE) continue;
        noc_wires_nodes *nodes = &wires->nodes[router - graph->networks[network].first_router];
        const bool is_memory = node->kind == NOC_MEMORY;
        *(is_memory ? &nodes->memories : &nodes->computes) += 1;
        *(is_memory ? &nodes->first_memory : &nodes->first_compute) = node->number;
    }
}

noc_status noc_wires_find(const noc_system *system, uint16_t network, noc_wires *wires,
                          noc_diag *diag)
{
    const noc_graph *graph = &system->graph;
    wire *list = malloc((graph->channel_count + 1) * sizeof *list);
    *wires = (noc_wires){.routers = graph->networks[network].router_count};
    wires->pairs = malloc((graph->channel_count + 1) * sizeof *wires->pairs);
    wires->nodes = calloc(wires->routers + 1, sizeof *wires->nodes);
    const bool has_memory = list && wires->pairs && wires->nodes;
    const size_t count = has_memory ? list_wires(graph, network, list) : 0;
    for (size_t i = 0; i < count; i++) add_wire(wires, &list[i]);
    if (has_memory) count_nodes(graph, network, wires);
    free(list);
    return has_memory ? NOC_OK : noc_fail_memory(diag);
}

void noc_wires_clear(noc_wires *wires)
{
    free(wires->pairs);
    free(wires->nodes);
}

/* ---- places of routers ---------------------------------------------------------------------- */

/* Copies the design's positions. False unless each router has one. */
static bool copy_positions(const noc_wiring *wiring, uint32_t routers, noc_layout_point *points)
{
    if (!wiring || !wiring->positions || wiring->position_count < routers) return false;
    for (uint32_t r = 0; r < routers; r++) {
        if (!wiring->positions[r].line) return false;
        points[r] = (noc_layout_point){wiring->positions[r].x, wiring->positions[r].y};
    }
    return true;
}

static noc_status find_layout(const noc_wires *wires, noc_layout_point *points, noc_diag *diag)
{
    noc_layout_link *links = malloc((wires->count + 1) * sizeof *links);
    if (!links) return noc_fail_memory(diag);
    for (size_t i = 0; i < wires->count; i++)
        links[i] = (noc_layout_link){wires->pairs[i].a, wires->pairs[i].b};
    const noc_status status = noc_layout_find(wires->routers, links, wires->count, points, diag);
    free(links);
    return status;
}

noc_status noc_wires_place_routers(const noc_system *system, uint16_t network,
                                   const noc_wires *wires, noc_layout_point **result,
                                   noc_diag *diag)
{
    noc_layout_point *points = calloc(wires->routers + 1, sizeof *points);
    if (!points) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    if (!copy_positions(noc_system_spec(system, network)->wiring, wires->routers, points))
        status = find_layout(wires, points, diag);
    else if (!noc_layout_scale(wires->routers, points))
        status = noc_fail_memory(diag);
    if (status == NOC_OK)
        *result = points;
    else
        free(points);
    return status;
}

bool noc_wires_is_one_way(const noc_wires_pair *pair)
{
    return pair->forward.lanes == 0 || pair->backward.lanes == 0;
}

bool noc_wires_latencies_differ(const noc_wires *wires)
{
    uint16_t cycles = 0;
    for (size_t i = 0; i < wires->count; i++) {
        const noc_wires_link *links[] = {&wires->pairs[i].forward, &wires->pairs[i].backward};
        for (int k = 0; k < 2; k++) {
            if (links[k]->lanes == 0) continue;
            if (cycles && links[k]->cycles != cycles) return true;
            cycles = links[k]->cycles;
        }
    }
    return false;
}
