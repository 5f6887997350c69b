/* hybrid/correction/discrepancy/kriging_sums.h: storage of the points of a field (kriging.h), and
 * the sums over all points, computed with the machine's vectors. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_SUMS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_SUMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/embedded.h"

typedef struct noc_kriging {
    /* numbers of points, coordinates and figures; count 0: nothing was learned, and all figures are
     * 0 */
    size_t count, coordinates, figures;
    /* [coordinate]: mean, and 1 over the standard deviation (0: all points are equal) */
    double *means, *inverse_deviations;
    /* Numbers of each point: its scaled coordinates, the weights of its figures, and the error of
     * its prediction by the other points, mean over figures, each relative to the mean over all
     * points. Points are stored in blocks: the first number of all points in the block, then the
     * second one, and so on; 0 beyond the last point. */
    double *blocks;
    noc_arena arena; /* memory of all numbers, except borrowed blocks */
} noc_kriging;

/* Number of numbers of a point. */
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

/* Returns the place of number `column` of a point. */
static inline double *noc_kriging_number(const noc_kriging *k, size_t point, size_t column)
{
    return noc_kriging_block(k, point / NOC_KRIGING_BLOCK) + column * NOC_KRIGING_BLOCK +
           point % NOC_KRIGING_BLOCK;
}

/* Predictions of points, stored one after the other. */
typedef struct noc_kriging_prediction {
    double *figures;
    /* distance of the nearest other point, the sum of |differences|; NULL: neither the distance nor
     * log_residual is wanted */
    double *distance;
    /* log of the neighbours' mean leave-one-out error over that of all points; 0 far from all
     * points */
    double *log_residual;
} noc_kriging_prediction;

/* Functions of kriging_sums.c, compiled for one vector width. All variants give bit-identical
 * results. `point`: scaled coordinates. */
typedef struct noc_kriging_sums {
    /* Computes the distance, sum of |differences|, from each point; room for whole blocks. */
    void (*find_distances)(const noc_kriging *k, const double *point, double *distances);
    /* Predicts like noc_kriging_predict. */
    void (*predict)(const noc_kriging *k, const double *point,
                    const noc_kriging_prediction *predicted);
} noc_kriging_sums;

enum { NOC_KRIGING_SUMS_MAX = 3 };

/* Variants for vectors of 2, 4 and 8 numbers (CMakeLists.txt). */
extern const noc_kriging_sums noc_kriging_sums_2, noc_kriging_sums_4, noc_kriging_sums_8;

/* Finds the variants that this machine can run, the widest first. Returns their number. */
static inline size_t noc_kriging_find_sums(const noc_kriging_sums *variants[NOC_KRIGING_SUMS_MAX])
{
    size_t count = 0;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f")) variants[count++] = &noc_kriging_sums_8;
    if (__builtin_cpu_supports("avx2")) variants[count++] = &noc_kriging_sums_4;
#endif
    variants[count++] = &noc_kriging_sums_2;
    return count;
}

/* Decay of the correlation of two points: exp(-reach / coordinates * distance). */
#define NOC_KRIGING_REACH 2.0

/* Number of virtual neighbours, which have the mean error of all points, and are averaged with the
 * real ones. Half or twice this number, or a weight of the correlation to the power of 2 or 6
 * instead of 4, predicts errors a little less well. */
#define NOC_KRIGING_UNKNOWN 1.0

#endif
