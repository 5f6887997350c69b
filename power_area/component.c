#include "power_area/component.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- routers outside of the measured range --------------------------------------------------- */

/* Assumed. DSENT's forms follow from its structure, and its rows obey them within 1 % over a
 * factor of 25 in ports. So the error over a further factor of two is at most this spread. */
static const double near_spread = 0.1;
/* Assumed for composed switches, whose floor plan nobody has drawn. */
static const double far_spread = 0.5;

double noc_extent_spread(noc_extent extent)
{
    return extent == NOC_EXTENT_MEASURED ? 0.0
           : extent == NOC_EXTENT_NEAR   ? near_spread
                                         : far_spread;
}

static noc_extent extent_of_value(noc_range range, double value)
{
    if (value >= range.least && value <= range.most) return NOC_EXTENT_MEASURED;
    return value >= range.least / 2.0 && value <= 2.0 * range.most ? NOC_EXTENT_NEAR
                                                                   : NOC_EXTENT_FAR;
}

/* Describes a composed crossbar in words. */
static void describe_composition(const noc_process *process, const noc_router_shape *shape,
                                 char *words, size_t size)
{
    const noc_router_shape c = noc_router_composed_shape(process, shape);
    if (c.tiles > 1.0)
        snprintf(words, size,
                 "; its crossbar is composed of %g x %g switches, and crossed in up to %g cycles",
                 c.tiles, c.tiles, noc_router_crossing_cycles(&c));
    else if (c.slices > 1.0)
        snprintf(words, size, "; its crossbar is composed of %g slices of a flit", c.slices);
}

noc_extent noc_extent_of(const noc_process *process, const noc_router_shape *shape,
                         char words[NOC_EXTENT_CHARS])
{
    const double ports = fmax(shape->inputs, shape->outputs);
    const double values[NOC_DIMENSIONS] = {ports, shape->flit_bits};
    static const char *const units[] = {"ports", "bits a flit"};
    noc_extent worst = NOC_EXTENT_MEASURED;
    int length = 0;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        noc_range range = process->ranges[d];
        /* Fewer ports than measured add no error: no term of the forms depends on that. */
        if (d == NOC_DIMENSION_PORTS) range.least = 0.0;
        const noc_extent extent = extent_of_value(range, values[d]);
        if (extent <= worst) continue;
        worst = extent;
        length = snprintf(words, NOC_EXTENT_CHARS, "%g %s, and measured are %g to %g", values[d],
                          units[d], process->ranges[d].least, range.most);
    }
    if (worst == NOC_EXTENT_FAR && length > 0 && length < NOC_EXTENT_CHARS)
        describe_composition(process, shape, words + length, (size_t)(NOC_EXTENT_CHARS - length));
    return worst;
}

/* ---- a component ---------------------------------------------------------------------------- */

static void add_remark(noc_component_answer *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_remark(noc_component_answer *a, const char *format, ...)
{
    if (a->remark_count == NOC_REMARKS_MAX) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(a->remarks[a->remark_count++], NOC_REMARK_CHARS, format, arguments);
    va_end(arguments);
}

/* Finds the extent and spread of a component. A link of any width counts as measured: each bit
 * has its own wires and repeaters, at equal cost (tests/reference/dsent/link.csv). */
static void check_extent(noc_component_answer *a)
{
    char words[NOC_EXTENT_CHARS], label[NOC_PROCESS_LABEL_CHARS];
    const noc_extent extent =
        a->is_link ? NOC_EXTENT_MEASURED : noc_extent_of(&a->process, &a->shape, words);
    noc_process_label(&a->process, label, sizeof label);
    a->spread = noc_process_spread(&a->process) + noc_extent_spread(extent);
    if (*label) add_remark(a, "all figures are %s", label);
    if (extent != NOC_EXTENT_MEASURED)
        add_remark(a, "figures may be off by a factor of %.2g: the router has %s", 1.0 + a->spread,
                   words);
}

/* Largest spread that arrays of SRAM add to area, leakage or energy. */
static double sram_spread(const noc_router_cost *r)
{
    double widest = 0.0;
    if (r->array_area_um2.error > 0.0) widest = r->array_area_um2.error / noc_router_area_um2(r);
    if (r->array_leakage_mw.error > 0.0)
        widest = fmax(widest, r->array_leakage_mw.error / noc_router_leakage_mw(r));
    if (r->array_energy_pj.error > 0.0)
        widest = fmax(widest, r->array_energy_pj.error / (r->write_pj + r->read_pj));
    return widest;
}

static void fill_router(noc_component_answer *a, bool clock_given)
{
    a->router = noc_cost_of_router(&a->process, &a->shape);
    a->built = noc_built_router(&a->process, &a->router, &a->shape,
                                a->spread - noc_process_spread(&a->process));
    a->spread += sram_spread(&a->router);
    if (a->ecc_bits > 0.0) {
        const double data = a->shape.flit_bits - a->ecc_bits;
        a->encoder = noc_check_cost_of(&a->process, data, a->ecc_bits, false);
        a->decoder = noc_check_cost_of(&a->process, data, a->ecc_bits, true);
    }
    a->clock = noc_clock_of(&a->process, &a->shape, a->stages);
    a->max_clock_mhz = a->clock.max_mhz;
    if (a->max_clock_mhz > NOC_CLOCK_BUILT_MHZ)
        add_remark(a,
                   "%.0f MHz is beyond the fastest router that was ever built (%.0f MHz, Intel's "
                   "80-core chip)",
                   a->max_clock_mhz, NOC_CLOCK_BUILT_MHZ);
    if (clock_given && a->clock_mhz > a->max_clock_mhz)
        add_remark(a,
                   "--clock-mhz %g is more than the %.0f MHz that it can reach; its %s is slowest",
                   a->clock_mhz, a->max_clock_mhz, noc_stage_name(a->clock.slowest_stage));
}

static void fill_link(noc_component_answer *a)
{
    const noc_process *p = &a->process;
    a->link = noc_cost_of_link(p, a->shape.flit_bits, a->length_mm, a->clock_mhz);
    a->built = noc_built_link(p, &a->link);
    a->max_clock_mhz = 1e6 / noc_fastest_link_ps(p, a->length_mm);
    if (!a->link.meets_clock)
        add_remark(a, "it needs %.0f ps at least, longer than a cycle of %g MHz", a->link.delay_ps,
                   a->clock_mhz);
}

void noc_component_fill(noc_component_answer *a, bool clock_given)
{
    char question[NOC_CLOCK_QUESTION_CHARS];
    if (clock_given && !noc_clock_is_likely(a->clock_mhz)) {
        noc_clock_write_question("--clock-mhz", a->clock_mhz, question);
        add_remark(a, "%s", question);
    }
    check_extent(a);
    if (a->is_link)
        fill_link(a);
    else
        fill_router(a, clock_given);
}
