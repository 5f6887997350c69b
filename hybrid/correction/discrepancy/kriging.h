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

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/embedded.h"

typedef struct noc_kriging {
    size_t count, coordinates, figures; /* count 0: nothing learned, all figures are 0 */
    double *centres,
        *scales; /* of the coordinates: means, and 1 over the standard deviation (0: all alike) */
    /* Of each point its coordinates scaled, the weights of its figures, and by how much the others
     * miss them: the mean over figures, each over that of all points. By blocks of points, in which
     * each of these numbers follows for all points of the block; of those beyond the last one 0. */
    double *blocks;
    bool are_lent; /* the blocks: they are not freed */
} noc_kriging;

/* Numbers of a point. */
static inline size_t noc_kriging_columns(const noc_kriging *k)
{
    return k->coordinates + k->figures + 1;
}

enum { NOC_KRIGING_BLOCK = NOC_EMBEDDED_BLOCK };

static inline size_t noc_kriging_blocks(const noc_kriging *k)
{
    return (k->count + NOC_KRIGING_BLOCK - 1) / NOC_KRIGING_BLOCK;
}

static inline double *noc_kriging_block(const noc_kriging *k, size_t block)
{
    return k->blocks + block * NOC_KRIGING_BLOCK * noc_kriging_columns(k);
}

/* A number of a point. */
static inline double *noc_kriging_at(const noc_kriging *k, size_t point, size_t column)
{
    return noc_kriging_block(k, point / NOC_KRIGING_BLOCK) + column * NOC_KRIGING_BLOCK +
           point % NOC_KRIGING_BLOCK;
}

/* The points that are learned from, one after the other: a figure that is NAN counts as 0. */
typedef struct noc_kriging_points {
    const double *coordinates, *figures;
    size_t count, coordinate_count, figure_count;
} noc_kriging_points;

/* Predictions of points, one after the other. */
typedef struct noc_kriging_prediction {
    double *figures;
    /* distance of the nearest other point: the sum of |differences|; NULL: neither it nor what
     * follows is asked for */
    double *distance;
    /* log of the mean leave-one-out error of neighbours over that of all points; 0 far from all */
    double *log_residual;
} noc_kriging_prediction;

/* `left_out`: room for the leave-one-out predictions. NOC_EFAILED when out of memory, or where the
 * points' correlations have no inverse. The caller clears *k (noc_kriging_clear) in either case.
 * docs/model.md (42). */
noc_status noc_kriging_learn(const noc_kriging_points *points,
                             const noc_kriging_prediction *left_out, noc_kriging *k,
                             noc_diag *diag);

/* Of one point. */
void noc_kriging_predict(const noc_kriging *k, const double *coordinates,
                         const noc_kriging_prediction *predicted);

/* Room for what was learned elsewhere, zeros. `blocks`: NULL, or lent ones, which stay as they are
 * and have to outlive *k. NOC_EFAILED when out of memory. */
noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, const double *blocks,
                           noc_kriging *k, noc_diag *diag);
void noc_kriging_clear(noc_kriging *k);

#endif
