#include "hybrid/answers/explain/explainer.h"

#include <math.h>

#include "hybrid/answers/estimate.h"

noc_status noc_explainer_make(const noc_system *system, const noc_calibration *calibration,
                              double load, noc_explainer *x, noc_diag *diag)
{
    *x = (noc_explainer){.system = system, .calibration = calibration};
    noc_status status =
        noc_estimate_calibrated(system, calibration, load, NULL, &x->estimate, diag);
    if (status == NOC_OK)
        status = noc_breakdown_make(system, calibration, load, NAN, &x->breakdown, diag);
    if (status != NOC_OK) return status;
    x->model = noc_model_new(system);
    if (!x->model) {
        noc_explainer_clear(x);
        return noc_fail_memory(diag);
    }
    x->corrected = noc_correct_as_calibrated(system, x->model, calibration);
    return NOC_OK;
}

void noc_explainer_clear(noc_explainer *x)
{
    noc_breakdown_clear(&x->breakdown);
    noc_model_free(x->model);
    *x = (noc_explainer){0};
}
