#include "hybrid/correction/discrepancy/kriging.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "base/auto.h"
#include "hybrid/correction/discrepancy/gaussian_process.h"
#include "hybrid/correction/discrepancy/kriging_sums.h"

/* Nugget of the field. Half or twice this value, or half or twice NOC_KRIGING_REACH, changes the
 * leave-one-out errors of designs by 3 % at most. */
static const double nugget = 0.1;
/* largest scaled coordinate, standard deviations; larger ones are clipped */
static const double coordinate_limit = 3.0;

noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, const double *blocks,
                           noc_kriging *k, noc_diag *diag)
{
    *k = (noc_kriging){.count = count, .coordinates = coordinates, .figures = figures};
    const size_t size = noc_kriging_blocks(k) * NOC_KRIGING_BLOCK * noc_kriging_columns(k);
    k->means = noc_arena_array(&k->arena, coordinates, sizeof *k->means);
    k->inverse_deviations = noc_arena_array(&k->arena, coordinates, sizeof *k->inverse_deviations);
    k->blocks = blocks ? (double *)blocks : noc_arena_array(&k->arena, size, sizeof *k->blocks);
    return k->arena.is_short ? noc_fail_memory(diag) : NOC_OK;
}

void noc_kriging_clear(noc_kriging *k)
{
    noc_arena_clear(&k->arena);
    *k = (noc_kriging){0};
}

/* ---- prediction ----------------------------------------------------------------------------- */

static const noc_kriging_sums *choose_sums(void)
{
    const noc_kriging_sums *variants[NOC_KRIGING_SUMS_MAX];
    noc_kriging_find_sums(variants);
    return variants[0];
}

static double scale_coordinate(const noc_kriging *k, size_t i, double coordinate)
{
    const double x = (coordinate - k->means[i]) * k->inverse_deviations[i];
    return fmin(fmax(x, -coordinate_limit), coordinate_limit);
}

