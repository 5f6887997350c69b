/* Sums over all points of a field, one block at a time. Each lane has another point of the block,
 * so a sum over points consists of partial sums, one per lane, which are added at the end.
 *
 * The file is compiled once for each vector width (NOC_LANES; CMakeLists.txt). Sums always have
 * SUMS lanes, so all widths give bit-identical results. */
#include "hybrid/correction/discrepancy/kriging_sums.h"

#include "analytic/contention/sweep/lanes.h"

/* Numbers of vectors: of a block; of a sum, which has SUMS lanes. */
enum { PARTS = NOC_KRIGING_BLOCK / NOC_LANES, SUMS = 8, SUM_PARTS = SUMS / NOC_LANES };

/* Finds the vector of a sum to which a part of a block is added. */
static inline lanes *part_of(lanes sum[SUM_PARTS], int part)
{
    return &sum[part % SUM_PARTS];
}

static double total(const lanes sum[SUM_PARTS])
{
    double all = 0.0;
    for (int l = 0; l < SUMS; l++) all += sum[l / NOC_LANES][l % NOC_LANES];
    return all;
}

/* Finds the distances of a point from the points of a block. */
static inline void find_distances(const noc_kriging *k, const double *block, const double *point,
                                  lanes distances[PARTS])
{
    for (int p = 0; p < PARTS; p++) distances[p] = every(0.0);
#pragma GCC unroll 4
    for (size_t i = 0; i < k->coordinates; i++)
        for (int p = 0; p < PARTS; p++)
            distances[p] +=
                absolute(every(point[i]) - load(block + i * NOC_KRIGING_BLOCK + p * NOC_LANES));
}

/* Sets the distances of unused places in the last block to infinity. */
static void leave_out(size_t left, lanes distances[PARTS])
{
    for (size_t l = left; l < NOC_KRIGING_BLOCK; l++)
        distances[l / NOC_LANES][l % NOC_LANES] = INFINITY;
}

static void far(const noc_kriging *k, const double *point, double *distances)
{
    for (size_t b = 0; b < noc_kriging_blocks(k); b++) {
        lanes of_block[PARTS];
        find_distances(k, noc_kriging_block(k, b), point, of_block);
        for (int p = 0; p < PARTS; p++)
            store(distances + b * NOC_KRIGING_BLOCK + p * NOC_LANES, of_block[p]);
    }
}

/* Sums over points: least distance, number of neighbours, and their errors of prediction, the
 * latter two weighted by nearness. */
typedef struct neighbours {
    lanes nearest[SUM_PARTS], points[SUM_PARTS], missed[SUM_PARTS];
} neighbours;

static neighbours nobody(void)
{
    neighbours n;
    for (int p = 0; p < SUM_PARTS; p++) {
        n.nearest[p] = every(INFINITY);
        n.points[p] = n.missed[p] = every(0.0);
    }
    return n;
}

static inline void add_neighbours(neighbours *n, const lanes distances[PARTS],
                                  const lanes alike[PARTS], const double *missed)
{
    for (int p = 0; p < PARTS; p++) {
        const lanes square = alike[p] * alike[p], near = square * square;
        lanes *nearest = part_of(n->nearest, p);
        *nearest = min_of(distances[p], *nearest);
        *part_of(n->points, p) += near;
        *part_of(n->missed, p) += near * load(missed + p * NOC_LANES);
    }
}

static void put_neighbours(const neighbours *n, const noc_kriging_prediction *predicted)
{
    double nearest = INFINITY;
    for (int p = 0; p < SUM_PARTS; p++)
        for (int l = 0; l < NOC_LANES; l++) nearest = fmin(nearest, n->nearest[p][l]);
    *predicted->distance = nearest;
    *predicted->log_residual =
        log((NOC_KRIGING_UNKNOWN + total(n->missed)) / (NOC_KRIGING_UNKNOWN + total(n->points)));
}

static inline void add_figures(size_t count, const lanes alike[PARTS], const double *weights,
                               lanes (*figures)[SUM_PARTS])
{
    for (size_t f = 0; f < count; f++)
        for (int p = 0; p < PARTS; p++)
            *part_of(figures[f], p) +=
                alike[p] * load(weights + f * NOC_KRIGING_BLOCK + p * NOC_LANES);
}

static void predict(const noc_kriging *k, const double *point,
                    const noc_kriging_prediction *predicted)
{
    const double fall = -NOC_KRIGING_REACH / (double)k->coordinates;
    lanes figures[k->figures][SUM_PARTS];
    neighbours around = nobody();
    for (size_t f = 0; f < k->figures; f++)
        for (int p = 0; p < SUM_PARTS; p++) figures[f][p] = every(0.0);
    for (size_t b = 0; b < noc_kriging_blocks(k); b++) {
        const double *block = noc_kriging_block(k, b);
        const double *weights = block + k->coordinates * NOC_KRIGING_BLOCK;
        const size_t left = k->count - b * NOC_KRIGING_BLOCK;
        lanes distances[PARTS], alike[PARTS];
        find_distances(k, block, point, distances);
        if (left < NOC_KRIGING_BLOCK) leave_out(left, distances);
        for (int p = 0; p < PARTS; p++) alike[p] = exp_of(distances[p] * fall);
        add_figures(k->figures, alike, weights, figures);
        if (predicted->distance)
            add_neighbours(&around, distances, alike, weights + k->figures * NOC_KRIGING_BLOCK);
    }
    for (size_t f = 0; f < k->figures; f++) predicted->figures[f] = total(figures[f]);
    if (predicted->distance) put_neighbours(&around, predicted);
}

const noc_kriging_sums NOC_KRIGING_SUMS = {far, predict};
