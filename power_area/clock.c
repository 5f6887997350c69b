/* Logic: Peh and Dally, A Delay Model and Speculative Architecture for Pipelined Routers (HPCA
 * 2001), Table 1, by logical effort, in units of tau = FO4 / 5. Wires: DSENT gives none inside a
 * router; the crossbar is as large as its wires (data/, crossbar_wire_area), and signals cross it
 * on wires with repeaters. */
#include "power_area/clock.h"

#include <math.h>

#include "power_area/built/built.h"
#include "power_area/link.h"

static const double tau_per_fo4 = 5.0;
static const double overhead_tau = 9.0; /* latches and skew, in tau: Peh and Dally */
static const double ps_per_us = 1e6;
static const double mm_per_um = 1e-3;

const char *noc_stage_name(size_t stage)
{
    static const char *const names[] = {"VC allocation", "switch allocation", "switch traversal"};
    return stage < NOC_STAGES ? names[stage] : NULL;
}

static double log4_of(double x)
{
    return x > 1.0 ? log2(x) / 2.0 : 0.0;
}

/* Delay of a separable VC allocator: an arbiter of each input VC, then one of each output VC. */
static double vc_allocation_tau(double inputs, double channels)
{
    if (channels <= 1.0) return 0.0;
    return 16.5 * log4_of(inputs * channels) + 16.5 * log4_of(channels) + 20.0 + 5.0 / 6.0;
}

static double switch_allocation_tau(double inputs, double channels)
{
    return 11.5 * log4_of(inputs) + 23.0 * log4_of(channels) + 20.0 + 5.0 / 6.0;
}

/* Delay of a wavefront allocator: a grant may pass a row of cells. A cell has two gates with a
 * fan-out of two: 2 x (4/3 x 2 + 2) tau (Becker 2012, 3.3). */
static double wavefront_tau(double inputs, double outputs)
{
    return 9.3 * (2.0 * fmax(inputs, outputs) - 1.0);
}

/* Delay of the switch allocator, with all of its passes in one cycle. */
static double allocation_tau(const noc_router_shape *shape, double fan_in)
{
    const double banks = noc_router_banks(shape), passes = fmax(1.0, shape->allocator_passes);
    if (shape->has_wavefront) return wavefront_tau(shape->inputs * banks, shape->outputs);
    return passes * switch_allocation_tau(fan_in, shape->virtual_channels / banks);
}

/* Delay of the traversal: a select line fans out to the multiplexers of all bits, then data pass
 * the multiplexer levels. */
static double traversal_tau(double inputs, double bits)
{
    const double loads = bits * ceil(inputs / 2.0);
    return 9.0 * log2(loads) / 3.0 + 6.0 * ceil(log2(fmax(inputs, 2.0))) + 6.0;
}

/* Shape of one switch of a composed crossbar; its clock is the clock of the crossbar. */
static noc_router_shape switch_shape(const noc_router_shape *composed)
{
    noc_router_shape s = *composed;
    s.inputs /= fmax(1.0, composed->tiles);
    s.outputs /= fmax(1.0, composed->tiles);
    s.crosspoints /= fmax(1.0, composed->tiles) * fmax(1.0, composed->tiles);
    s.flit_bits /= fmax(1.0, composed->slices);
    return s;
}

