/* hybrid/correction/discrepancy/gaussian_process.h: the algebra of Gaussian-process regression
 * (Rasmussen, Williams, Gaussian Processes for Machine Learning, 2006, chapters 2 and 5).
 *
 * Figures are a random field with mean 0, in units of its standard deviation, correlated by
 * exp(-distance), plus a nugget: the variance of a single point that no distance explains. The
 * caller defines the distance and chooses the points: kriging.h takes all of them,
 * explore/front/learn.h the nearest ones.
 *
 * Matrices are square, by rows; of correlations and factors the lower triangle counts. For
 * thousands of points the order of the sums decides the time: rows that lie in the cache are used
 * for a whole block of others. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_GAUSSIAN_PROCESS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_GAUSSIAN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

double noc_process_correlation(double distance);

/* Replaces the correlations of `count` points by the Cholesky factor of their sum with the nugget.
 * False if they have none, since they are no correlations. */
bool noc_process_factor(double *correlations, size_t count, double nugget);

/* Weights of the points' figures: the prediction of a point is the sum of correlation times weight.
 */
void noc_process_weigh(const double *factor, size_t count, const double *figures, double *weights);

/* Replaces a factor by the whole inverse of its matrix; `scratch`: room for a matrix. */
void noc_process_invert(double *factor, size_t count, double *scratch);

typedef struct noc_process_prediction {
    double figure, variance; /* predicted figure, and its variance in units of the field's */
} noc_process_prediction;

/* Predicts one more point. `correlations`: its correlations with the points; `scratch`: room for as
 * many numbers. */
noc_process_prediction noc_process_predict(const double *factor, size_t count, double nugget,
                                           const double *correlations, const double *figures,
                                           double *scratch);

#endif
