#include "hybrid/calibration/calibration.h"

void noc_calibration_clear(noc_calibration *c)
{
    noc_kriging_clear(&c->deviations);
}

noc_adjusted noc_adjust_as_calibrated(const noc_system *system, noc_model *model,
                                      const noc_calibration *c)
{
    noc_told told = {.apart = 0.0};
    if (c && noc_graph_has_only_buffers(&system->graph)) { /* as all designs that were measured */
        const noc_traits traits = noc_traits_of(system, model);
        told = noc_deviation_told(&c->deviations, &traits);
    }
    return noc_adjust(model, &told);
}
