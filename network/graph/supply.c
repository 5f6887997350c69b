#include "network/graph/supply.h"

static noc_supply_range_finder range_finder; /* NULL: not set, so supplies are not checked */

void noc_supply_set_finder(noc_supply_range_finder finder)
{
    range_finder = finder;
}

noc_status noc_supply_check(const noc_design *d, noc_diag *diag)
{
    noc_supply_range range;
    const double volts = d->chip.supply_v;
    if (volts == 0.0 || !range_finder || !range_finder(&d->chip, &range)) return NOC_OK;
    if (volts >= range.least_v && volts <= range.most_v) return NOC_OK;
    return noc_design_conflict(
        d, diag, 0, NOC_PATHS("chip.supply_v", "chip.technology_nm"),
        "chip.supply_v = %g: the laws by which costs at %g nm move with the supply hold from %.3g "
        "to %.3g V (0: the nominal %.3g V)",
        volts, d->chip.technology_nm, range.least_v, range.most_v, range.nominal_v);
}
