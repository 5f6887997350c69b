#include "hybrid/discrepancy/calibration.h"

#include <pthread.h>

#include "hybrid/discrepancy/calibration_file.h"

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

/* Read once, then only read from. */
static noc_calibration shipped;
static bool shipped_fits;
static pthread_once_t read_once = PTHREAD_ONCE_INIT;

static void read_shipped(void)
{
    noc_diag ignored = {0};
    shipped_fits = noc_calibration_embedded(&shipped, &ignored) == NOC_OK;
    noc_diag_clear(&ignored);
}

const noc_calibration *noc_calibration_shipped(void)
{
    pthread_once(&read_once, read_shipped);
    return shipped_fits ? &shipped : NULL;
}
