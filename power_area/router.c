#include "power_area/router.h"

#include <math.h>

#include "power_area/sram.h"

static const double pj_per_fj = 1e-3;
static const double mw_per_uw = 1e-3;

const char *noc_component_name(size_t component)
{
    static const char *const names[] = {"buffer",       "crossbar", "switch_allocator",
                                        "vc_allocator", "clock",    "other"};
    return component < NOC_COMPONENTS ? names[component] : NULL;
}

noc_router_shape noc_router_plain_shape(double inputs, double outputs, double virtual_channels,
                                        double buffer_flits, double flit_bits)
{
    return (noc_router_shape){
        .inputs = inputs,
        .outputs = outputs,
        .crosspoints = inputs * outputs,
        .virtual_channels = virtual_channels,
        .class_channels = virtual_channels,
        .buffer_flits = buffer_flits,
        .flit_bits = flit_bits,
    };
}

/* ---- counting ------------------------------------------------------------------------------- */

static double address_bits(double entries)
{
    return entries > 1.0 ? ceil(log2(entries) - 1e-12) : 0.0;
}

/* Drive of the last repeaters of DSENT's clock tree: the smallest step that drives the
 * flip-flops. */
static double find_clock_steps(double pins, double pins_per_step)
{
    static const double steps[] = {1, 2, 3, 4, 6, 8, 10, 12, 16};
    const size_t last = sizeof steps / sizeof steps[0] - 1;
    for (size_t i = 0; i < last; i++)
        if (pins <= steps[i] * pins_per_step) return steps[i];
    return steps[last];
}

static double count_arrays(const noc_router_shape *shape)
{
    return fmax(1.0, shape->arrays);
}

static double count_array_flits(const noc_router_shape *shape)
{
    return shape->virtual_channels * shape->buffer_flits / count_arrays(shape);
}

bool noc_router_has_sram(const noc_router_shape *shape)
{
    const double flits = count_array_flits(shape);
    if (!(flits > 0.0) || shape->buffer_cells == NOC_BUFFERS_TABLE) return false;
    return shape->buffer_cells == NOC_BUFFERS_SRAM ||
           flits >= noc_sram_row(NOC_SRAM_least_flits).value;
}

static void count_buffers(const noc_router_shape *shape, noc_counts *c)
{
    const double arrays = count_arrays(shape), bits = address_bits(count_array_flits(shape));
    c->stored = count_array_flits(shape);
    c->ports = c->stored > 0.0 ? shape->inputs : 0.0;
    c->ports_stored = c->ports * arrays * c->stored;
    c->address_bits = bits + address_bits(arrays);
    c->select_levels = arrays * bits + address_bits(arrays);
    c->address_use = c->stored / exp2(bits);
    c->address_odd = fmod(bits, 2.0);
    c->predecoded = exp2(ceil(bits / 2.0)) + exp2(floor(bits / 2.0));
    c->decoders = arrays * c->predecoded;
    if (!noc_router_has_sram(shape)) return;
    /* Only registers and decoders keep flip-flops; multiplexers select among arrays. */
    c->stored = c->ports_stored = c->address_use = c->address_odd = 0.0;
    c->address_bits = c->select_levels = address_bits(arrays);
}

double noc_router_banks(const noc_router_shape *shape)
{
    return fmax(1.0, shape->banks);
}

static double count_tiles(const noc_router_shape *shape)
{
    return fmax(1.0, shape->tiles);
}

/* Number of parts, each in the measured range, of a value above twice the end of the range; else
 * 1. */
static double count_parts(noc_range range, double value)
{
    return value > 2.0 * range.most ? ceil(value / range.most) : 1.0;
}

noc_router_shape noc_router_composed_shape(const noc_process *process,
                                           const noc_router_shape *shape)
{
    const double ports = fmax(shape->inputs * noc_router_banks(shape), shape->outputs);
    noc_router_shape composed = *shape;
    composed.tiles = count_parts(process->ranges[NOC_DIMENSION_PORTS], ports);
    composed.slices = count_parts(process->ranges[NOC_DIMENSION_FLIT_BITS], shape->flit_bits);
    return composed;
}

