/* hybrid/discrepancy/deviations.h: how far measurements lie from the model, and how far they will
 * for a design like those measured.
 *
 * What the model has wrong is no noise: designs whose queues are alike deviate alike. A random
 * field over their features (kriging.h, features.h) tells a new design's deviations from theirs.
 * Residuals of a physical model told by a statistical one: Kennedy, O'Hagan, Bayesian calibration
 * of computer models, Journal of the Royal Statistical Society B 63, 2001. */
#ifndef NOC_HYBRID_DISCREPANCY_DEVIATIONS_H
#define NOC_HYBRID_DISCREPANCY_DEVIATIONS_H

#include "analytic/corrected_model.h"
#include "hybrid/discrepancy/features.h"
#include "hybrid/discrepancy/kriging.h"

/* What designs with such features deviate; none if nothing was learned. */
noc_prediction noc_predict_deviation(const noc_kriging *field, const noc_features *features);

/* Learns from `count` designs; `left_out`: what is told of each by the others. NOC_EFAILED when out
 * of memory. The caller clears *field (noc_kriging_clear) in either case. */
noc_status noc_deviations_learn(const noc_features *features, const noc_deviation *measured,
                                size_t count, noc_prediction *left_out, noc_kriging *field,
                                noc_diag *diag);

#endif
