/* Cost of overlays: hinge routers (a crossbar of bypasses and latches, tables that set its
 * outputs, counters), and links with repeaters, over which a flit crosses a row in one cycle
 * (rapid18 3.2, 4.2; dapper 4.2). */
#include <math.h>

#include "network/circuits/overlay_check.h"
#include "network/circuits/overlay_counts.h"
#include "network/kinds/grid.h"
#include "power_area/bufferless.h"
#include "power_area/link.h"
#include "power_area/moves.h"
#include "power_area/network_cost.h"

static const double um2_per_mm2 = 1e6;
static const double bits_per_byte = 8.0;
static const double ack_bits = 7.0; /* dapper 4.2.2 */

/* Gates, of the size of a 2:1 multiplexer, that compare or count one bit (assumed). */
static const double gates_per_bit = 2.0;

/* One overlay, with the values on which its cost depends. */
typedef struct overlay {
    const noc_costing *costing;
    const noc_overlay *settings;
    noc_overlay_counts counts;
    noc_flit_movement moves;
    double bits;
    noc_network_cost *cost;
} overlay;

static void add_dynamic(const overlay *o, size_t part, double pj_per_cycle)
{
    if (o->costing->activity)
        o->cost->parts[part].dynamic_mw += noc_costing_mw_per_pj(o->costing) * pj_per_cycle;
}

static void add_pieces(const overlay *o, size_t part, uint64_t count, noc_piece_cost each)
{
    noc_part_add(o->cost, part, count, each.area_um2, each.leakage_mw);
}

static void add_routers(const overlay *o)
{
    const noc_overlay_counts *n = &o->counts;
    const noc_bufferless_shape shape = {
        .crossbar = {(uint16_t)n->crossbar_inputs, (uint16_t)n->crossbar_outputs,
                     (uint32_t)(n->crossbar_inputs * n->crossbar_outputs)},
        .flit_bits = o->bits,
        .latches = (double)n->latches / (double)n->routers,
        .control_bits = (double)(n->register_bits + n->counter_bits),
        .gates = gates_per_bit * (double)(n->comparators * n->comparator_bits + n->counter_bits),
    };
    const noc_bufferless_cost cost = noc_cost_of_bufferless(o->costing->process, &shape);
    add_pieces(o, NOC_PART_HINGE_ROUTERS, n->routers, cost.router);
    add_pieces(o, NOC_PART_LATCHES, n->latches, cost.latch);
    add_pieces(o, NOC_PART_TABLE_BITS, n->routers * n->table_bits,
               noc_cost_of_table_bit(o->costing->process));
    o->cost->parts[NOC_PART_HINGE_ROUTERS].crossbar_mm2 +=
        (double)n->routers * cost.crossbar_um2 / um2_per_mm2;
    o->cost->wire_area_mm2 += (double)n->routers * cost.wire_area_um2 / um2_per_mm2;
    add_dynamic(o, NOC_PART_HINGE_ROUTERS,
                (double)n->routers * cost.clock_pj +
                    o->moves.passages.crossbars * cost.crossbar_pj);
    add_dynamic(o, NOC_PART_LATCHES, o->moves.passages.latches * cost.latch_pj);
}

/* Hops of the longest row or column, all of which are in one cycle. */
static double hops_per_cycle(const overlay *o)
{
    return fmax(1.0, fmax(o->settings->columns, o->settings->rows) - 1.0);
}

/* Cost of one hop of `wires` wires, within its share of a cycle. */
static noc_link_cost hop_of(const overlay *o, double wires)
{
    return noc_cost_of_link(o->costing->process, wires, o->costing->system->design->chip.tile_mm,
                            o->costing->clock_mhz * hops_per_cycle(o));
}

static void add_wire_area(const overlay *o, uint64_t count, const noc_link_cost *link)
{
    o->cost->wire_area_mm2 += (double)count * link->wire_area_um2 / um2_per_mm2;
}

/* Adds the links. A repeater of a wire and hop has as many inverters as keep the wire within its
 * share of the cycle. */
static void add_links(const overlay *o)
{
    const noc_overlay_counts *n = &o->counts;
    const noc_link_cost hop = hop_of(o, o->bits);
    const noc_link_cost local =
        noc_cost_of_link(o->costing->process, o->bits, noc_local_link_mm, o->costing->clock_mhz);
    noc_part_add(o->cost, NOC_PART_LINKS, n->links, hop.area_um2 - hop.repeater_area_um2, 0.0);
    noc_part_add(o->cost, NOC_PART_LINKS, n->local_links, local.area_um2, local.leakage_mw);
    noc_part_add(o->cost, NOC_PART_REPEATERS, n->repeaters, hop.repeater_area_um2 / o->bits,
                 hop.leakage_mw / o->bits);
    add_wire_area(o, n->links, &hop);
    add_wire_area(o, n->local_links, &local);
    add_dynamic(o, NOC_PART_LINKS,
                o->moves.passages.links * (hop.flit_pj - hop.repeater_pj) +
                    2.0 * o->moves.flits * local.flit_pj);
    add_dynamic(o, NOC_PART_REPEATERS, o->moves.passages.links * hop.repeater_pj);
    if (!hop.meets_clock)
        noc_costing_note_late_link(o->costing,
                                   hops_per_cycle(o) * o->costing->system->design->chip.tile_mm);
}

static void add_ack_links(const overlay *o)
{
    const noc_link_cost hop = hop_of(o, ack_bits);
    noc_part_add(o->cost, NOC_PART_ACK_LINKS, o->counts.ack_links, hop.area_um2, hop.leakage_mw);
    add_wire_area(o, o->counts.ack_links, &hop);
    add_dynamic(o, NOC_PART_ACK_LINKS, o->moves.ack_hops * hop.flit_pj);
}

/* Notes the clock, at which a flit goes as far in a cycle as in rapid18. */
static void note_clock(const overlay *o, uint16_t network)
{
    const double hop_ps = noc_overlay_hop_ps(o->costing->system->design->chip.tile_mm);
    const noc_clock clock = noc_clock_of_wires(hops_per_cycle(o) * hop_ps);
    noc_costing_note_clock(o->costing, o->costing->system->graph.networks[network].first_router,
                           &clock);
}

static void add_network(const noc_costing *c, uint16_t network)
{
    const noc_design *design = c->system->design;
    const noc_network *net = &c->system->graph.networks[network];
    const noc_overlay *settings = &design->networks[net->spec_index].overlay;
    const overlay o = {
        .costing = c,
        .settings = settings,
        .counts =
            noc_overlay_count(settings, design->nodes.memory, (int)bits_per_byte * net->flit_bytes,
                              settings->has_acknowledgements),
        .moves = noc_flit_movement_of(c, network),
        .bits = bits_per_byte * net->flit_bytes,
        .cost = &c->networks[network],
    };
    add_routers(&o);
    add_links(&o);
    if (settings->has_acknowledgements) add_ack_links(&o);
    note_clock(&o, network);
}

static void add_overlay_costs(const noc_costing *c)
{
    const noc_graph *graph = &c->system->graph;
    for (uint16_t n = 0; n < graph->network_count; n++)
        if (graph->networks[n].switching == NOC_SWITCHING_OVERLAY) add_network(c, n);
}

const noc_cost_kind noc_cost_kind_overlay = {
    .switching = NOC_SWITCHING_OVERLAY,
    .add_costs = add_overlay_costs,
    .wire_words = "along the longest row or column, 12 hops of 2 mm in a nanosecond (rapid18 3.2)",
};