double noc_router_crossing_cycles(const noc_router_shape *composed)
{
    return 2.0 * count_tiles(composed) - 1.0;
}

static void count_crossbar(const noc_router_shape *shape, noc_counts *c)
{
    c->outputs = shape->outputs;
    c->crosspoints = shape->crosspoints * noc_router_banks(shape);
    c->fan_in = c->crosspoints / shape->outputs;
    c->fan_out = shape->crosspoints / shape->inputs;
    c->levels = address_bits(c->fan_in);
    c->level_share = exp2(-c->levels);
    c->muxes = (c->crosspoints - shape->outputs) * shape->flit_bits;
    c->select_bits = shape->outputs * c->levels;
    c->slice_bits = shape->flit_bits / fmax(1.0, shape->slices);
}

/* Pairs of requests of an output's arbiters: one arbiter in each switch of a column, and one
 * among the switches. */
static double pairs_of_output(double fan_in, double tiles)
{
    const double inputs_per_tile = fan_in / tiles;
    return tiles * inputs_per_tile * fmax(0.0, inputs_per_tile - 1.0) + tiles * (tiles - 1.0);
}

/* Counts the allocators. In the switch allocator each input chooses among its VCs, each output
 * among the other inputs. In the VC allocator (one stage, as in ORION 2.0) each output VC chooses
 * among the VCs of the other inputs; a class with a single VC has no VC allocator.
 *
 * Assumed: the classes take turns at one VC allocator of the size that one class needs. te13
 * prints areas for two classes only: 0.001 mm2 with one VC a class and 0.004 with two (Table
 * VI). This count gives 0.0010 and 0.0041. A VC allocator for each class would give 0.0068 for
 * the second, and ORION's with two stages 0.0082. */
static void count_allocators(const noc_router_shape *shape, noc_counts *c)
{
    const double banks = noc_router_banks(shape), vcs = shape->virtual_channels / banks;
    const double class_vcs = shape->class_channels, bank_vcs = class_vcs / banks;
    const double inputs = shape->inputs * banks, buffered_inputs = c->ports > 0.0 ? inputs : 0.0;
    const double square = fmax(inputs, shape->outputs), copies = shape->speculates ? 2.0 : 1.0;
    c->output_pairs = copies * shape->outputs * pairs_of_output(c->fan_in, count_tiles(shape));
    c->output_lines = copies * shape->outputs * (inputs - 1.0);
    c->input_pairs = copies * buffered_inputs * vcs * fmax(0.0, vcs - 1.0);
    c->input_lines = copies * buffered_inputs * vcs;
    c->vc_lines = class_vcs > 1.0 && buffered_inputs > 0.0
                      ? shape->outputs * class_vcs * (inputs - 1.0) * bank_vcs
                      : 0.0;
    if (!shape->has_wavefront) return;
    c->output_pairs = c->output_lines = 0.0;
    c->wave_cells = copies * square * (2.0 * square - 1.0);
}

/* State bits of all input VCs for the output and VC of a packet that waits behind the leaving
 * one (assumed: no source gives the state of an input VC). */
static double waiting_bits(const noc_router_shape *shape, const noc_counts *c)
{
    return c->ports * shape->virtual_channels *
           (address_bits(shape->outputs) + address_bits(shape->class_channels));
}

void noc_counts_add_clock(noc_counts *c, double pins, double pins_per_step)
{
    c->clock_pins = pins;
    c->clock_steps = pins_per_step > 0.0 ? find_clock_steps(c->clock_pins, pins_per_step) : 0.0;
    c->clock_trunk = c->clock_steps >= 12.0;
}