noc_clock noc_clock_of(const noc_process *process, const noc_router_shape *shape_as_built,
                       int stages)
{
    const noc_router_shape composed = noc_router_composed_shape(process, shape_as_built);
    const noc_router_shape single_switch = switch_shape(&composed), *shape = &single_switch;
    const double *k = process->values;
    const double tau = k[NOC_COEFFICIENT_fo4_delay] / tau_per_fo4;
    const double pitch = sqrt(k[NOC_COEFFICIENT_crossbar_wire_area]);
    const double wire_ps_per_mm = noc_crossbar_wire_ps_per_mm(process);
    /* rows of input wires, columns of output wires */
    const double fan_in = shape->crosspoints * noc_router_banks(shape) / shape->outputs;
    const double height = mm_per_um * pitch * shape->flit_bits * fan_in;
    const double width = mm_per_um * pitch * shape->flit_bits * shape->crosspoints / shape->inputs;
    /* Data go along their row, while the select goes from the arbiter, in the middle of the
     * edge, to the crosspoint; then both go down the column. */
    noc_clock clock = {.overhead_ps = tau * overhead_tau, .is_single_cycle = stages == 1};
    double *wires = clock.stage_wire_ps, *ps = clock.stage_ps;
    /* Requests go from the inputs along the crossbar's edge to the arbiter in its middle, and
     * grants go back. */
    wires[NOC_STAGE_SWITCH_ALLOCATION] =
        fmax(1.0, shape->allocator_passes) * wire_ps_per_mm * height;
    wires[NOC_STAGE_TRAVERSAL] = wire_ps_per_mm * (fmax(height / 2.0, width) + height);
    ps[NOC_STAGE_VC_ALLOCATION] = tau * vc_allocation_tau(shape->inputs, shape->class_channels);
    ps[NOC_STAGE_SWITCH_ALLOCATION] = tau * allocation_tau(shape, fan_in);
    ps[NOC_STAGE_TRAVERSAL] = tau * traversal_tau(fan_in, shape->flit_bits);
    for (size_t s = 0; s < NOC_STAGES; s++) {
        ps[s] += clock.overhead_ps + wires[s];
        if (ps[s] > ps[clock.slowest_stage]) clock.slowest_stage = (noc_stage)s;
    }
    const bool is_vc_slower = ps[NOC_STAGE_VC_ALLOCATION] > ps[NOC_STAGE_SWITCH_ALLOCATION];
    clock.slower_allocation = is_vc_slower ? NOC_STAGE_VC_ALLOCATION : NOC_STAGE_SWITCH_ALLOCATION;
    clock.period_ps = ps[clock.slowest_stage];
    if (clock.is_single_cycle) /* one latch; VC and switch allocation in parallel */
        clock.period_ps = ps[clock.slower_allocation] + ps[NOC_STAGE_TRAVERSAL] - clock.overhead_ps;
    clock.max_mhz = ps_per_us / clock.period_ps;
    return clock;
}

noc_clock noc_clock_of_wires(double wire_ps)
{
    noc_clock clock = {.period_ps = wire_ps, .slowest_stage = NOC_STAGE_TRAVERSAL};
    clock.stage_ps[NOC_STAGE_TRAVERSAL] = clock.stage_wire_ps[NOC_STAGE_TRAVERSAL] = wire_ps;
    clock.max_mhz = ps_per_us / wire_ps;
    return clock;
}

noc_clock noc_clock_of_hop(const noc_process *process, const noc_router_shape *shape,
                           double wire_ps, double cycles)
{
    const double tau = process->values[NOC_COEFFICIENT_fo4_delay] / tau_per_fo4;
    double wires_ps = wire_ps, period = wire_ps + tau * overhead_tau;
    if (shape) {
        const noc_clock router = noc_clock_of(process, shape, 4);
        wires_ps += router.stage_wire_ps[NOC_STAGE_TRAVERSAL];
        period = wire_ps + router.stage_ps[NOC_STAGE_TRAVERSAL];
    }
    noc_clock clock = noc_clock_of_wires(period / cycles);
    clock.overhead_ps = tau * overhead_tau / cycles;
    clock.stage_wire_ps[NOC_STAGE_TRAVERSAL] = wires_ps / cycles;
    return clock;
}

bool noc_clock_is_likely(double mhz)
{
    return mhz >= NOC_CLOCK_LIKELY_LOW_MHZ && mhz <= NOC_CLOCK_LIKELY_HIGH_MHZ;
}

void noc_clock_write_question(const char *name, double mhz, char text[NOC_CLOCK_QUESTION_CHARS])
{
    static const double mhz_per_ghz = 1e3;
    char likely_words[60] = "";
    if (noc_clock_is_likely(mhz_per_ghz * mhz))
        snprintf(likely_words, sizeof likely_words, "%g GHz is %g MHz", mhz, mhz_per_ghz * mhz);
    else
        snprintf(likely_words, sizeof likely_words, "%g to %g MHz are likely",
                 NOC_CLOCK_LIKELY_LOW_MHZ, NOC_CLOCK_LIKELY_HIGH_MHZ);
    snprintf(text, NOC_CLOCK_QUESTION_CHARS, "%s = %g: was another unit meant? (%s)", name, mhz,
             likely_words);
}

/* max_mhz is the limit of gates and wires alone. Synthesised meshes with margin for voltage,
 * temperature and skew run at an eighth to a fourth of it, custom circuits of 15 FO4 at twice
 * the limit (data/chips.csv). */

void noc_clock_interval(double max_mhz, double *lo, double *hi)
{
    const noc_built_factor *built = &noc_built_factors()[NOC_BUILT_clock];
    *lo = built->lo * max_mhz;
    *hi = fmax(max_mhz, fmin(built->hi * max_mhz, NOC_CLOCK_BUILT_MHZ));
}
