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
static inline lanes *find_partial_sum(lanes sum[SUM_PARTS], int part)
{
    return &sum[part % SUM_PARTS];
}

static double sum_lanes(const lanes sum[SUM_PARTS])
{
    double lane_sum = 0.0;
    for (int l = 0; l < SUMS; l++) lane_sum += sum[l / NOC_LANES][l % NOC_LANES];
    return lane_sum;
}

/* Finds the distances of a point from the points of a block. */
static inline void find_distances(const noc_kriging *k, const double *block, const double *point,
                                  lanes distances[PARTS])
{
    for (int p = 0; p < PARTS; p++) distances[p] = every(0.0);
#pragma GCC unroll 4
    for (size_t i = 0; i < k->coordinates; i++)
        for (int p = 0; p < PARTS; p++)
            distances[p] += absolute_value(every(point[i]) -
                                           load(block + i * NOC_KRIGING_BLOCK + p * NOC_LANES));
}

/* Sets the distances of unused places in the last block to infinity. */
static void remove_padding(size_t count, lanes distances[PARTS])
{
    for (size_t l = count; l < NOC_KRIGING_BLOCK; l++)
        distances[l / NOC_LANES][l % NOC_LANES] = INFINITY;
}

static void find_all_distances(const noc_kriging *k, const double *point, double *distances)
{
    for (size_t b = 0; b < noc_kriging_blocks(k); b++) {
        lanes block_distances[PARTS];
        find_distances(k, noc_kriging_block(k, b), point, block_distances);
        for (int p = 0; p < PARTS; p++)
            store(distances + b * NOC_KRIGING_BLOCK + p * NOC_LANES, block_distances[p]);
    }
}

/* Sums over points: least distance, number of neighbours, and their errors of prediction, the
 * latter two weighted by nearness. */
typedef struct neighbour_sums {
    lanes least_distances[SUM_PARTS], weights[SUM_PARTS], residuals[SUM_PARTS];
} neighbour_sums;

static neighbour_sums make_neighbour_sums(void)
{
    neighbour_sums n;
    for (int p = 0; p < SUM_PARTS; p++) {
        n.least_distances[p] = every(INFINITY);
        n.weights[p] = n.residuals[p] = every(0.0);
    }
    return n;
}

static inline void add_neighbours(neighbour_sums *n, const lanes distances[PARTS],
                                  const lanes correlations[PARTS], const double *residuals)
{
    for (int p = 0; p < PARTS; p++) {
        const lanes square = correlations[p] * correlations[p], kernel = square * square;
        lanes *nearest = find_partial_sum(n->least_distances, p);
        *nearest = min_of(distances[p], *nearest);
        *find_partial_sum(n->weights, p) += kernel;
        *find_partial_sum(n->residuals, p) += kernel * load(residuals + p * NOC_LANES);
    }
}

static void put_neighbours(const neighbour_sums *n, const noc_kriging_prediction *predicted)
{
    double nearest = INFINITY;
    for (int p = 0; p < SUM_PARTS; p++)
        for (int l = 0; l < NOC_LANES; l++) nearest = fmin(nearest, n->least_distances[p][l]);
    *predicted->distance = nearest;
    *predicted->log_residual = log((NOC_KRIGING_UNKNOWN + sum_lanes(n->residuals)) /
                                   (NOC_KRIGING_UNKNOWN + sum_lanes(n->weights)));
}

static inline void add_figures(size_t count, const lanes correlations[PARTS], const double *weights,
                               lanes (*figures)[SUM_PARTS])
{
    for (size_t f = 0; f < count; f++)
        for (int p = 0; p < PARTS; p++)
            *find_partial_sum(figures[f], p) +=
                correlations[p] * load(weights + f * NOC_KRIGING_BLOCK + p * NOC_LANES);
}

static void predict(const noc_kriging *k, const double *point,
                    const noc_kriging_prediction *predicted)
{
    const double decay = -NOC_KRIGING_REACH / (double)k->coordinates;
    lanes figures[k->figures][SUM_PARTS];
    neighbour_sums around = make_neighbour_sums();
    for (size_t f = 0; f < k->figures; f++)
        for (int p = 0; p < SUM_PARTS; p++) figures[f][p] = every(0.0);
    for (size_t b = 0; b < noc_kriging_blocks(k); b++) {
        const double *block = noc_kriging_block(k, b);
        const double *weights = block + k->coordinates * NOC_KRIGING_BLOCK;
        const size_t remaining_points = k->count - b * NOC_KRIGING_BLOCK;
        lanes distances[PARTS], correlations[PARTS];
        find_distances(k, block, point, distances);
        if (remaining_points < NOC_KRIGING_BLOCK) remove_padding(remaining_points, distances);
        for (int p = 0; p < PARTS; p++) correlations[p] = exp_of(distances[p] * decay);
        add_figures(k->figures, correlations, weights, figures);
        if (predicted->distance)
            add_neighbours(&around, distances, correlations,
                           weights + k->figures * NOC_KRIGING_BLOCK);
    }
    for (size_t f = 0; f < k->figures; f++) predicted->figures[f] = sum_lanes(figures[f]);
    if (predicted->distance) put_neighbours(&around, predicted);
}

const noc_kriging_sums NOC_KRIGING_SUMS = {find_all_distances, predict};