noc_counts noc_counts_of_router(const noc_router_shape *shape, double pins_per_step)
{
    noc_counts c = {.bits = shape->flit_bits};
    count_buffers(shape, &c);
    count_crossbar(shape, &c);
    count_allocators(shape, &c);
    /* registers: two at an input (before the buffer, before the crossbar), one at an output */
    const double banks = noc_router_banks(shape);
    c.extra_registers = (c.ports * (banks - 1.0 + shape->registers) +
                         (shape->inputs * banks + c.outputs) * (count_tiles(shape) - 1.0)) *
                        c.bits;
    if (shape->overlaps_packets) c.state_bits = waiting_bits(shape, &c);
    noc_counts_add_clock(
        &c, (2.0 * c.ports + c.outputs) * c.bits + c.extra_registers + c.state_bits + c.select_bits,
        pins_per_step);
    return c;
}

/* ---- the forms ------------------------------------------------------------------------------ */

double noc_quantity_of(noc_quantity quantity, const double *values, const noc_counts *c)
{
    double sum = 0.0;
#define NOC_TERM(form, id, times) \
    if (quantity == NOC_QUANTITY_##form) sum += values[NOC_COEFFICIENT_##id] * (times);
#include "power_area/forms.def"
#undef NOC_TERM
    return sum;
}

size_t noc_terms_of(noc_quantity quantity, const noc_counts *c,
                    noc_coefficient_id ids[NOC_TERMS_MAX], double times_of[NOC_TERMS_MAX])
{
    size_t count = 0;
#define NOC_TERM(form, id, times)          \
    if (quantity == NOC_QUANTITY_##form) { \
        ids[count] = NOC_COEFFICIENT_##id; \
        times_of[count++] = (times);       \
    }
#include "power_area/forms.def"
#undef NOC_TERM
    return count;
}

/* An arbitration among few requests changes the priority of most pairs that it reads; among
 * many, the winner is in a vanishing share of the pairs. A generalised logistic curve describes
 * DSENT's measurements from 2 to 80 requests within 2 %, with the same three constants at every
 * node. */
double noc_arbiter_activity(double requests, double center, double width, double decay)
{
    return width > 0.0 ? pow(1.0 + exp((requests - center) / width), -decay) : 0.0;
}

static double arbitration_fj(const double *k, double requests)
{
    const double active =
        noc_arbiter_activity(requests, k[NOC_COEFFICIENT_arbiter_center],
                             k[NOC_COEFFICIENT_arbiter_width], k[NOC_COEFFICIENT_arbiter_decay]);
    return requests * (requests - 1.0) *
           (k[NOC_COEFFICIENT_arbiter_pair_energy] +
            k[NOC_COEFFICIENT_arbiter_state_energy] * active);
}

/* ---- microarchitecture ---------------------------------------------------------------------- */

/* Multiplexers in a cell of a wavefront allocator (assumed: two gates and the state of its
 * diagonal). DSENT's router has no such cells. Rows of cells are built twice, the second time
 * without the last row, so that no cell waits for itself: Becker, Efficient Microarchitecture
 * for Network-on-Chip Routers, 2012, 3.3. An additional register costs as much as one behind the
 * crossbar. */
static const double muxes_per_cell = 2.0;

static void add_areas(const double *k, const noc_counts *c, double area[NOC_COMPONENTS])
{
    area[NOC_COMPONENT_CROSSBAR] += c->extra_registers * k[NOC_COEFFICIENT_crossbar_register_area];
    area[NOC_COMPONENT_SWITCH_ALLOCATOR] +=
        c->wave_cells * muxes_per_cell * k[NOC_COEFFICIENT_crossbar_mux_area] +
        c->state_bits * k[NOC_COEFFICIENT_crossbar_register_area];
}

static void add_leakages(const double *k, const noc_counts *c, double mw[NOC_COMPONENTS])
{
    mw[NOC_COMPONENT_CROSSBAR] +=
        mw_per_uw * c->extra_registers * k[NOC_COEFFICIENT_crossbar_register_leakage];
    mw[NOC_COMPONENT_SWITCH_ALLOCATOR] +=
        mw_per_uw * (c->wave_cells * muxes_per_cell * k[NOC_COEFFICIENT_crossbar_mux_leakage] +
                     c->state_bits * k[NOC_COEFFICIENT_crossbar_register_leakage]);
}

/* ---- arrays of SRAM ------------------------------------------------------------------------- */

static noc_reported_share reported_share(double value, double spread)
{
    return (noc_reported_share){value, value * spread};
}

/* Adds the arrays of all buffers. A flit leaves one of several arrays through multiplexers like
 * the crossbar's. */
static void put_arrays(const noc_process *p, const noc_router_shape *shape, noc_router_cost *cost)
{
    const double arrays = count_arrays(shape), array_count = shape->inputs * arrays;
    const double muxes = shape->inputs * (arrays - 1.0) * shape->flit_bits;
    const noc_sram_array array = noc_sram_array_of(p, count_array_flits(shape), shape->flit_bits);
    cost->array_area_um2 =
        reported_share(array_count * array.area_um2, noc_sram_spread(p, NOC_MEASURE_AREA));
    cost->array_leakage_mw =
        reported_share(array_count * array.leakage_mw, noc_sram_spread(p, NOC_MEASURE_LEAKAGE));
    cost->array_energy_pj =
        reported_share(array.write_pj + array.read_pj, noc_sram_spread(p, NOC_MEASURE_ENERGY));
    cost->area_um2[NOC_COMPONENT_BUFFER] =
        cost->array_area_um2.value + muxes * p->values[NOC_COEFFICIENT_crossbar_mux_area];
    cost->leakage_mw[NOC_COMPONENT_BUFFER] =
        cost->array_leakage_mw.value +
        mw_per_uw * muxes * p->values[NOC_COEFFICIENT_crossbar_mux_leakage];
    cost->write_pj = array.write_pj;
    cost->read_pj = array.read_pj;
}

/* ---- a router ------------------------------------------------------------------------------- */

static void put_areas(const double *k, noc_counts *c, noc_router_cost *cost)
{
    const double wires = noc_quantity_of(NOC_QUANTITY_CROSSBAR_WIRES, k, c);
    const double cells = noc_quantity_of(NOC_QUANTITY_CROSSBAR_CELLS, k, c);
    double *area = cost->area_um2;
    area[NOC_COMPONENT_BUFFER] += noc_quantity_of(NOC_QUANTITY_BUFFER_AREA, k, c);
    area[NOC_COMPONENT_CROSSBAR] =
        fmax(wires, cells) + noc_quantity_of(NOC_QUANTITY_CROSSBAR_REGISTERS, k, c);
    area[NOC_COMPONENT_SWITCH_ALLOCATOR] = noc_quantity_of(NOC_QUANTITY_SWITCH_AREA, k, c);
    area[NOC_COMPONENT_CLOCK] = noc_quantity_of(NOC_QUANTITY_CLOCK_AREA, k, c);
    add_areas(k, c, area);
    c->side = sqrt(noc_router_area_um2(cost)); /* without the VC allocator, as in DSENT */
    area[NOC_COMPONENT_VC_ALLOCATOR] = noc_quantity_of(NOC_QUANTITY_VC_AREA, k, c);
    cost->wire_area_um2 = noc_quantity_of(NOC_QUANTITY_CLOCK_WIRES, k, c);
    cost->cells_um2 = noc_router_area_um2(cost) - fmax(wires, cells) + cells;
    cost->crossbar_wires_um2 = wires;
}

static void put_leakages(const double *k, const noc_counts *c, noc_router_cost *cost)
{
    static const noc_quantity quantities[] = {
        [NOC_COMPONENT_BUFFER] = NOC_QUANTITY_BUFFER_LEAKAGE,
        [NOC_COMPONENT_CROSSBAR] = NOC_QUANTITY_CROSSBAR_LEAKAGE,
        [NOC_COMPONENT_SWITCH_ALLOCATOR] = NOC_QUANTITY_SWITCH_LEAKAGE,
        [NOC_COMPONENT_VC_ALLOCATOR] = NOC_QUANTITY_VC_LEAKAGE,
        [NOC_COMPONENT_CLOCK] = NOC_QUANTITY_CLOCK_LEAKAGE,
    };
    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++)
        cost->leakage_mw[i] += mw_per_uw * noc_quantity_of(quantities[i], k, c);
    cost->leakage_mw[NOC_COMPONENT_CROSSBAR] +=
        mw_per_uw * noc_quantity_of(NOC_QUANTITY_CROSSBAR_WIRE_LEAKAGE, k, c);
    add_leakages(k, c, cost->leakage_mw);
}

