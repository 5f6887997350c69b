#include "power_area/network_cost.h"

#include <math.h>

static const double um2_per_mm2 = 1e6;
static const double mw_per_pj_mhz = 1e-3; /* power of one pJ a cycle at one MHz */

double noc_activity_flits(const noc_activity *activity, uint32_t channel)
{
    return activity->flits_per_cycle *
           (activity->channel_flits ? activity->channel_flits[channel] : 1.0);
}

/* ---- parts ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool wires;
} parts[] = {
#define NOC_PART(id, name, wires) {name, wires},
#include "power_area/parts.def"
#undef NOC_PART
};

const char *noc_part_name(size_t part)
{
    if (part >= NOC_PARTS) return NULL;
    return part < NOC_COMPONENTS ? noc_component_name(part) : parts[part - NOC_COMPONENTS].name;
}

bool noc_part_is_wires(size_t part)
{
    return part >= NOC_COMPONENTS && parts[part - NOC_COMPONENTS].wires;
}

void noc_network_cost_clear(noc_network_cost *network, bool has_activity)
{
    *network = (noc_network_cost){.wire_area_mm2 = 0.0};
    for (size_t i = 0; i < NOC_PARTS; i++) network->parts[i].dynamic_mw = has_activity ? 0.0 : NAN;
}

void noc_reported_share_add(noc_reported_share *sum, double factor,
                            const noc_reported_share *reported)
{
    sum->value += factor * reported->value;
    sum->error += factor * reported->error;
}

void noc_network_cost_add(noc_network_cost *sum, const noc_network_cost *network)
{
    for (size_t i = 0; i < NOC_PARTS; i++) {
        noc_part_cost *sum_part = &sum->parts[i];
        const noc_part_cost *part = &network->parts[i];
        sum_part->count += part->count;
        sum_part->area_mm2 += part->area_mm2;
        sum_part->leakage_mw += part->leakage_mw;
        sum_part->crossbar_mm2 += part->crossbar_mm2;
        sum_part->wire_excess_mm2 += part->wire_excess_mm2;
        sum_part->crossbar_wires_mm2 += part->crossbar_wires_mm2;
        sum_part->dynamic_mw += part->dynamic_mw;
        noc_reported_share_add(&sum_part->reported_area_mm2, 1.0, &part->reported_area_mm2);
        noc_reported_share_add(&sum_part->reported_leakage_mw, 1.0, &part->reported_leakage_mw);
        noc_reported_share_add(&sum_part->reported_dynamic_mw, 1.0, &part->reported_dynamic_mw);
    }
    sum->wire_area_mm2 += network->wire_area_mm2;
}

void noc_part_add(noc_network_cost *network, size_t part, uint64_t count, double area_um2,
                  double leakage_mw)
{
    network->parts[part].count += count;
    network->parts[part].area_mm2 += (double)count * area_um2 / um2_per_mm2;
    network->parts[part].leakage_mw += (double)count * leakage_mw;
}

void noc_part_add_wires(noc_network_cost *network, size_t part, uint64_t count,
                        const noc_router_cost *router)
{
    const double each = (double)count / um2_per_mm2;
    noc_part_cost *p = &network->parts[part];
    p->wire_excess_mm2 += each * (noc_router_area_um2(router) - router->cells_um2);
    p->crossbar_wires_mm2 += each * router->crossbar_wires_um2;
}

uint64_t noc_network_cost_routers(const noc_network_cost *network)
{
    return network->parts[NOC_COMPONENT_BUFFER].count +
           network->parts[NOC_PART_HINGE_ROUTERS].count +
           network->parts[NOC_PART_SLICE_ROUTERS].count;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

double noc_costing_mw_per_pj(const noc_costing *c)
{
    return mw_per_pj_mhz * c->clock_mhz;
}

void noc_costing_note_clock(const noc_costing *c, uint32_t router, const noc_clock *clock)
{
    if (clock->max_mhz >= c->clock_bound->max_clock_mhz) return;
    c->clock_bound->max_clock_mhz = clock->max_mhz;
    c->clock_bound->slowest_router = router;
    c->clock_bound->clock = *clock;
}

void noc_costing_note_late_link(const noc_costing *c, double link_mm)
{
    c->clock_bound->late_link_mm = fmax(c->clock_bound->late_link_mm, link_mm);
}

#define NOC_COST_KIND(id) extern const noc_cost_kind noc_cost_kind_##id;
#include "power_area/kinds.def"
#undef NOC_COST_KIND

static const noc_cost_kind *const kinds[] = {
#define NOC_COST_KIND(id) &noc_cost_kind_##id,
#include "power_area/kinds.def"
#undef NOC_COST_KIND
};

const noc_cost_kind *noc_cost_kind_at(size_t i)
{
    return i < sizeof kinds / sizeof kinds[0] ? kinds[i] : NULL;
}

/* ---- shapes of routers ---------------------------------------------------------------------- */

