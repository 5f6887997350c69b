#include "hybrid/correction/discrepancy/kriging.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/correction/discrepancy/gaussian_process.h"
#include "hybrid/correction/discrepancy/kriging_sums.h"

/* Nugget of the field. Half or twice this value, or half or twice NOC_KRIGING_REACH, changes the
 * leave-one-out errors of designs by 3 % at most. */
static const double nugget = 0.1;
/* largest scaled coordinate, standard deviations; larger ones are clipped */
static const double farthest = 3.0;

noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, const double *blocks,
                           noc_kriging *k, noc_diag *diag)
{
    *k = (noc_kriging){.count = count, .coordinates = coordinates, .figures = figures};
    k->centres = calloc(coordinates + 1, sizeof *k->centres);
    k->scales = calloc(coordinates + 1, sizeof *k->scales);
    k->are_lent = blocks;
    const size_t size = noc_kriging_blocks(k) * NOC_KRIGING_BLOCK * noc_kriging_columns(k);
    k->blocks = blocks ? (double *)blocks : calloc(size + 1, sizeof *k->blocks);
    return k->centres && k->scales && k->blocks ? NOC_OK : noc_fail_memory(diag);
}

void noc_kriging_clear(noc_kriging *k)
{
    free(k->centres);
    free(k->scales);
    if (!k->are_lent) free(k->blocks);
    *k = (noc_kriging){0};
}

/* ---- prediction ----------------------------------------------------------------------------- */

static const noc_kriging_sums *sums(void)
{
    const noc_kriging_sums *of[NOC_KRIGING_SUMS_MOST];
    noc_kriging_sums_of_machine(of);
    return of[0];
}

static double scaled(const noc_kriging *k, size_t i, double coordinate)
{
    const double x = (coordinate - k->centres[i]) * k->scales[i];
    return fmin(fmax(x, -farthest), farthest);
}

