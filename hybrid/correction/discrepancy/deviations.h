/* hybrid/correction/discrepancy/deviations.h: deviations of measured designs from the model, and
 * the prediction of a new design's deviation.
 *
 * Designs with similar queues deviate similarly. A Gaussian process over their features (kriging.h)
 * predicts the deviation of a new design. Source: model discrepancy of Kennedy, O'Hagan, Bayesian
 * calibration of computer models, Journal of the Royal Statistical Society B 63, 2001. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_DEVIATIONS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_DEVIATIONS_H

#include "analytic/curve/corrected_model.h"
#include "hybrid/correction/discrepancy/kriging.h"

/* Features by which designs are compared (features.def). Settings are measured by their effect on a
 * queue (buffers in packets, not in flits), loads by the causes of the model's waits at 80 % of its
 * saturation.
 *
 * Selection: the feature with the least benefit to leave-one-family-out predictions was removed
 * repeatedly, as long as errors decreased. 20 of 27 features remain (lab/experiments.md, 3.2). */
typedef enum noc_feature {
#define NOC_FEATURE(id, name, value) NOC_FEATURE_##id,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    NOC_FEATURES
} noc_feature;
const char *noc_feature_name(size_t feature); /* name of a feature; NULL past the end */

typedef struct noc_features {
    double values[NOC_FEATURES];
} noc_features;

noc_features noc_features_find(const noc_system *system, noc_model *model);

/* Predicts the deviation of a design with these features; zeros if nothing was learned. */
noc_prediction noc_predict_deviation(const noc_kriging *field, const noc_features *features);

/* Learns the field from `count` designs. `leave_one_out`: output for the prediction of each design
 * by all others. NOC_EFAILED when out of memory. The caller clears *field (noc_kriging_clear) in
 * either case. */
noc_status noc_deviations_learn(const noc_features *features, const noc_deviation *measured,
                                size_t count, noc_prediction *leave_one_out, noc_kriging *field,
                                noc_diag *diag);

#endif
