/* hybrid/correction/discrepancy/deviations.h: the discrepancy of measured designs from the model,
 * and its prediction for a new design.
 *
 * The model's errors are systematic: designs whose queues are alike deviate alike. A Gaussian
 * process over their features (kriging.h, features.h) predicts a new design's discrepancy. Source:
 * model discrepancy of Kennedy, O'Hagan, Bayesian calibration of computer models, Journal of the
 * Royal Statistical Society B 63, 2001. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_DEVIATIONS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_DEVIATIONS_H

#include "analytic/curve/corrected_model.h"
#include "hybrid/correction/discrepancy/features.h"
#include "hybrid/correction/discrepancy/kriging.h"

/* Predicted discrepancy of a design with these features; zeros if nothing was learned. */
noc_prediction noc_predict_deviation(const noc_kriging *field, const noc_features *features);

/* Learns from `count` designs; `left_out`: leave-one-out predictions. NOC_EFAILED when out of
 * memory. The caller clears *field (noc_kriging_clear) in either case. */
noc_status noc_deviations_learn(const noc_features *features, const noc_deviation *measured,
                                size_t count, noc_prediction *left_out, noc_kriging *field,
                                noc_diag *diag);

#endif