static void put_energies(const double *k, const noc_router_shape *shape, const noc_counts *c,
                         noc_router_cost *cost)
{
    const bool has_buffers = c->ports > 0.0;
    const double other_inputs = shape->inputs - 1.0, class_vcs = shape->class_channels;
    cost->write_pj +=
        has_buffers ? pj_per_fj * noc_quantity_of(NOC_QUANTITY_WRITE_ENERGY, k, c) : 0.0;
    cost->read_pj +=
        has_buffers ? pj_per_fj * noc_quantity_of(NOC_QUANTITY_READ_ENERGY, k, c) : 0.0;
    cost->crossbar_wire_pj = pj_per_fj * noc_quantity_of(NOC_QUANTITY_CROSSBAR_WIRE_ENERGY, k, c);
    cost->crossbar_pj = pj_per_fj * (noc_quantity_of(NOC_QUANTITY_CROSSBAR_ENERGY, k, c) +
                                     (shape->registers + count_tiles(shape) - 1.0) * c->bits *
                                         k[NOC_COEFFICIENT_crossbar_width_energy]) +
                        cost->crossbar_wire_pj;
    cost->allocation_pj = pj_per_fj * fmax(1.0, shape->allocator_passes) *
                          (arbitration_fj(k, shape->virtual_channels / noc_router_banks(shape)) +
                           arbitration_fj(k, c->fan_in));
    /* A packet raises the request lines of its class's VCs at one output. */
    cost->vc_allocation_pj = c->vc_lines > 0.0 ? pj_per_fj * class_vcs * other_inputs *
                                                     k[NOC_COEFFICIENT_vc_allocator_energy]
                                               : 0.0;
    cost->clock_pj = pj_per_fj * noc_quantity_of(NOC_QUANTITY_CLOCK_ENERGY, k, c);
}

