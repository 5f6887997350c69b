/* hybrid/correction/discrepancy/deviations.h: the discrepancy of measured designs from the model,
 * and its prediction for a new design.
 *
 * The model's errors are systematic: designs with similar queues deviate similarly. A Gaussian
 * process over their features (kriging.h) predicts a new design's discrepancy. Source: model
 * discrepancy of Kennedy, O'Hagan, Bayesian calibration of computer models, Journal of the Royal
 * Statistical Society B 63, 2001. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_DEVIATIONS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_DEVIATIONS_H

#include "analytic/curve/corrected_model.h"
#include "hybrid/correction/discrepancy/kriging.h"

/* Features for the comparison of designs. Settings count by their effect on a queue (buffers in
 * packets, not in flits), loads by the causes of the model's waits at 80 % of its saturation.
 *
 * Selection: the feature that improved leave-one-family-out predictions least was removed in turn,
 * as long as errors got smaller: of 27 twenty are left (lab/experiments.md, 3.2). */
typedef enum noc_feature {
#define NOC_FEATURE(id, name) NOC_FEATURE_##id,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    NOC_FEATURES
} noc_feature;
const char *noc_feature_name(size_t feature); /* name of a feature; NULL past the end */

typedef struct noc_features {
    double of[NOC_FEATURES];
} noc_features;

noc_features noc_features_of(const noc_system *system, noc_model *model);

/* Predicted discrepancy of a design with these features; zeros if nothing was learned. */
noc_prediction noc_predict_deviation(const noc_kriging *field, const noc_features *features);

/* Learns from `count` designs; `left_out`: leave-one-out predictions. NOC_EFAILED when out of
 * memory. The caller clears *field (noc_kriging_clear) in either case. */
noc_status noc_deviations_learn(const noc_features *features, const noc_deviation *measured,
                                size_t count, noc_prediction *left_out, noc_kriging *field,
                                noc_diag *diag);

#endif
