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

void noc_network_cost_clear(noc_network_cost *network, bool active)
{
    *network = (noc_network_cost){.wire_area_mm2 = 0.0};
    for (size_t i = 0; i < NOC_PARTS; i++) network->parts[i].dynamic_mw = active ? 0.0 : NAN;
}

void noc_built_share_add(noc_built_share *sum, double times, const noc_built_share *told)
{
    sum->value += times * told->value;
    sum->doubt += times * told->doubt;
}

void noc_network_cost_add(noc_network_cost *sum, const noc_network_cost *network)
{
    for (size_t i = 0; i < NOC_PARTS; i++) {
        noc_part_cost *to = &sum->parts[i];
        const noc_part_cost *from = &network->parts[i];
        to->count += from->count;
        to->area_mm2 += from->area_mm2;
        to->leakage_mw += from->leakage_mw;
        to->crossbar_mm2 += from->crossbar_mm2;
        to->over_cells_mm2 += from->over_cells_mm2;
        to->crossbar_wires_mm2 += from->crossbar_wires_mm2;
        to->dynamic_mw += from->dynamic_mw;
        noc_built_share_add(&to->told_area_mm2, 1.0, &from->told_area_mm2);
        noc_built_share_add(&to->told_leakage_mw, 1.0, &from->told_leakage_mw);
        noc_built_share_add(&to->told_dynamic_mw, 1.0, &from->told_dynamic_mw);
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
    p->over_cells_mm2 += each * (noc_router_area_um2(router) - router->cells_um2);
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

void noc_costing_clock(const noc_costing *c, uint32_t router, const noc_clock *clock)
{
    if (clock->max_mhz >= c->bound->max_clock_mhz) return;
    c->bound->max_clock_mhz = clock->max_mhz;
    c->bound->slowest_router = router;
    c->bound->clock = *clock;
}

void noc_costing_late(const noc_costing *c, double link_mm)
{
    c->bound->late_link_mm = fmax(c->bound->late_link_mm, link_mm);
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

static int bits_set(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static int largest_class(const noc_network *network)
{
    int largest = 0;
    for (int c = 0; c < NOC_CLASSES; c++) {
        const int channels = bits_set(network->vcs[c]);
        if (channels > largest) largest = channels;
    }
    return largest;
}

/* Rounds of the switch allocator, each of which reads all requests. */
static double passes_of(const noc_vc_parameters *vc)
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
    return bits_per_byte * n->flit_bytes + system->design->networks[n->spec].ecc_bits;
}

/* A port that is several flits wide has its buffer in as many banks, each with one crossbar
 * input. */
noc_router_shape noc_router_shape_of(const noc_system *system, uint32_t router)
{
    const noc_graph *graph = &system->graph;
    const noc_router *r = &graph->routers[router];
    const noc_crossbar *built = &r->built;
    const noc_network *network = &graph->networks[r->network];
    const noc_network_spec *spec = &system->design->networks[network->spec];
    const double banks =
        network->vc.wide && r->own_inputs > 0 ? (double)built->inputs / r->own_inputs : 1.0;
    return (noc_router_shape){
        .inputs = built->inputs,
        .outputs = built->outputs,
        .crosspoints = built->crosspoints,
        .virtual_channels = network->vc.virtual_channels,
        .class_channels = largest_class(network),
        .buffer_flits = r->buffer_flits / banks,
        .flit_bits = noc_network_flit_bits(system, r->network),
        .buffer_cells = (noc_buffer_cells)spec->buffer_cells,
        .arrays = spec->buffer_banks,
        .banks = r->buffer_flits > 0 ? fmin(network->vc.input_speedup, network->vc.virtual_channels)
                                     : 1.0,
        .registers = network->vc.router_stages == 1 ? -1.0 : 0.0,
        .passes = passes_of(&network->vc),
        .wavefront = is_wavefront(&network->vc),
        .overlaps = network->vc.overlaps,
        .speculates = network->vc.speculative && network->vc.speculation_yields,
    };
}

bool noc_router_shapes_equal(const noc_router_shape *a, const noc_router_shape *b)
{
    return a->inputs == b->inputs && a->outputs == b->outputs && a->crosspoints == b->crosspoints &&
           a->virtual_channels == b->virtual_channels && a->class_channels == b->class_channels &&
           a->buffer_flits == b->buffer_flits && a->flit_bits == b->flit_bits &&
           a->buffer_cells == b->buffer_cells && a->arrays == b->arrays && a->banks == b->banks &&
           a->registers == b->registers && a->passes == b->passes && a->wavefront == b->wavefront &&
           a->overlaps == b->overlaps && a->speculates == b->speculates;
}

bool noc_routers_alike(const noc_router *a, const noc_router *b)
{
    return a->network == b->network && a->own_inputs == b->own_inputs &&
           a->built.inputs == b->built.inputs && a->built.outputs == b->built.outputs &&
           a->built.crosspoints == b->built.crosspoints && a->buffer_flits == b->buffer_flits;
}
