#include "analytic/bound/bound_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "network/graph/units.h"

enum { FLOWS_ALONE = 1200 }; /* largest number of flows for which each flow is a block */

/* ---- kinds of packets ----------------------------------------------------------------------- */

static bool in_proportion(const noc_graph *g, const noc_bound_kind *a, const double *flits)
{
    uint16_t first = 0;
    while (first < g->network_count && !g->networks[first].carries[a->class]) first++;
    for (uint16_t n = first; n < g->network_count; n++)
        if (g->networks[n].carries[a->class] &&
            a->flits[n] * flits[first] != a->flits[first] * flits[n])
            return false;
    return true;
}

/* Adds packets to a kind with the same proportions, or makes a new kind. Takes ownership of
 * `flits`. */
static void add_kind(const noc_graph *g, noc_bound_traffic *t, noc_class class, double *flits)
{
    for (int k = 0; k < t->kind_count; k++) {
        if (t->kinds[k].class != class || !in_proportion(g, &t->kinds[k], flits)) continue;
        for (uint16_t n = 0; n < g->network_count; n++) t->kinds[k].flits[n] += flits[n];
        free(flits);
        return;
    }
    t->kinds[t->kind_count++] = (noc_bound_kind){class, flits};
}

static bool make_kinds(const noc_system *s, noc_bound_traffic *t)
{
    const noc_graph *g = &s->graph;
    for (int i = 0; i < s->traffic.length_count; i++) {
        const noc_packet_type *type = &s->traffic.lengths[i];
        if (type->share == 0.0) continue;
        double *flits = calloc(g->network_count, sizeof *flits);
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

static uint32_t end_of(const noc_flow *flow, noc_heading heading)
{
    return heading == NOC_HEADING_FROM ? flow->source : flow->destination;
}

/* Counts the flows of a class by terminal at one end. Returns the number of terminals with
 * flows. */
static uint32_t count_flows(const noc_system *s, noc_class class, noc_heading heading,
                            uint32_t *flows_at)
{
    const noc_traffic *traffic = &s->traffic;
    uint32_t ends = 0;
    memset(flows_at, 0, s->graph.terminal_count * sizeof *flows_at);
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == class)
            ends += flows_at[end_of(&traffic->flows[f], heading)]++ == 0;
    return ends;
}

/* Makes the roots of a class at the ends with more terminals, so that blocks are smaller. `used`:
 * flows in `flow_order` so far. */
static void make_roots(const noc_system *s, noc_bound_traffic *t, noc_class class,
                       uint32_t *flows_at, size_t *used)
{
    const noc_traffic *traffic = &s->traffic;
    const uint32_t sources = count_flows(s, class, NOC_HEADING_FROM, flows_at);
    const uint32_t destinations = count_flows(s, class, NOC_HEADING_TO, flows_at);
    const noc_heading heading = sources >= destinations ? NOC_HEADING_FROM : NOC_HEADING_TO;
    count_flows(s, class, heading, flows_at);
    for (uint32_t i = 0; i < s->graph.terminal_count; i++) {
        const uint32_t count = flows_at[i];
        /* index of the root's next flow in `flow_order` from now on */
        flows_at[i] = (uint32_t)*used;
        if (count == 0) continue;
        t->roots[t->root_count++] = (noc_bound_root){i, heading, class, *used, count};
        *used += count;
    }
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == class)
            t->order[flows_at[end_of(&traffic->flows[f], heading)]++] = (uint32_t)f;
}

bool noc_bound_traffic_ends_block(const noc_bound_traffic *t, const noc_bound_root *r, size_t flow)
{
    return t->alone || flow + 1 == r->count;
}

static bool make_blocks(const noc_system *s, noc_bound_traffic *t)
{
    t->alone = s->traffic.flow_count <= FLOWS_ALONE;
    t->blocks = (int)(t->alone ? s->traffic.flow_count : t->root_count);
    t->class_of = malloc(((size_t)t->blocks + 1) * sizeof *t->class_of);
    if (!t->class_of) return false;
    int block = 0;
    for (size_t i = 0; i < t->root_count; i++)
        for (size_t f = 0; f < t->roots[i].count; f++)
            if (noc_bound_traffic_ends_block(t, &t->roots[i], f))
                t->class_of[block++] = t->roots[i].class;
    return true;
}

/* ---- all ------------------------------------------------------------------------------------ */

bool noc_bound_traffic_of(const noc_system *s, noc_bound_traffic *t)
{
    const size_t terminals = s->graph.terminal_count;
    uint32_t *flows_at = malloc((terminals + 1) * sizeof *flows_at);
    size_t used = 0;
    t->roots = malloc((2 * terminals + 1) * sizeof *t->roots);
    t->order = malloc((s->traffic.flow_count + 1) * sizeof *t->order);
    const bool room = flows_at && t->roots && t->order;
    for (int class = 0; class < NOC_CLASSES && room; class ++)
        make_roots(s, t, (noc_class) class, flows_at, &used);
    free(flows_at);
    return room && make_kinds(s, t) && make_blocks(s, t);
}

void noc_bound_traffic_clear(noc_bound_traffic *t)
{
    for (int k = 0; k < t->kind_count; k++) free(t->kinds[k].flits);
    free(t->roots);
    free(t->order);
    free(t->class_of);
    *t = (noc_bound_traffic){0};
}
