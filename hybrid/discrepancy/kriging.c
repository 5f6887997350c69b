#include "hybrid/discrepancy/kriging.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* Halves and doubles of them move what is missed of left-out designs by 3 % at most. */
static const double reach = 2.0; /* of the mean difference */
static const double nugget = 0.1;
static const double farthest = 3.0; /* standard deviations: what lies beyond is as far away */
/* So many points around are missed as all are, beside those that are there. A half or twice of it, or a correlation to the power
 * of 2 or 6 in place of 4, tells a little less of what is missed. */
static const double unknown = 1.0;

noc_status noc_kriging_new(size_t count, size_t coordinates, size_t figures, noc_kriging *k,
                           noc_diag *diag)
{
    *k = (noc_kriging){.count = count, .coordinates = coordinates, .figures = figures};
    k->centres = calloc(coordinates + 1, sizeof *k->centres);
    k->scales = calloc(coordinates + 1, sizeof *k->scales);
    k->points = calloc(count * coordinates + 1, sizeof *k->points);
    k->weights = calloc(count * figures + 1, sizeof *k->weights);
    k->missed = calloc(count + 1, sizeof *k->missed);
    const bool good = k->centres && k->scales && k->points && k->weights && k->missed;
    return good ? NOC_OK : noc_fail_memory(diag);
}

void noc_kriging_clear(noc_kriging *k)
{
    free(k->centres);
    free(k->scales);
    free(k->points);
    free(k->weights);
    free(k->missed);
    *k = (noc_kriging){0};
}

/* ---- telling -------------------------------------------------------------------------------- */

static double apart(const noc_kriging *k, const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < k->coordinates; i++) sum += fabs(a[i] - b[i]);
    return sum;
}

static double alike_at(const noc_kriging *k, double distance)
{
    return exp(-reach / (double)k->coordinates * distance);
}

/* A mean over points, the ones by far most that are nearest. */
typedef struct surroundings {
    double points, sum;
} surroundings;

static const surroundings nowhere = {unknown, unknown};

static void add_point(surroundings *s, double alike, double missed)
{
    const double near = alike * alike * alike * alike;
    s->points += near;
    s->sum += near * missed;
}

static double scaled(const noc_kriging *k, size_t i, double coordinate)
{
    const double x = (coordinate - k->centres[i]) * k->scales[i];
    return fmin(fmax(x, -farthest), farthest);
}

void noc_kriging_tell(const noc_kriging *k, const double *coordinates, const noc_kriging_told *told)
{
    double point[k->coordinates + 1];
    for (size_t i = 0; i < k->coordinates; i++) point[i] = scaled(k, i, coordinates[i]);
    for (size_t f = 0; f < k->figures; f++) told->figures[f] = 0.0;
    surroundings around = nowhere;
    *told->apart = INFINITY;
    for (size_t p = 0; p < k->count; p++) {
        const double distance = apart(k, point, k->points + p * k->coordinates);
        const double alike = alike_at(k, distance);
        *told->apart = fmin(*told->apart, distance);
        add_point(&around, alike, k->missed[p]);
        for (size_t f = 0; f < k->figures; f++)
            told->figures[f] += alike * k->weights[p * k->figures + f];
    }
    *told->missed = log(around.sum / around.points);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* The correlations of all points, and what follows from them. */
typedef struct lesson {
    noc_kriging *k;
    gsl_matrix *known;   /* figures: a column a point */
    gsl_matrix *factor;  /* Cholesky's, of the correlations */
    gsl_matrix *inverse; /* of these */
    gsl_vector *right, *solved;
    const noc_kriging_told *left_out; /* by the others */
} lesson;

static void lesson_clear(lesson *l)
{
    gsl_matrix_free(l->known);
    gsl_matrix_free(l->factor);
    gsl_matrix_free(l->inverse);
    gsl_vector_free(l->right);
    gsl_vector_free(l->solved);
}

static noc_status lesson_new(noc_kriging *k, const noc_kriging_told *left_out, lesson *l,
                             noc_diag *diag)
{
    *l = (lesson){
        .k = k,
        .known = gsl_matrix_calloc(k->figures, k->count),
        .factor = gsl_matrix_alloc(k->count, k->count),
        .inverse = gsl_matrix_alloc(k->count, k->count),
        .right = gsl_vector_alloc(k->count),
        .solved = gsl_vector_alloc(k->count),
        .left_out = left_out,
    };
    return l->known && l->factor && l->inverse && l->right && l->solved ? NOC_OK
                                                                        : noc_fail_memory(diag);
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
            k->points[p * stride + i] = scaled(k, i, column[p * stride]);
    }
}

static void take_figures(lesson *l, const double *figures)
{
    const noc_kriging *k = l->k;
    for (size_t p = 0; p < k->count; p++)
        for (size_t f = 0; f < k->figures; f++) {
            const double figure = figures[p * k->figures + f];
            gsl_matrix_set(l->known, f, p, isnan(figure) ? 0.0 : figure);
        }
}

static const double *point_of(const noc_kriging *k, size_t p)
{
    return k->points + p * k->coordinates;
}

static void find_apart(lesson *l)
{
    const noc_kriging *k = l->k;
    for (size_t i = 0; i < k->count; i++) {
        l->left_out->apart[i] = INFINITY;
        for (size_t j = 0; j < k->count; j++)
            if (j != i)
                l->left_out->apart[i] =
                    fmin(l->left_out->apart[i], apart(k, point_of(k, i), point_of(k, j)));
    }
}

