/* hybrid/correction/discrepancy/kriging.h: predicts figures of a point from those of similar points
 * (Matheron 1963), by a Gaussian process (gaussian_process.h).
 *
 * A point has coordinates and figures. Each figure is a field over the coordinates, in which the
 * distance of two points is
 *
 *    2 mean |difference|
 *
 * over coordinates in their standard deviations. The nugget is a tenth of the field's variance. Far
 * from all points a predicted figure is 0. Predictions of a figure are shrunk towards 0 by the
 * slope of measured values on leave-one-out predictions. The leave-one-out errors of neighbouring
 * points, averaged with the kernel's weights, estimate the error at a new point. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_H

#include "base/diag.h"
#include "hybrid/correction/discrepancy/kriging_sums.h"

/* Points to learn from, one after the other: a figure that is NAN counts as 0. */
typedef struct noc_kriging_points {
    const double *coordinates, *figures;
    size_t count, coordinate_count, figure_count;
} noc_kriging_points;

/* Learns the fields of the figures. `left_out`: room for the leave-one-out predictions. NOC_EFAILED
 * when out of memory, or if the points' correlations have no inverse. The caller clears *k
 * (noc_kriging_clear) in either case. docs/model.md (42). */
noc_status noc_kriging_learn(const noc_kriging_points *points,
                             const noc_kriging_prediction *left_out, noc_kriging *k,
                             noc_diag *diag);

/* Predicts the figures of one point. */
void noc_kriging_predict(const noc_kriging *k, const double *coordinates,
                         const noc_kriging_prediction *predicted);

/* Makes room, zeroed, for fields learned elsewhere. `blocks`: NULL, or lent blocks, which stay
 * unchanged and have to outlive *k. NOC_EFAILED when out of memory. */
noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, const double *blocks,
                           noc_kriging *k, noc_diag *diag);
void noc_kriging_clear(noc_kriging *k);

#endif
