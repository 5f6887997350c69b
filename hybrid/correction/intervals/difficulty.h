/* hybrid/correction/intervals/difficulty.h: difficulty of a design: the size of the model's error
 * that is expected before the design is measured.
 *
 * log(size of the error) is linear in two features. Their coefficients are learned by ridge
 * regression. Features outside the seen range are clipped to it.
 *
 * Benefit, as scores of 90 % intervals (width, plus 20 times the distance of values outside:
 * Gneiting, Raftery, JASA 102, 2007), on families of designs held back (first number) and on the
 * designs of kept.suite (second number), from which nothing is learned:
 *
 *                                          contention      saturation      knee
 *   one width for each band of load        0.788  3.72     0.154  0.635    0.153  0.718
 *   with these two features                0.701  2.92     0.136  0.439    0.136  0.521
 *   with room, load and contention, too    0.693  2.83     0.136  0.424    0.135  0.511
 *
 * The three further features of the last line were removed. */
#ifndef NOC_HYBRID_CORRECTION_INTERVALS_DIFFICULTY_H
#define NOC_HYBRID_CORRECTION_INTERVALS_DIFFICULTY_H

#include "analytic/curve/corrected_model.h"

typedef enum noc_difficulty_feature {
    NOC_DIFFICULTY_DISTANCE,     /* log of noc_prediction.distance (corrected_model.h) */
    NOC_DIFFICULTY_LOG_RESIDUAL, /* noc_prediction.log_residual */
    NOC_DIFFICULTY_FEATURES
} noc_difficulty_feature;
const char *noc_difficulty_feature_name(size_t feature); /* name of a feature; NULL past the end */

typedef struct noc_difficulty_features {
    double values[NOC_DIFFICULTY_FEATURES];
} noc_difficulty_features;

/* Computes the features of a design from its predicted deviation. */
noc_difficulty_features noc_difficulty_find(const noc_prediction *predicted);

typedef struct noc_difficulty {
    /* coefficients of log(size), slopes by feature; NAN: nothing was learned */
    double intercept, slopes[NOC_DIFFICULTY_FEATURES];
    /* [feature]: range in the designs from which the coefficients were learned */
    double low[NOC_DIFFICULTY_FEATURES], high[NOC_DIFFICULTY_FEATURES];
} noc_difficulty;

/* Expected size of the error, above 0; NAN if nothing was learned. */
double noc_difficulty_predict(const noc_difficulty *difficulty,
                              const noc_difficulty_features *features);

/* Learns the coefficients from errors and their features. NOC_EFAILED when out of memory, or if the
 * regression has no solution. */
noc_status noc_difficulty_learn(const noc_difficulty_features *features, const double *errors,
                                size_t count, noc_difficulty *difficulty, noc_diag *diag);

#endif
