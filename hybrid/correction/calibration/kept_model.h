/* hybrid/correction/calibration/kept_model.h: the corrected model of a system, made once for all
 * questions about the system where the system keeps values of its readers. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_KEPT_MODEL_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_KEPT_MODEL_H

#include "hybrid/correction/calibration/calibration.h"

/* Model of a question. Questions do not change a kept model. */
typedef struct noc_kept_model {
    noc_corrected_model corrected;
    noc_model *owned_model;       /* model owned by the question; NULL: it is kept */
    noc_cached_value *kept_model; /* kept value with the model; NULL: none */
} noc_kept_model;

/* Finds the model of a system. `kept_results`: results of stages, from other systems; NULL: none, and
 * the model is not kept. `is_corrected` false: a new model lacks its correction, and is not kept. False
 * when out of memory. The caller zeroes *model before, and releases it in any case. */
bool noc_kept_model_find(const noc_system *system, const noc_calibration *calibration,
                         noc_value_cache *kept_results, bool is_corrected, noc_kept_model *model);
void noc_kept_model_release(noc_kept_model *model);

#endif