noc_router_cost noc_cost_of_router(const noc_process *process, const noc_router_shape *shape)
{
    const double *k = process->values;
    const noc_router_shape composed = noc_router_composed_shape(process, shape);
    noc_router_cost cost = {0};
    noc_counts c = noc_counts_of_router(&composed, k[NOC_COEFFICIENT_clock_pins_per_step]);
    if (noc_router_has_sram(&composed)) put_arrays(process, &composed, &cost);
    put_areas(k, &c, &cost);
    put_leakages(k, &c, &cost);
    put_energies(k, &composed, &c, &cost);
    if (!process->no_power_reason) return cost;
    for (size_t i = 0; i < NOC_COMPONENTS; i++) cost.leakage_mw[i] = NAN;
    cost.write_pj = cost.read_pj = cost.crossbar_pj = cost.crossbar_wire_pj = NAN;
    cost.allocation_pj = cost.vc_allocation_pj = cost.clock_pj = NAN;
    cost.array_leakage_mw = cost.array_energy_pj = (noc_reported_share){0.0, 0.0};
    return cost;
}

static double sum_components(const double parts[NOC_COMPONENTS])
{
    double sum = 0.0;
    for (size_t i = 0; i < NOC_COMPONENTS; i++) sum += parts[i];
    return sum;
}

double noc_router_area_um2(const noc_router_cost *cost)
{
    return sum_components(cost->area_um2);
}

double noc_router_leakage_mw(const noc_router_cost *cost)
{
    return sum_components(cost->leakage_mw);
}