void noc_kriging_predict(const noc_kriging *k, const double *coordinates,
                         const noc_kriging_prediction *predicted)
{
    double point[k->coordinates + 1];
    for (size_t i = 0; i < k->coordinates; i++) point[i] = scale_coordinate(k, i, coordinates[i]);
    choose_sums()->predict(k, point, predicted);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* Correlations of all points, and quantities computed from them. */
typedef struct kriging_fit {
    noc_kriging *k;
    /* [figure * count + point]: figures of the points */
    double *figures;
    double *factor, *inverse; /* factor and inverse of the correlations */
    double *scratch;          /* scratch, as large as the matrices */
    double *solution;
    /* coordinates of one point, and its distances from all points, room for whole blocks */
    double *point, *distances;
    const noc_kriging_prediction *leave_one_out; /* predictions of each point by the others */
} kriging_fit;

static double get_figure(const kriging_fit *l, size_t figure, size_t point)
{
    return l->figures[figure * l->k->count + point];
}

static double get_inverse(const kriging_fit *l, size_t i, size_t j)
{
    return l->inverse[i * l->k->count + j];
}

static void scale_points(noc_kriging *k, const double *coordinates)
{
    const size_t stride = k->coordinates;
    for (size_t i = 0; i < stride; i++) {
        const double *column = coordinates + i;
        k->means[i] = gsl_stats_mean(column, stride, k->count);
        const double deviation = gsl_stats_sd_m(column, stride, k->count, k->means[i]);
        k->inverse_deviations[i] = deviation > 1e-9 * fabs(k->means[i]) ? 1.0 / deviation : 0.0;
        for (size_t p = 0; p < k->count; p++)
            *noc_kriging_number(k, p, i) = scale_coordinate(k, i, column[p * stride]);
    }
}

static void copy_figures(kriging_fit *l, const double *figures)
{
    const noc_kriging *k = l->k;
    for (size_t p = 0; p < k->count; p++)
        for (size_t f = 0; f < k->figures; f++) {
            const double figure = figures[p * k->figures + f];
            l->figures[f * k->count + p] = isnan(figure) ? 0.0 : figure;
        }
}

static double *get_weight(const noc_kriging *k, size_t p, size_t figure)
{
    return noc_kriging_number(k, p, k->coordinates + figure);
}

/* Finds the distances of a point from all points. */
static void find_distances(kriging_fit *l, size_t p)
{
    const noc_kriging *k = l->k;
    for (size_t i = 0; i < k->coordinates; i++) l->point[i] = *noc_kriging_number(k, p, i);
    choose_sums()->find_distances(k, l->point, l->distances);
}

static double compute_correlation(const noc_kriging *k, double distance)
{
    return noc_process_correlation(NOC_KRIGING_REACH / (double)k->coordinates * distance);
}

/* Finds the correlations. False if they have no inverse. */
static bool find_correlations(kriging_fit *l)
{
    const noc_kriging *k = l->k;
    const size_t n = k->count;
    for (size_t i = 0; i < n; i++) {
        find_distances(l, i);
        for (size_t j = 0; j <= i; j++)
            l->factor[i * n + j] = compute_correlation(k, l->distances[j]);
        l->leave_one_out->distance[i] = INFINITY;
        for (size_t j = 0; j < n; j++)
            if (j != i)
                l->leave_one_out->distance[i] =
                    fmin(l->leave_one_out->distance[i], l->distances[j]);
    }
    if (!noc_process_factor(l->factor, n, nugget)) return false;
    memcpy(l->inverse, l->factor, n * n * sizeof *l->inverse);
    noc_process_invert(l->inverse, n, l->scratch);
    return true;
}

/* Finds the weights of a figure, and its leave-one-out predictions (Dubrule, Mathematical Geology
 * 15, 1983). */
static void find_weights(kriging_fit *l, size_t figure)
{
    noc_kriging *k = l->k;
    noc_process_weigh(l->factor, k->count, l->figures + figure * k->count, l->solution);
    for (size_t p = 0; p < k->count; p++) {
        const size_t at = p * k->figures + figure;
        const double weight = l->solution[p];
        const double residual = weight / get_inverse(l, p, p);
        *get_weight(k, p, figure) = weight;
        l->leave_one_out->figures[at] = get_figure(l, figure, p) - residual;
    }
}

/* Multiplies a figure's weights by the slope of measured values on leave-one-out predictions,
 * clipped to 0 to 1. */
static void shrink_weights(kriging_fit *l, size_t figure)
{
    const noc_kriging *k = l->k;
    double products = 0.0, squares = 0.0;
    for (size_t p = 0; p < k->count; p++) {
        const double predicted = l->leave_one_out->figures[p * k->figures + figure];
        products += predicted * get_figure(l, figure, p);
        squares += predicted * predicted;
    }
    const double slope = squares > 0.0 ? fmin(fmax(products / squares, 0.0), 1.0) : 0.0;
    for (size_t p = 0; p < k->count; p++) {
        *get_weight(k, p, figure) *= slope;
        l->leave_one_out->figures[p * k->figures + figure] *= slope;
    }
}

/* Error of a figure of point p when predicted from all points except p and j, or except p if j is p
 * (Dubrule, for two points). */
static double compute_residual(const kriging_fit *l, size_t p, size_t j, size_t figure)
{
    const noc_kriging *k = l->k;
    const double weight = *get_weight(k, p, figure), point_entry = get_inverse(l, p, p);
    if (p == j) return fabs(weight / point_entry);
    const double other_weight = *get_weight(k, j, figure), cross_entry = get_inverse(l, p, j);
    const double other_entry = get_inverse(l, j, j);
    return fabs((other_entry * weight - cross_entry * other_weight) /
                (other_entry * point_entry - cross_entry * cross_entry));
}

/* Mean error over the figures, each divided by `mean`. */
static double compute_mean_residual(const kriging_fit *l, const double *mean, size_t p, size_t j)
{
    const size_t figures = l->k->figures;
    double sum = 0.0;
    for (size_t f = 0; f < figures; f++)
        sum += mean[f] > 0.0 ? compute_residual(l, p, j, f) / mean[f] : 1.0;
    return sum / (double)figures;
}

/* Finds the leave-one-out errors of each point and of its neighbours. The errors of the neighbours
 * leave the point out as well, since the neighbours of a new point were learned without it. */
static void find_residuals(kriging_fit *l)
{
    noc_kriging *k = l->k;
    double mean[k->figures];
    for (size_t f = 0; f < k->figures; f++) {
        mean[f] = 0.0;
        for (size_t p = 0; p < k->count; p++)
            mean[f] += compute_residual(l, p, p, f) / (double)k->count;
    }
    for (size_t p = 0; p < k->count; p++) {
        double weight_sum = NOC_KRIGING_UNKNOWN, residuals = NOC_KRIGING_UNKNOWN;
        *get_weight(k, p, k->figures) = compute_mean_residual(l, mean, p, p);
        find_distances(l, p);
        for (size_t q = 0; q < k->count; q++) {
            if (q == p) continue;
            const double correlation = compute_correlation(k, l->distances[q]),
                         kernel = correlation * correlation * correlation * correlation;
            weight_sum += kernel;
            residuals += kernel * compute_mean_residual(l, mean, q, p);
        }
        l->leave_one_out->log_residual[p] = log(residuals / weight_sum);
    }
}

static noc_status learn_fields(kriging_fit *l, const noc_kriging_points *points, noc_diag *diag)
{
    scale_points(l->k, points->coordinates);
    copy_figures(l, points->figures);
    if (!find_correlations(l))
        return noc_fail_numeric(diag, "learning from alike points",
                                "their correlations have no inverse");
    for (size_t f = 0; f < l->k->figures; f++) find_weights(l, f);
    find_residuals(l);
    for (size_t f = 0; f < l->k->figures; f++) shrink_weights(l, f);
    return NOC_OK;
}

noc_status noc_kriging_learn(const noc_kriging_points *points,
                             const noc_kriging_prediction *leave_one_out, noc_kriging *k,
                             noc_diag *diag)
{
    const size_t row = points->count * sizeof(double);
    const noc_status status = noc_kriging_new(points->count, points->coordinate_count,
                                              points->figure_count, NULL, k, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    kriging_fit l = {
        .k = k,
        .figures = noc_arena_array(&scratch, k->figures, row),
        .factor = noc_arena_array(&scratch, k->count, row),
        .inverse = noc_arena_array(&scratch, k->count, row),
        .scratch = noc_arena_array(&scratch, k->count, row),
        .solution = noc_arena_array(&scratch, 1, row),
        .point = noc_arena_array(&scratch, k->coordinates, sizeof(double)),
        .distances =
            noc_arena_array(&scratch, noc_kriging_blocks(k) * NOC_KRIGING_BLOCK, sizeof(double)),
        .leave_one_out = leave_one_out,
    };
    return scratch.is_short ? noc_fail_memory(diag) : learn_fields(&l, points, diag);
}
