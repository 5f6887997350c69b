#include "power_area/bufferless.h"

#include <math.h>

static const double pj_per_fj = 1e-3;
static const double mw_per_uw = 1e-3;

static double value(const noc_process *p, noc_coefficient_id id)
{
    return p->values[id];
}

static double sum_of(const noc_process *p, noc_quantity quantity, const noc_counts *c)
{
    return noc_quantity_of(quantity, p->values, c);
}

noc_piece_cost noc_cost_of_table_bit(const noc_process *p)
{
    return (noc_piece_cost){value(p, NOC_COEFFICIENT_buffer_bit_area),
                            mw_per_uw * value(p, NOC_COEFFICIENT_buffer_bit_leakage)};
}

noc_piece_cost noc_cost_of_register_bit(const noc_process *p)
{
    return (noc_piece_cost){value(p, NOC_COEFFICIENT_crossbar_register_area),
                            mw_per_uw * value(p, NOC_COEFFICIENT_crossbar_register_leakage)};
}

static void add_pieces(noc_piece_cost *sum, double count, noc_piece_cost piece)
{
    sum->area_um2 += count * piece.area_um2;
    sum->leakage_mw += count * piece.leakage_mw;
}

static bool has_crossbar(const noc_bufferless_shape *shape)
{
    return shape->crossbar.inputs > 1;
}

static noc_counts counts_of(const noc_process *p, const noc_bufferless_shape *shape)
{
    const double pins_per_step = value(p, NOC_COEFFICIENT_clock_pins_per_step);
    const noc_router_shape crossbar_shape = {.inputs = shape->crossbar.inputs,
                                             .outputs = shape->crossbar.outputs,
                                             .crosspoints = shape->crossbar.crosspoints,
                                             .flit_bits = shape->flit_bits};
    noc_counts c = noc_counts_of_router(&crossbar_shape, pins_per_step);
    if (!has_crossbar(shape)) c.crosspoints = c.muxes = c.select_bits = 0.0;
    const double pins = shape->latches * c.bits + shape->control_bits + c.select_bits;
    noc_counts_add_clock(&c, pins, pins_per_step);
    return c;
}

/* Cost of the crossbar without its output registers, which the latches replace. */
static noc_piece_cost crossbar_of(const noc_process *p, const noc_counts *c)
{
    const double wires = sum_of(p, NOC_QUANTITY_CROSSBAR_WIRES, c);
    const double cells = sum_of(p, NOC_QUANTITY_CROSSBAR_CELLS, c);
    const double registers = c->outputs * c->bits;
    return (noc_piece_cost){
        fmax(wires, cells) + c->select_bits * value(p, NOC_COEFFICIENT_crossbar_register_area),
        mw_per_uw * (sum_of(p, NOC_QUANTITY_CROSSBAR_LEAKAGE, c) +
                     sum_of(p, NOC_QUANTITY_CROSSBAR_WIRE_LEAKAGE, c) -
                     registers * value(p, NOC_COEFFICIENT_crossbar_register_leakage))};
}

static noc_piece_cost control_of(const noc_process *p, const noc_bufferless_shape *shape)
{
    noc_piece_cost control = {value(p, NOC_COEFFICIENT_crossbar_mux_area),
                              mw_per_uw * value(p, NOC_COEFFICIENT_crossbar_mux_leakage)};
    control = (noc_piece_cost){shape->gates * control.area_um2, shape->gates * control.leakage_mw};
    add_pieces(&control, shape->control_bits, noc_cost_of_register_bit(p));
    return control;
}

static void put_energies(const noc_process *p, const noc_bufferless_shape *shape,
                         const noc_counts *c, noc_bufferless_cost *cost)
{
    const double register_fj = c->bits * value(p, NOC_COEFFICIENT_crossbar_width_energy);
    const double crossbar_fj = sum_of(p, NOC_QUANTITY_CROSSBAR_ENERGY, c) +
                               sum_of(p, NOC_QUANTITY_CROSSBAR_WIRE_ENERGY, c);
    cost->latch_pj = pj_per_fj * register_fj;
    cost->crossbar_pj = has_crossbar(shape) ? pj_per_fj * (crossbar_fj - register_fj) : 0.0;
    cost->clock_pj = pj_per_fj * sum_of(p, NOC_QUANTITY_CLOCK_ENERGY, c);
}

noc_bufferless_cost noc_cost_of_bufferless(const noc_process *p, const noc_bufferless_shape *shape)
{
    noc_counts c = counts_of(p, shape);
    noc_bufferless_cost cost = {.router = control_of(p, shape)};
    if (has_crossbar(shape)) {
        const noc_piece_cost crossbar = crossbar_of(p, &c);
        cost.crossbar_um2 = crossbar.area_um2;
        add_pieces(&cost.router, 1.0, crossbar);
    }
    add_pieces(&cost.latch, shape->flit_bits, noc_cost_of_register_bit(p));
    add_pieces(&cost.router, 1.0,
               (noc_piece_cost){sum_of(p, NOC_QUANTITY_CLOCK_AREA, &c),
                                mw_per_uw * sum_of(p, NOC_QUANTITY_CLOCK_LEAKAGE, &c)});
    c.side = sqrt(cost.router.area_um2 + shape->latches * cost.latch.area_um2);
    cost.wire_area_um2 = sum_of(p, NOC_QUANTITY_CLOCK_WIRES, &c);
    put_energies(p, shape, &c, &cost);
    return cost;
}

noc_buffer_cost noc_cost_of_buffer(const noc_process *p, double flits, double flit_bits)
{
    const noc_router_shape port = {.inputs = 1.0,
                                   .outputs = 1.0,
                                   .crosspoints = 1.0,
                                   .virtual_channels = 1.0,
                                   .buffer_flits = flits,
                                   .flit_bits = flit_bits};
    const noc_counts c = noc_counts_of_router(&port, value(p, NOC_COEFFICIENT_clock_pins_per_step));
    return (noc_buffer_cost){{sum_of(p, NOC_QUANTITY_BUFFER_AREA, &c),
                              mw_per_uw * sum_of(p, NOC_QUANTITY_BUFFER_LEAKAGE, &c)},
                             pj_per_fj * (sum_of(p, NOC_QUANTITY_WRITE_ENERGY, &c) +
                                          sum_of(p, NOC_QUANTITY_READ_ENERGY, &c))};
}
