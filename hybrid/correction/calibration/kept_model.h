/* hybrid/correction/calibration/kept_model.h: corrected model of a system, which the system keeps
 * for later questions (network/compile/compile.h: noc_system_compile_kept). */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_KEPT_MODEL_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_KEPT_MODEL_H

#include "hybrid/correction/calibration/calibration.h"

/* Model of one question. Questions do not change `corrected`. */
typedef struct noc_kept_model {
    noc_corrected_model corrected;
    noc_model *owned;       /* model owned by the question; NULL: it is kept, or there is none */
    noc_cached_value *kept; /* kept value with the model; NULL: none */
} noc_kept_model;

/* Finds the model that the system keeps with a calibration (NULL: as derived), or makes it and has
 * it kept. `kept_results`: results of stages, from other systems; NULL: nothing is kept. The caller
 * zeroes *model before, and releases it in any case. */
noc_status noc_kept_model_find(const noc_system *system, const noc_calibration *calibration,
                               noc_value_cache *kept_results, noc_kept_model *model,
                               noc_diag *diag);
void noc_kept_model_release(noc_kept_model *model);

#endif
