#include "network/graph/wire_timing.h"

#include <math.h>

static noc_wire_delay wire_delay; /* NULL: no delay set */

void noc_wire_delay_set(noc_wire_delay delay)
{
    wire_delay = delay;
}

int noc_wire_timing_cycles(const noc_design *d, double length_mm)
{
    static const double ps_per_us = 1e6;
    if (!wire_delay) return 0;
    const double ps = wire_delay(&d->chip, length_mm);
    if (isnan(ps)) return 0;
    double cycles = fmin(ceil(ps * d->chip.clock_mhz / ps_per_us), NOC_WIRE_CYCLES_MAX);
    if (cycles < 1.0) return 1;
    /* Rounding equals that of the cost of links, which warns of late links. */
    while (cycles < NOC_WIRE_CYCLES_MAX && ps > ps_per_us / (d->chip.clock_mhz / cycles)) cycles++;
    return (int)cycles;
}

noc_status noc_wire_timing_check(const noc_design *d, int n, noc_diag *diag)
{
    if (d->networks[n].link_timing == NOC_LINKS_GIVEN || noc_wire_timing_cycles(d, 1.0) > 0)
        return NOC_OK;
    return noc_design_conflict(
        d, diag, n, NOC_PATHS("network.link_timing", "chip.technology_nm"),
        "network.link_timing = \"wire\": there is no table of wires at chip.technology_nm = %g "
        "(nocsight describe technologies; chip.scale_technology = true)",
        d->chip.technology_nm);
}
