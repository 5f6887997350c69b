#include "power_area/cost.h"

#include <stdio.h>

static const double um2_per_mm2 = 1e6;
static const double bits_per_byte = 8.0;

static double coefficient(const noc_technology *technology, noc_coefficient_id id)
{
    return technology->coefficients[id].value;
}

/* ---- one component -------------------------------------------------------------------------- */

/* Request lines of all arbiters of a router's two allocators, as ORION 2.0 counts them: in the
 * switch allocator each input chooses among its VCs and each output among the other inputs; in the
 * VC allocator (ORION's with one stage) each output VC chooses among the VCs of the other inputs,
 * and there is none for classes of a single VC.
 *
 * Assumed: the classes take turns at one VC allocator, which has the size that one class needs.
 * te13 prints areas for two classes only: 0.001 mm2 with one VC a class and 0.004 with two (Table
 * VI). This count makes 0.0010 and 0.0041; a VC allocator for each class would make 0.0068 of the
 * second, and ORION's with two stages 0.0082. */
static double request_lines(const noc_router_shape *shape)
{
    const double others = shape->inputs - 1.0;
    const double vcs = shape->class_channels;
    const double of_switch = shape->inputs * shape->virtual_channels + shape->outputs * others;
    const double of_channels = vcs > 1.0 ? shape->outputs * vcs * others * vcs : 0.0;
    return of_switch + of_channels;
}

noc_router_cost noc_cost_of_router(const noc_technology *technology, const noc_router_shape *shape)
{
    const double buffer_bits =
        shape->inputs * shape->virtual_channels * shape->buffer_flits * shape->flit_bits;
    /* te13 5.9: each of an input's wires crosses each of an output's. */
    const double wire_crossings = shape->crosspoints * shape->flit_bits * shape->flit_bits;
    noc_router_cost cost = {
        .buffer_area_mm2 =
            buffer_bits * coefficient(technology, NOC_COEFFICIENT_buffer_area) / um2_per_mm2,
        .crossbar_area_mm2 =
            wire_crossings * coefficient(technology, NOC_COEFFICIENT_crosspoint_area) / um2_per_mm2,
        .allocator_area_mm2 = request_lines(shape) *
                              coefficient(technology, NOC_COEFFICIENT_arbiter_area) / um2_per_mm2,
    };
    cost.area_mm2 = cost.buffer_area_mm2 + cost.crossbar_area_mm2 + cost.allocator_area_mm2;
    return cost;
}

double noc_cost_of_link(const noc_technology *technology, double flit_bits, double length_mm)
{
    return flit_bits * length_mm * coefficient(technology, NOC_COEFFICIENT_link_area) / um2_per_mm2;
}

/* ---- a network ------------------------------------------------------------------------------ */

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

noc_router_shape noc_router_shape_of(const noc_graph *graph, uint32_t router)
{
    const noc_crossbar *built = &graph->routers[router].built;
    const noc_network *network = &graph->networks[graph->routers[router].network];
    return (noc_router_shape){
        .inputs = built->inputs,
        .outputs = built->outputs,
        .crosspoints = built->crosspoints,
        .virtual_channels = network->virtual_channels,
        .class_channels = largest_class(network),
        .buffer_flits = network->buffer_flits,
        .flit_bits = bits_per_byte * network->flit_bytes,
    };
}

static void add_routers(const noc_graph *graph, const noc_technology *technology, noc_cost *cost)
{
    for (uint32_t r = 0; r < graph->router_count; r++) {
        const noc_router_shape shape = noc_router_shape_of(graph, r);
        const noc_router_cost router = noc_cost_of_router(technology, &shape);
        cost->buffer_area_mm2 += router.buffer_area_mm2;
        cost->crossbar_area_mm2 += router.crossbar_area_mm2;
        cost->allocator_area_mm2 += router.allocator_area_mm2;
        cost->router_area_mm2 += router.area_mm2;
    }
}

static void add_links(const noc_graph *graph, const noc_technology *technology, noc_cost *cost)
{
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        const noc_channel *channel = &graph->channels[c];
        const double bits = bits_per_byte * graph->networks[channel->network].flit_bytes;
        cost->link_area_mm2 += noc_cost_of_link(technology, bits, channel->length_mm);
    }
}

/* ---- a design ------------------------------------------------------------------------------- */

static noc_status refuse_technology(const noc_design *design, noc_diag *diag)
{
    char known[200] = "";
    for (size_t i = 0, length = 0; noc_technology_at(i) && length < sizeof known; i++) {
        const int printed = snprintf(known + length, sizeof known - length, "%s%g", i ? ", " : "",
                                     noc_technology_at(i)->nm);
        if (printed > 0) length += (size_t)printed;
    }
    return noc_design_conflict(design, diag, 0, (const char *const[]){"chip.technology_nm", NULL},
                               "chip.technology_nm = %g: area is not known for this technology "
                               "(there is a table for %s nm)",
                               design->chip.technology_nm, known);
}

noc_status noc_cost_of(const noc_system *system, noc_cost *cost, noc_diag *diag)
{
    const noc_technology *technology;
    const noc_status status =
        noc_technology_find(system->design->chip.technology_nm, &technology, diag);
    if (status != NOC_OK) return status;
    if (!technology) return refuse_technology(system->design, diag);
    noc_cost sum = {0};
    add_routers(&system->graph, technology, &sum);
    add_links(&system->graph, technology, &sum);
    sum.network_area_mm2 = sum.router_area_mm2 + sum.link_area_mm2;
    sum.chip_area_mm2 = sum.network_area_mm2 + system->design->chip.other_area_mm2;
    *cost = sum;
    return NOC_OK;
}
