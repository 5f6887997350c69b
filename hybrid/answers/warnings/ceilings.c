#include "hybrid/answers/warnings/ceilings.h"

#include <math.h>

#include "analytic/gate.h"
#include "analytic/overload.h"

noc_status noc_ceilings_find(const noc_system *system, noc_ceilings *c, noc_diag *diag)
{
    const double highest = noc_system_highest_load(system);
    noc_loads loads;
    if (noc_loads_new(system, &loads) != NOC_OK) return noc_fail_memory(diag);
    *c = (noc_ceilings){fmin(noc_networks_bound(system, &loads), highest),
                        fmin(noc_overload_highest(system, &loads), highest)};
    noc_loads_clear(&loads);
    return NOC_OK;
}