void noc_kriging_predict(const noc_kriging *k, const double *coordinates,
                         const noc_kriging_prediction *predicted)
{
    double point[k->coordinates + 1];
    for (size_t i = 0; i < k->coordinates; i++) point[i] = scaled(k, i, coordinates[i]);
    sums()->predict(k, point, predicted);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* Correlations of all points, and quantities computed from them. */
typedef struct lesson {
    noc_kriging *k;
    /* figures: those of all points for the first figure, then for the next one */
    double *known;
    double *factor, *inverse; /* factor and inverse of the correlations */
    double *scratch;          /* scratch, as large as the matrices */
    double *solved;
    /* coordinates of one point, and its distances from all points, room for whole blocks */
    double *point, *far;
    const noc_kriging_prediction *left_out; /* predictions of each point by the others */
} lesson;

static void lesson_clear(lesson *l)
{
    free(l->known);
    free(l->factor);
    free(l->inverse);
    free(l->scratch);
    free(l->solved);
    free(l->point);
    free(l->far);
}

static double *room_for(size_t rows, size_t columns)
{
    return calloc(rows * columns + 1, sizeof(double));
}

static noc_status lesson_new(noc_kriging *k, const noc_kriging_prediction *left_out, lesson *l,
                             noc_diag *diag)
{
    *l = (lesson){
        .k = k,
        .known = room_for(k->figures, k->count),
        .factor = room_for(k->count, k->count),
        .inverse = room_for(k->count, k->count),
        .scratch = room_for(k->count, k->count),
        .solved = room_for(1, k->count),
        .point = room_for(1, k->coordinates),
        .far = room_for(noc_kriging_blocks(k), NOC_KRIGING_BLOCK),
        .left_out = left_out,
    };
    return l->known && l->factor && l->inverse && l->scratch && l->solved && l->point && l->far
               ? NOC_OK
               : noc_fail_memory(diag);
}

static double known_of(const lesson *l, size_t figure, size_t point)
{
    return l->known[figure * l->k->count + point];
}

static double inverse_at(const lesson *l, size_t i, size_t j)
{
    return l->inverse[i * l->k->count + j];
}

static void scale_points(noc_kriging *k, const double *coordinates)
{
    const size_t stride = k->coordinates;
    for (size_t i = 0; i < stride; i++) {
        const double *column = coordinates + i;
        k->centres[i] = gsl_stats_mean(column, stride, k->count);
        const double deviation = gsl_stats_sd_m(column, stride, k->count, k->centres[i]);
        k->scales[i] = deviation > 1e-9 * fabs(k->centres[i]) ? 1.0 / deviation : 0.0;
        for (size_t p = 0; p < k->count; p++)
            *noc_kriging_at(k, p, i) = scaled(k, i, column[p * stride]);
    }
}

static void take_figures(lesson *l, const double *figures)
{
    const noc_kriging *k = l->k;
    for (size_t p = 0; p < k->count; p++)
        for (size_t f = 0; f < k->figures; f++) {
            const double figure = figures[p * k->figures + f];
            l->known[f * k->count + p] = isnan(figure) ? 0.0 : figure;
        }
}

static double *weight_of(const noc_kriging *k, size_t p, size_t figure)
{
    return noc_kriging_at(k, p, k->coordinates + figure);
}

/* Finds the distances of a point from all points. */
static void find_distances(lesson *l, size_t p)
{
    const noc_kriging *k = l->k;
    for (size_t i = 0; i < k->coordinates; i++) l->point[i] = *noc_kriging_at(k, p, i);
    sums()->far(k, l->point, l->far);
}

static double alike_at(const noc_kriging *k, double distance)
{
    return noc_process_correlation(NOC_KRIGING_REACH / (double)k->coordinates * distance);
}

/* Finds the correlations. False if they have no inverse. */
static bool correlate(lesson *l)
{
    const noc_kriging *k = l->k;
    const size_t n = k->count;
    for (size_t i = 0; i < n; i++) {
        find_distances(l, i);
        for (size_t j = 0; j <= i; j++) l->factor[i * n + j] = alike_at(k, l->far[j]);
        l->left_out->distance[i] = INFINITY;
        for (size_t j = 0; j < n; j++)
            if (j != i) l->left_out->distance[i] = fmin(l->left_out->distance[i], l->far[j]);
    }
    if (!noc_process_factor(l->factor, n, nugget)) return false;
    memcpy(l->inverse, l->factor, n * n * sizeof *l->inverse);
    noc_process_invert(l->inverse, n, l->scratch);
    return true;
}

/* Finds the weights of a figure, and its leave-one-out predictions (Dubrule, Mathematical Geology
 * 15, 1983). */
static void weigh(lesson *l, size_t figure)
{
    noc_kriging *k = l->k;
    noc_process_weigh(l->factor, k->count, l->known + figure * k->count, l->solved);
    for (size_t p = 0; p < k->count; p++) {
        const size_t at = p * k->figures + figure;
        const double weight = l->solved[p];
        const double residual = weight / inverse_at(l, p, p);
        *weight_of(k, p, figure) = weight;
        l->left_out->figures[at] = known_of(l, figure, p) - residual;
    }
}

/* Multiplies a figure's weights by the slope of measured values on leave-one-out predictions,
 * clipped to 0 to 1. */
static void believe(lesson *l, size_t figure)
{
    const noc_kriging *k = l->k;
    double products = 0.0, squares = 0.0;
    for (size_t p = 0; p < k->count; p++) {
        const double predicted = l->left_out->figures[p * k->figures + figure];
        products += predicted * known_of(l, figure, p);
        squares += predicted * predicted;
    }
    const double slope = squares > 0.0 ? fmin(fmax(products / squares, 0.0), 1.0) : 0.0;
    for (size_t p = 0; p < k->count; p++) {
        *weight_of(k, p, figure) *= slope;
        l->left_out->figures[p * k->figures + figure] *= slope;
    }
}

/* Error of a figure of point p when predicted from all points except p and j, or except p if j is p
 * (Dubrule, for two points). */
static double residual_without(const lesson *l, size_t p, size_t j, size_t figure)
{
    const noc_kriging *k = l->k;
    const double weight = *weight_of(k, p, figure), own = inverse_at(l, p, p);
    if (p == j) return fabs(weight / own);
    const double other = *weight_of(k, j, figure), both = inverse_at(l, p, j);
    const double others = inverse_at(l, j, j);
    return fabs((others * weight - both * other) / (others * own - both * both));
}

/* Mean error over the figures, each divided by `mean`. */
static double mean_residual_without(const lesson *l, const double *mean, size_t p, size_t j)
{
    const size_t figures = l->k->figures;
    double sum = 0.0;
    for (size_t f = 0; f < figures; f++)
        sum += mean[f] > 0.0 ? residual_without(l, p, j, f) / mean[f] : 1.0;
    return sum / (double)figures;
}

/* Finds the leave-one-out errors of each point and of its neighbours. The errors of the neighbours
 * leave the point out as well, since the neighbours of a new point were learned without it. */
static void find_residuals(lesson *l)
{
    noc_kriging *k = l->k;
    double mean[k->figures];
    for (size_t f = 0; f < k->figures; f++) {
        mean[f] = 0.0;
        for (size_t p = 0; p < k->count; p++)
            mean[f] += residual_without(l, p, p, f) / (double)k->count;
    }
    for (size_t p = 0; p < k->count; p++) {
        double points = NOC_KRIGING_UNKNOWN, missed = NOC_KRIGING_UNKNOWN;
        *weight_of(k, p, k->figures) = mean_residual_without(l, mean, p, p);
        find_distances(l, p);
        for (size_t q = 0; q < k->count; q++) {
            if (q == p) continue;
            const double alike = alike_at(k, l->far[q]), near = alike * alike * alike * alike;
            points += near;
            missed += near * mean_residual_without(l, mean, q, p);
        }
        l->left_out->log_residual[p] = log(missed / points);
    }
}

static noc_status learn(lesson *l, const noc_kriging_points *points, noc_diag *diag)
{
    scale_points(l->k, points->coordinates);
    take_figures(l, points->figures);
    if (!correlate(l))
        return noc_fail_numeric(diag, "learning from alike points",
                                "their correlations have no inverse");
    for (size_t f = 0; f < l->k->figures; f++) weigh(l, f);
    find_residuals(l);
    for (size_t f = 0; f < l->k->figures; f++) believe(l, f);
    return NOC_OK;
}

noc_status noc_kriging_learn(const noc_kriging_points *points,
                             const noc_kriging_prediction *left_out, noc_kriging *k, noc_diag *diag)
{
    lesson l = {0};
    noc_status status = noc_kriging_new(points->count, points->coordinate_count,
                                        points->figure_count, NULL, k, diag);
    if (status == NOC_OK) status = lesson_new(k, left_out, &l, diag);
    if (status == NOC_OK) status = learn(&l, points, diag);
    lesson_clear(&l);
    return status;
}
