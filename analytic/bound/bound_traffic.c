#include "analytic/bound/bound_traffic.h"

#include <string.h>

#include "network/graph/units.h"

enum { SINGLE_FLOWS_MAX = 1200 }; /* largest number of flows for which each flow is a block */

/* ---- kinds of packets ----------------------------------------------------------------------- */

/* True if `flits`, [network], are in the proportions of a kind, on all networks of its class. */
static bool has_same_proportions(const noc_graph *g, const noc_bound_kind *a, const double *flits)
{
    uint16_t first = 0;
    while (first < g->network_count && !g->networks[first].carries[a->class]) first++;
    for (uint16_t n = first; n < g->network_count; n++)
        if (g->networks[n].carries[a->class] &&
            a->flits[n] * flits[first] != a->flits[first] * flits[n])
            return false;
    return true;
}

/* Adds packets to a kind with the same proportions, or makes a new kind, of the list `flits`. */
static void add_kind(const noc_graph *g, noc_bound_traffic *t, noc_class class, double *flits)
{
    for (int k = 0; k < t->kind_count; k++) {
        if (t->kinds[k].class != class || !has_same_proportions(g, &t->kinds[k], flits)) continue;
        for (uint16_t n = 0; n < g->network_count; n++) t->kinds[k].flits[n] += flits[n];
        return;
    }
    t->kinds[t->kind_count++] = (noc_bound_kind){class, flits};
}

static bool make_kinds(const noc_system *s, noc_arena *arena, noc_bound_traffic *t)
{
    const noc_graph *g = &s->graph;
    for (int i = 0; i < s->traffic.length_count; i++) {
        const noc_packet_type *type = &s->traffic.lengths[i];
        if (type->share == 0.0) continue;
        double *flits = noc_arena_array(arena, g->network_count, sizeof *flits);
        if (!flits) return false;
        for (uint16_t n = 0; n < g->network_count; n++) /* port cycles, as in loads.h */
            flits[n] = type->share * noc_network_port_cycles(&g->networks[n], type->flits[n]);
        add_kind(g, t, type->class, flits);
    }
    return true;
}

double noc_bound_traffic_flits(const noc_bound_traffic *t, noc_class class, uint16_t network)
{
    double flits = 0.0;
    for (int k = 0; k < t->kind_count; k++)
        if (t->kinds[k].class == class) flits += t->kinds[k].flits[network];
    return flits;
}

/* ---- blocks of flows ------------------------------------------------------------------------ */

/* Returns the terminal of a flow at which paths of a heading begin or end. */
static uint32_t find_end(const noc_flow *flow, noc_heading heading)
{
    return heading == NOC_HEADING_FORWARD ? flow->source : flow->destination;
}

/* Counts the flows of a class by terminal at one end. Returns the number of terminals with
 * flows. */
static uint32_t count_flows(const noc_system *s, noc_class class, noc_heading heading,
                            uint32_t *flow_counts)
{
    const noc_traffic *traffic = &s->traffic;
    uint32_t terminals_used = 0;
    memset(flow_counts, 0, s->graph.terminal_count * sizeof *flow_counts);
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == class)
            terminals_used += flow_counts[find_end(&traffic->flows[f], heading)]++ == 0;
    return terminals_used;
}

/* Makes the roots of a class: all sources or all destinations, whichever are more, so that blocks
 * are smaller. `flow_counts`: room for [terminal]. *listed_flows: flows in `flow_order` so far. */
static void make_roots(const noc_system *s, noc_bound_traffic *t, noc_class class,
                       uint32_t *flow_counts, size_t *listed_flows)
{
    const noc_traffic *traffic = &s->traffic;
    const uint32_t sources = count_flows(s, class, NOC_HEADING_FORWARD, flow_counts);
    const uint32_t destinations = count_flows(s, class, NOC_HEADING_BACKWARD, flow_counts);
    const noc_heading heading =
        sources >= destinations ? NOC_HEADING_FORWARD : NOC_HEADING_BACKWARD;
    count_flows(s, class, heading, flow_counts);
    for (uint32_t i = 0; i < s->graph.terminal_count; i++) {
        const uint32_t count = flow_counts[i];
        /* index of the root's next flow in `flow_order` from now on */
        flow_counts[i] = (uint32_t)*listed_flows;
        if (count == 0) continue;
        t->roots[t->root_count++] = (noc_bound_root){i, heading, class, *listed_flows, count};
        *listed_flows += count;
    }
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == class)
            t->flow_order[flow_counts[find_end(&traffic->flows[f], heading)]++] = (uint32_t)f;
}

bool noc_bound_traffic_ends_block(const noc_bound_traffic *t, const noc_bound_root *r, size_t flow)
{
    return t->has_single_flows || flow + 1 == r->count;
}

static bool make_blocks(const noc_system *s, noc_arena *arena, noc_bound_traffic *t)
{
    t->has_single_flows = s->traffic.flow_count <= SINGLE_FLOWS_MAX;
    t->block_count = (int)(t->has_single_flows ? s->traffic.flow_count : t->root_count);
    t->block_classes = noc_arena_array(arena, (size_t)t->block_count, sizeof *t->block_classes);
    if (!t->block_classes) return false;
    int block = 0;
    for (size_t i = 0; i < t->root_count; i++)
        for (size_t f = 0; f < t->roots[i].count; f++)
            if (noc_bound_traffic_ends_block(t, &t->roots[i], f))
                t->block_classes[block++] = t->roots[i].class;
    return true;
}

/* ---- all ------------------------------------------------------------------------------------ */

bool noc_bound_traffic_find(const noc_system *s, noc_arena *arena, noc_bound_traffic *t)
{
    const size_t terminals = s->graph.terminal_count;
    uint32_t *flow_counts = noc_arena_array(arena, terminals, sizeof *flow_counts);
    size_t listed_flows = 0;
    t->roots = noc_arena_array(arena, 2 * terminals, sizeof *t->roots);
    t->flow_order = noc_arena_array(arena, s->traffic.flow_count, sizeof *t->flow_order);
    if (arena->is_short) return false;
    for (int class = 0; class < NOC_CLASSES; class ++)
        make_roots(s, t, (noc_class) class, flow_counts, &listed_flows);
    return make_kinds(s, arena, t) && make_blocks(s, arena, t);
}
