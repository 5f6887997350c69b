#include "power_area/component.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- outside of what was measured ----------------------------------------------------------- */

/* Assumed: DSENT's forms follow from its structure and its rows obey them within 1 % over a factor
 * of 25 in ports, so a factor of two more will not err by more than this. */
static const double spread_near = 0.1;

double noc_extent_spread(noc_extent extent)
{
    return extent == NOC_EXTENT_MEASURED ? 0.0 : spread_near;
}

static noc_extent extent_in(noc_range range, double value)
{
    if (value >= range.least && value <= range.most) return NOC_EXTENT_MEASURED;
    return value >= range.least / 2.0 && value <= 2.0 * range.most ? NOC_EXTENT_NEAR
                                                                   : NOC_EXTENT_FAR;
}

noc_extent noc_extent_of(const noc_process *process, const noc_router_shape *shape,
                         noc_dimension *in, char *words, size_t size)
{
    const double most = fmax(shape->inputs, shape->outputs);
    const double values[NOC_DIMENSIONS] = {most, shape->flit_bits};
    static const char *const units[] = {"ports", "bits a flit"};
    noc_extent worst = NOC_EXTENT_MEASURED;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        noc_range range = process->ranges[d];
        /* Fewer ports than measured are less of the same: the forms have no term that would
         * notice. */
        if (d == NOC_DIMENSION_PORTS) range.least = 0.0;
        const noc_extent extent = extent_in(range, values[d]);
        if (extent <= worst) continue;
        worst = extent;
        *in = (noc_dimension)d;
        snprintf(words, size, "%g %s, and measured are %g to %g", values[d], units[d],
                 process->ranges[d].least, range.most);
    }
    return worst;
}

/* ---- a component ---------------------------------------------------------------------------- */

static void remark(noc_component_answer *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void remark(noc_component_answer *a, const char *format, ...)
{
    if (a->remark_count == NOC_REMARKS_MAX) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(a->remarks[a->remark_count++], NOC_REMARK_CHARS, format, arguments);
    va_end(arguments);
}

/* A link of any width is measured: each bit has wires and repeaters of its own, and costs as much
 * as any other (tests/reference/dsent/link.csv). */
static noc_status check_extent(noc_component_answer *a, noc_diag *diag)
{
    noc_dimension in = NOC_DIMENSION_PORTS;
    char words[120], label[NOC_PROCESS_LABEL_CHARS];
    const noc_extent extent = a->is_link
                                  ? NOC_EXTENT_MEASURED
                                  : noc_extent_of(&a->process, &a->shape, &in, words, sizeof words);
    noc_process_label(&a->process, label, sizeof label);
    if (extent == NOC_EXTENT_FAR)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "cost: the router has %s at %g nm (%s twice that is answered)", words,
                        a->process.nm, in == NOC_DIMENSION_PORTS ? "up to" : "half of that to");
    a->spread = noc_process_spread(&a->process) + noc_extent_spread(extent);
    if (*label) remark(a, "all figures are %s", label);
    if (extent == NOC_EXTENT_NEAR)
        remark(a, "figures may be off by a factor of %.2g: the router has %s", 1.0 + a->spread,
               words);
    return NOC_OK;
}

static void fill_router(noc_component_answer *a, bool clock_given)
{
    a->router = noc_cost_of_router(&a->process, &a->shape);
    a->built = noc_built_router(&a->router, &a->shape, a->spread);
    a->clock = noc_clock_of(&a->process, &a->shape, a->stages);
    a->max_clock_mhz = a->clock.max_mhz;
    if (a->max_clock_mhz > NOC_CLOCK_BUILT_MHZ)
        remark(a,
               "%.0f MHz is beyond the fastest router that was ever built (%.0f MHz, Intel's "
               "80-core chip)",
               a->max_clock_mhz, NOC_CLOCK_BUILT_MHZ);
    if (clock_given && a->clock_mhz > a->max_clock_mhz)
        remark(a,
               "--clock-mhz %g is more than the %.0f MHz that it can reach; its %s takes longest",
               a->clock_mhz, a->max_clock_mhz, noc_stage_name(a->clock.slowest));
}

static void fill_link(noc_component_answer *a)
{
    const noc_process *p = &a->process;
    a->link = noc_cost_of_link(p, a->shape.flit_bits, a->length_mm, a->clock_mhz);
    a->built = noc_built_link(&a->link, a->spread);
    a->max_clock_mhz = 1e6 / noc_fastest_link_ps(p, a->length_mm);
    if (!a->link.in_time)
        remark(a, "it takes %.0f ps at least, longer than a cycle of %g MHz", a->link.delay_ps,
               a->clock_mhz);
}

noc_status noc_component_fill(noc_component_answer *a, bool clock_given, noc_diag *diag)
{
    char doubt[NOC_CLOCK_DOUBT_CHARS];
    if (clock_given && !noc_clock_is_likely(a->clock_mhz)) {
        noc_clock_doubt("--clock-mhz", a->clock_mhz, doubt);
        remark(a, "%s", doubt);
    }
    const noc_status status = check_extent(a, diag);
    if (status != NOC_OK) return status;
    if (a->is_link)
        fill_link(a);
    else
        fill_router(a, clock_given);
    return NOC_OK;
}
