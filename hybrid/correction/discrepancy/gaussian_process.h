/* hybrid/correction/discrepancy/gaussian_process.h: matrix algebra of Gaussian-process regression
 * (Rasmussen, Williams, Gaussian Processes for Machine Learning, 2006, chapters 2 and 5).
 *
 * Figures are a random field with mean 0, in units of its standard deviation. The correlation of
 * two points is exp(-distance). The nugget is the variance of a single point that no distance
 * explains. The caller defines the distance and chooses the points: kriging.h uses all points,
 * explore/front/learn.h the nearest ones.
 *
 * Matrices are square and stored by rows. Of correlations and factors only the lower triangle is
 * used. Sums run over blocks of rows that stay in the cache, since memory access dominates the time
 * for thousands of points. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_GAUSSIAN_PROCESS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_GAUSSIAN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

double noc_process_correlation(double distance);

/* Replaces the correlations of `count` points by the Cholesky factor of correlations plus nugget.
 * False if the matrix is not positive definite. */
bool noc_process_factor(double *correlations, size_t count, double nugget);

/* Computes the weights of the points: the prediction at a new point is the sum of its correlation
 * with each point, times the point's weight. */
void noc_process_weigh(const double *factor, size_t count, const double *figures, double *weights);

/* Replaces a factor by the inverse of the factored matrix, both triangles; `scratch`: room for a
 * matrix. */
void noc_process_invert(double *factor, size_t count, double *scratch);

typedef struct noc_process_prediction {
    double figure, variance; /* predicted figure, and its variance in units of the field's */
} noc_process_prediction;

/* Predicts the figure of one more point. `correlations`: with each of the points; `scratch`: room
 * for `count` numbers. */
noc_process_prediction noc_process_predict(const double *factor, size_t count, double nugget,
                                           const double *correlations, const double *figures,
                                           double *scratch);

#endif
