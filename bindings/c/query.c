#include "bindings/c/query.h"

#include <math.h>

#include "hybrid/answers/figures/offered_load.h"

noc_status noc_query_check(const noc_query *query, noc_diag *diag)
{
    if (query->approach < NOC_APPROACH_MODEL || query->approach > NOC_APPROACH_WITHIN)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "there is no approach %d (0 to %d)",
                        query->approach, NOC_APPROACH_WITHIN);
    if (!(query->precision >= 0.0 && query->precision < 1.0))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "precision %g is no share between 0 and 1, for example 0.02",
                        query->precision);
    if (!(query->max_seconds >= 0.0))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "max_seconds %g is no time above 0, in s",
                        query->max_seconds);
    return NOC_OK;
}

noc_status noc_query_find_load(const noc_query *query, const noc_context *context,
                               const noc_system *system, double *flits, noc_diag *diag)
{
    noc_offered_load load = {.form = query->load_flits == 0.0 ? NOC_LOAD_NONE : NOC_LOAD_FLITS,
                             .amount = query->load_flits};
    if (query->load && !noc_offered_load_read(query->load, &load))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "load '%s': expected %s", query->load,
                        NOC_LOAD_EXPECTED);
    if (!(load.amount >= 0.0) || !isfinite(load.amount))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "load_flits %g is no load above 0, in flits per cycle", query->load_flits);
    return noc_offered_load_convert(system, noc_context_calibration(context), &load, flits, diag);
}