static bool correlate(lesson *l)
{
    const noc_kriging *k = l->k;
    for (size_t i = 0; i < k->count; i++) {
        gsl_matrix_set(l->factor, i, i, 1.0 + nugget);
        for (size_t j = 0; j < i; j++) {
            const double alike = alike_at(k, apart(k, point_of(k, i), point_of(k, j)));
            gsl_matrix_set(l->factor, i, j, alike);
            gsl_matrix_set(l->factor, j, i, alike);
        }
    }
    if (gsl_linalg_cholesky_decomp1(l->factor) != GSL_SUCCESS) return false;
    gsl_matrix_memcpy(l->inverse, l->factor);
    return gsl_linalg_cholesky_invert(l->inverse) == GSL_SUCCESS;
}

/* Weights of a figure, and what each point would be told by the others (Dubrule, Mathematical Geology 15, 1983). */
static void weigh(lesson *l, size_t figure)
{
    noc_kriging *k = l->k;
    gsl_matrix_get_row(l->right, l->known, figure);
    gsl_linalg_cholesky_solve(l->factor, l->right, l->solved);
    for (size_t p = 0; p < k->count; p++) {
        const size_t at = p * k->figures + figure;
        const double weight = gsl_vector_get(l->solved, p);
        const double missed = weight / gsl_matrix_get(l->inverse, p, p);
        k->weights[at] = weight;
        l->left_out->figures[at] = gsl_vector_get(l->right, p) - missed;
    }
}

/* A figure is believed as far as it is told of points left out: the slope of what they have over what they are told. */
static void believe(lesson *l, size_t figure)
{
    const noc_kriging *k = l->k;
    double products = 0.0, squares = 0.0;
    for (size_t p = 0; p < k->count; p++) {
        const double told = l->left_out->figures[p * k->figures + figure];
        products += told * gsl_matrix_get(l->known, figure, p);
        squares += told * told;
    }
    const double slope = squares > 0.0 ? fmin(fmax(products / squares, 0.0), 1.0) : 0.0;
    for (size_t p = 0; p < k->count; p++) {
        k->weights[p * k->figures + figure] *= slope;
        l->left_out->figures[p * k->figures + figure] *= slope;
    }
}

/* By how much a figure of point p is missed by all others but one, j; by all others if that is p (Dubrule, for two points). */
static double missed_without(const lesson *l, size_t p, size_t j, size_t figure)
{
    const noc_kriging *k = l->k;
    const double weight = k->weights[p * k->figures + figure],
                 own = gsl_matrix_get(l->inverse, p, p);
    if (p == j) return fabs(weight / own);
    const double other = k->weights[j * k->figures + figure],
                 both = gsl_matrix_get(l->inverse, p, j);
    const double others = gsl_matrix_get(l->inverse, j, j);
    return fabs((others * weight - both * other) / (others * own - both * both));
}

/* Mean over the figures, each over `mean`. */
static double all_missed_without(const lesson *l, const double *mean, size_t p, size_t j)
{
    const size_t figures = l->k->figures;
    double sum = 0.0;
    for (size_t f = 0; f < figures; f++)
        sum += mean[f] > 0.0 ? missed_without(l, p, j, f) / mean[f] : 1.0;
    return sum / (double)figures;
}

/* What is told of a point comes from points that it has told nothing, as a new one has not. */
static void find_missed(lesson *l)
{
    noc_kriging *k = l->k;
    double mean[k->figures];
    for (size_t f = 0; f < k->figures; f++) {
        mean[f] = 0.0;
        for (size_t p = 0; p < k->count; p++)
            mean[f] += missed_without(l, p, p, f) / (double)k->count;
    }
    for (size_t p = 0; p < k->count; p++) {
        surroundings around = nowhere;
        k->missed[p] = all_missed_without(l, mean, p, p);
        for (size_t q = 0; q < k->count; q++) {
            const double alike = alike_at(k, apart(k, point_of(k, p), point_of(k, q)));
            if (q != p) add_point(&around, alike, all_missed_without(l, mean, q, p));
        }
        l->left_out->missed[p] = log(around.sum / around.points);
    }
}

static noc_status learn(lesson *l, const noc_kriging_points *points, noc_diag *diag)
{
    scale_points(l->k, points->coordinates);
    take_figures(l, points->figures);
    find_apart(l);
    const bool good = correlate(l);
    for (size_t f = 0; good && f < l->k->figures; f++) weigh(l, f);
    if (good) find_missed(l);
    for (size_t f = 0; good && f < l->k->figures; f++) believe(l, f);
    return good ? NOC_OK
                : noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                           "nothing was learned: the correlations of the points have no inverse");
}

noc_status noc_kriging_learn(const noc_kriging_points *points, const noc_kriging_told *left_out,
                             noc_kriging *k, noc_diag *diag)
{
    lesson l = {0};
    noc_status status =
        noc_kriging_new(points->count, points->coordinate_count, points->figure_count, k, diag);
    if (status == NOC_OK) status = lesson_new(k, left_out, &l, diag);
    if (status == NOC_OK) status = learn(&l, points, diag);
    lesson_clear(&l);
    return status;
}
