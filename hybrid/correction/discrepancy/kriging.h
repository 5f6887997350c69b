/* hybrid/correction/discrepancy/kriging.h: prediction of a point's figures from the figures of
 * similar points (Matheron 1963), by a Gaussian process (gaussian_process.h).
 *
 * A point has coordinates and figures. Each figure is a field over the coordinates, in which the
 * distance of two points is
 *
 *    2 mean |difference|
 *
 * over coordinates in units of their standard deviations. The nugget is a tenth of the field's
 * variance. A predicted figure tends to 0 far from all points. Predictions of a figure are
 * multiplied by the slope of measured values on leave-one-out predictions. The error at a new point
 * is estimated by the leave-one-out errors of the points around it, averaged with weights that
 * decrease with distance. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_H

#include "base/diag.h"
#include "hybrid/correction/discrepancy/kriging_sums.h"

/* Points from which fields are learned: `coordinates` of [point][coordinate], `figures` of
 * [point][figure]. A figure that is NAN counts as 0. */
typedef struct noc_kriging_points {
    const double *coordinates, *figures;
    size_t count, coordinate_count, figure_count;
} noc_kriging_points;

/* Learns the fields of the figures, docs/model.md (42). `leave_one_out`: output for the predictions
 * of each point by all others. NOC_EFAILED when out of memory, or if the points' correlations have
 * no inverse. The caller clears *k (noc_kriging_clear) in either case. */
noc_status noc_kriging_learn(const noc_kriging_points *points,
                             const noc_kriging_prediction *leave_one_out, noc_kriging *k,
                             noc_diag *diag);

/* Predicts the figures of one point. */
void noc_kriging_predict(const noc_kriging *k, const double *coordinates,
                         const noc_kriging_prediction *predicted);

/* Allocates zeroed fields. `blocks` NULL: they own their numbers; otherwise they borrow these
 * blocks, which stay unchanged and must outlive *k. NOC_EFAILED when out of memory. */
noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, const double *blocks,
                           noc_kriging *k, noc_diag *diag);
void noc_kriging_clear(noc_kriging *k);

#endif
