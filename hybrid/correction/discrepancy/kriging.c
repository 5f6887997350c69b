#include "hybrid/correction/discrepancy/kriging.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/correction/discrepancy/gaussian_process.h"

/* Halves and doubles of them move the leave-one-out errors of designs by 3 % at most. */
static const double reach = 2.0; /* times the mean difference */
static const double nugget = 0.1;
static const double farthest = 3.0; /* standard deviations: what lies beyond is as far away */
/* Points with the mean error of all that count beside the neighbours. A half or twice of it, or a
 * correlation to the power of 2 or 6 in place of 4, predicts errors a little less well. */
static const double unknown = 1.0;

noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, const double *rows,
                           noc_kriging *k, noc_diag *diag)
{
    *k = (noc_kriging){.count = count, .coordinates = coordinates, .figures = figures};
    k->centres = calloc(coordinates + 1, sizeof *k->centres);
    k->scales = calloc(coordinates + 1, sizeof *k->scales);
    k->is_lent = rows;
    k->rows = rows ? (double *)rows : calloc(count * noc_kriging_columns(k) + 1, sizeof *k->rows);
    return k->centres && k->scales && k->rows ? NOC_OK : noc_fail_memory(diag);
}

void noc_kriging_clear(noc_kriging *k)
{
    free(k->centres);
    free(k->scales);
    if (!k->is_lent) free(k->rows);
    *k = (noc_kriging){0};
}

/* ---- telling -------------------------------------------------------------------------------- */

static double distance_between(const noc_kriging *k, const double *a, const double *b)
{
    enum { LANES = 4 }; /* sums side by side, as every query asks for thousands */
    double sums[LANES] = {0.0};
    size_t i = 0;
    for (; i + LANES <= k->coordinates; i += LANES)
        for (size_t l = 0; l < LANES; l++) sums[l] += fabs(a[i + l] - b[i + l]);
    for (; i < k->coordinates; i++) sums[0] += fabs(a[i] - b[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static double alike_at(const noc_kriging *k, double distance)
{
    return noc_process_correlation(reach / (double)k->coordinates * distance);
}

/* A mean over points, the ones by far most that are nearest. */
typedef struct surroundings {
    double points, sum;
} surroundings;

static const surroundings nowhere = {unknown, unknown};

static void add_point(surroundings *s, double alike, double residual)
{
    const double near = alike * alike * alike * alike;
    s->points += near;
    s->sum += near * residual;
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
    for (size_t f = 0; f < k->figures; f++) predicted->figures[f] = 0.0;
    surroundings around = nowhere;
    *predicted->distance = INFINITY;
    for (size_t p = 0; p < k->count; p++) {
        const double *row = noc_kriging_row(k, p), *weights = row + k->coordinates;
        const double distance = distance_between(k, point, row);
        const double alike = alike_at(k, distance);
        *predicted->distance = fmin(*predicted->distance, distance);
        add_point(&around, alike, weights[k->figures]);
        for (size_t f = 0; f < k->figures; f++) predicted->figures[f] += alike * weights[f];
    }
    *predicted->log_residual = log(around.sum / around.points);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* The correlations of all points, and what follows from them. */
typedef struct lesson {
    noc_kriging *k;
    double *known;            /* figures: of one after the other all points */
    double *factor, *inverse; /* correlations' */
    double *scratch;          /* room as large as these */
    double *solved;
    const noc_kriging_prediction *left_out; /* predictions by the others */
} lesson;

static void lesson_clear(lesson *l)
{
    free(l->known);
    free(l->factor);
    free(l->inverse);
    free(l->scratch);
    free(l->solved);
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
        .left_out = left_out,
    };
    return l->known && l->factor && l->inverse && l->scratch && l->solved ? NOC_OK
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
            noc_kriging_row(k, p)[i] = scaled(k, i, column[p * stride]);
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

static double *weights_of(const noc_kriging *k, size_t p)
{
    return noc_kriging_row(k, p) + k->coordinates;
}

static void find_distances(lesson *l)
{
    const noc_kriging *k = l->k;
    for (size_t i = 0; i < k->count; i++) {
        l->left_out->distance[i] = INFINITY;
        for (size_t j = 0; j < k->count; j++)
            if (j != i)
                l->left_out->distance[i] =
                    fmin(l->left_out->distance[i],
                         distance_between(k, noc_kriging_row(k, i), noc_kriging_row(k, j)));
    }
}

/* False where the correlations have no inverse. */
static bool correlate(lesson *l)
{
    const noc_kriging *k = l->k;
    const size_t n = k->count;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            l->factor[i * n + j] =
                alike_at(k, distance_between(k, noc_kriging_row(k, i), noc_kriging_row(k, j)));
    if (!noc_process_factor(l->factor, n, nugget)) return false;
    memcpy(l->inverse, l->factor, n * n * sizeof *l->inverse);
    noc_process_invert(l->inverse, n, l->scratch);
    return true;
}

/* Weights of a figure, and leave-one-out predictions (Dubrule, Mathematical
 * Geology 15, 1983). */
static void weigh(lesson *l, size_t figure)
{
    noc_kriging *k = l->k;
    noc_process_weigh(l->factor, k->count, l->known + figure * k->count, l->solved);
    for (size_t p = 0; p < k->count; p++) {
        const size_t at = p * k->figures + figure;
        const double weight = l->solved[p];
        const double residual = weight / inverse_at(l, p, p);
        weights_of(k, p)[figure] = weight;
        l->left_out->figures[at] = known_of(l, figure, p) - residual;
    }
}

/* Shrinks a figure's weights by the slope of measured values on leave-one-out predictions, between
 * 0 and 1. */
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
        weights_of(k, p)[figure] *= slope;
        l->left_out->figures[p * k->figures + figure] *= slope;
    }
}

/* Error of a figure of point p as predicted from all others but one, j; from all others if j is p
 * (Dubrule, for two points). */
static double residual_without(const lesson *l, size_t p, size_t j, size_t figure)
{
    const noc_kriging *k = l->k;
    const double weight = weights_of(k, p)[figure], own = inverse_at(l, p, p);
    if (p == j) return fabs(weight / own);
    const double other = weights_of(k, j)[figure], both = inverse_at(l, p, j);
    const double others = inverse_at(l, j, j);
    return fabs((others * weight - both * other) / (others * own - both * both));
}

/* Mean over the figures, each over `mean`. */
static double mean_residual_without(const lesson *l, const double *mean, size_t p, size_t j)
{
    const size_t figures = l->k->figures;
    double sum = 0.0;
    for (size_t f = 0; f < figures; f++)
        sum += mean[f] > 0.0 ? residual_without(l, p, j, f) / mean[f] : 1.0;
    return sum / (double)figures;
}

/* Leave-one-out errors of each point and of its neighbours. Those of the neighbours leave the point
 * out, too, since those of a new point's neighbours know nothing of it. */
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
        surroundings around = nowhere;
        weights_of(k, p)[k->figures] = mean_residual_without(l, mean, p, p);
        for (size_t q = 0; q < k->count; q++) {
            const double alike =
                alike_at(k, distance_between(k, noc_kriging_row(k, p), noc_kriging_row(k, q)));
            if (q != p) add_point(&around, alike, mean_residual_without(l, mean, q, p));
        }
        l->left_out->log_residual[p] = log(around.sum / around.points);
    }
}

static noc_status learn(lesson *l, const noc_kriging_points *points, noc_diag *diag)
{
    scale_points(l->k, points->coordinates);
    take_figures(l, points->figures);
    find_distances(l);
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
