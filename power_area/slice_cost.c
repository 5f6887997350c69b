#include "power_area/slice_cost.h"

#include <math.h>

#include "network/kinds/grid.h"
#include "network/kinds/structure.h"
#include "power_area/bufferless.h"
#include "power_area/link.h"
#include "power_area/moves.h"
#include "power_area/network_cost.h"

static const double um2_per_mm2 = 1e6;
static const double ps_per_us = 1e6;

/* One network of slices, with the values on which its cost depends. */
typedef struct slice_network {
    const noc_costing *costing;
    uint16_t network;
    noc_structure structure;
    noc_flit_movement movement;
    noc_router_shape shape;
    double tile_mm, hop_cycles;
    noc_network_cost *cost;
} slice_network;

static void add_dynamic(const slice_network *s, size_t part, double pj_per_cycle)
{
    if (s->costing->activity)
        s->cost->parts[part].dynamic_mw += noc_costing_mw_per_pj(s->costing) * pj_per_cycle;
}

static void add_routers(const slice_network *s)
{
    const double routers = (double)s->structure.router_count;
    const noc_bufferless_shape shape = {
        .crossbar = s->structure.crossbar,
        .flit_bits = s->shape.flit_bits,
        .latches = (double)s->structure.latch_count / routers,
    };
    const noc_bufferless_cost cost = noc_cost_of_bufferless(s->costing->process, &shape);
    noc_part_add(s->cost, NOC_PART_SLICE_ROUTERS, s->structure.router_count, cost.router.area_um2,
                 cost.router.leakage_mw);
    noc_part_add(s->cost, NOC_PART_LATCHES, s->structure.latch_count, cost.latch.area_um2,
                 cost.latch.leakage_mw);
    s->cost->parts[NOC_PART_SLICE_ROUTERS].crossbar_mm2 +=
        routers * cost.crossbar_um2 / um2_per_mm2;
    s->cost->wire_area_mm2 += routers * cost.wire_area_um2 / um2_per_mm2;
    add_dynamic(s, NOC_PART_SLICE_ROUTERS,
                routers * cost.clock_pj + s->movement.passages.crossbars * cost.crossbar_pj);
    add_dynamic(s, NOC_PART_LATCHES, s->movement.passages.latches * cost.latch_pj);
}

/* Adds links of a length with `ps` of time each, over all of which `flits` flits go a cycle. */
static void add_links(const slice_network *s, uint64_t count, double length_mm, double ps,
                      double flits)
{
    const noc_link_cost link = noc_cost_of_link(s->costing->process, s->shape.flit_bits, length_mm,
                                                ps_per_us / fmax(ps, 1.0));
    noc_part_add(s->cost, NOC_PART_LINKS, count, link.area_um2, link.leakage_mw);
    s->cost->wire_area_mm2 += (double)count * link.wire_area_um2 / um2_per_mm2;
    add_dynamic(s, NOC_PART_LINKS, flits * link.flit_pj);
    if (!link.meets_clock) noc_costing_note_late_link(s->costing, length_mm);
}

/* Adds the links of hops. A link has the part of a hop's time that the router leaves. Stops of a
 * ring are a tile apart. */
static void add_hop_links(const slice_network *s)
{
    const bool has_switch = s->structure.crossbar.inputs > 1;
    const double fastest_link_ps = noc_fastest_link_ps(s->costing->process, s->tile_mm);
    const noc_clock clock = noc_clock_of_hop(s->costing->process, has_switch ? &s->shape : NULL,
                                             fastest_link_ps, s->hop_cycles);
    const double router_ps = s->hop_cycles * clock.period_ps - fastest_link_ps;
    const double cycle_ps = ps_per_us / s->costing->clock_mhz;
    add_links(s, s->structure.link_count, s->tile_mm, s->hop_cycles * cycle_ps - router_ps,
              s->movement.passages.links);
    add_links(s, s->structure.local_link_count, noc_local_link_mm, cycle_ps,
              2.0 * s->movement.flits);
    noc_costing_note_clock(s->costing, s->costing->system->graph.networks[s->network].first_router,
                           &clock);
}

void noc_slice_cost_add(const noc_costing *c, uint16_t network)
{
    const noc_design *design = c->system->design;
    const noc_network *net = &c->system->graph.networks[network];
    const slice_network s = {
        .costing = c,
        .network = network,
        .structure = noc_structure_find(design, net),
        .movement = noc_flit_movement_of(c, network),
        .shape = noc_router_shape_of(c->system, net->first_router),
        .tile_mm = design->chip.tile_mm,
        .hop_cycles = design->networks[net->spec_index].conflict_free.hop_cycles,
        .cost = &c->networks[network],
    };
    add_routers(&s);
    add_hop_links(&s);
}