static const double bits_per_byte = 8.0;

static int count_bits(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static int count_largest_class_vcs(const noc_network *network)
{
    int largest = 0;
    for (int c = 0; c < NOC_CLASSES; c++) {
        const int channels = count_bits(network->vcs[c]);
        if (channels > largest) largest = channels;
    }
    return largest;
}

/* Rounds of the switch allocator, each of which reads all requests. */
static double allocator_passes(const noc_vc_parameters *vc)
{
    return vc->allocator == NOC_ALLOCATOR_ISLIP ? vc->allocator_iterations : 1.0;
}

static bool is_wavefront(const noc_vc_parameters *vc)
{
    return vc->allocator == NOC_ALLOCATOR_WAVEFRONT || vc->allocator == NOC_ALLOCATOR_RR_WAVEFRONT;
}

double noc_network_flit_bits(const noc_system *system, uint16_t network)
{
    const noc_network *n = &system->graph.networks[network];
    return bits_per_byte * n->flit_bytes + system->design->networks[n->spec_index].ecc_bits;
}

/* A port that is several flits wide has its buffer in as many banks, each with one crossbar
 * input. */
noc_router_shape noc_router_shape_of(const noc_system *system, uint32_t router)
{
    const noc_graph *graph = &system->graph;
    const noc_router *r = &graph->routers[router];
    const noc_crossbar *built = &r->built_crossbar;
    const noc_network *network = &graph->networks[r->network];
    const noc_network_spec *spec = &system->design->networks[network->spec_index];
    const double banks = network->vc.has_wide_ports && r->connected_inputs > 0
                             ? (double)built->inputs / r->connected_inputs
                             : 1.0;
    return (noc_router_shape){
        .inputs = built->inputs,
        .outputs = built->outputs,
        .crosspoints = built->crosspoints,
        .virtual_channels = network->vc.virtual_channels,
        .class_channels = count_largest_class_vcs(network),
        .buffer_flits = r->buffer_flits / banks,
        .flit_bits = noc_network_flit_bits(system, r->network),
        .buffer_cells = (noc_buffer_cells)spec->buffer_cells,
        .arrays = spec->buffer_banks,
        .banks = r->buffer_flits > 0 ? fmin(network->vc.input_speedup, network->vc.virtual_channels)
                                     : 1.0,
        .registers = network->vc.router_stages == 1 ? -1.0 : 0.0,
        .allocator_passes = allocator_passes(&network->vc),
        .has_wavefront = is_wavefront(&network->vc),
        .overlaps_packets = network->vc.overlaps_packets,
        .speculates = network->vc.is_speculative && network->vc.speculation_yields,
    };
}

bool noc_router_shapes_equal(const noc_router_shape *a, const noc_router_shape *b)
{
    return a->inputs == b->inputs && a->outputs == b->outputs && a->crosspoints == b->crosspoints &&
           a->virtual_channels == b->virtual_channels && a->class_channels == b->class_channels &&
           a->buffer_flits == b->buffer_flits && a->flit_bits == b->flit_bits &&
           a->buffer_cells == b->buffer_cells && a->arrays == b->arrays && a->banks == b->banks &&
           a->registers == b->registers && a->allocator_passes == b->allocator_passes &&
           a->has_wavefront == b->has_wavefront && a->overlaps_packets == b->overlaps_packets &&
           a->speculates == b->speculates;
}

bool noc_routers_are_equal(const noc_router *a, const noc_router *b)
{
    return a->network == b->network && a->connected_inputs == b->connected_inputs &&
           a->built_crossbar.inputs == b->built_crossbar.inputs &&
           a->built_crossbar.outputs == b->built_crossbar.outputs &&
           a->built_crossbar.crosspoints == b->built_crossbar.crosspoints &&
           a->buffer_flits == b->buffer_flits;
}
