#include "hybrid/correction/intervals/difficulty.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_sort_vector.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "base/auto.h"

/* Numbers added to the size of an error before its logarithm: a share of the median error, and a
 * small number, since errors near 0 are by chance. The share flattens the slopes, by a quarter on
 * data with known truth. Smaller and larger shares gave wider intervals in cross-validation. */
static const double error_share = 0.1, least_error = 1e-9;
/* square root of the penalty on the squared slopes of scaled features */
static const double ridge = 2.0;

const char *noc_difficulty_feature_name(size_t feature)
{
    static const char *const names[] = {"apart", "missed"};
    return feature < NOC_DIFFICULTY_FEATURES ? names[feature] : NULL;
}

/* ---- features ------------------------------------------------------------------------------- */

noc_difficulty_features noc_difficulty_find(const noc_prediction *predicted)
{
    /* least distance, that of a design measured a second time */
    static const double least_distance = 0.01;
    noc_difficulty_features f;
    f.values[NOC_DIFFICULTY_DISTANCE] = log(predicted->distance + least_distance);
    f.values[NOC_DIFFICULTY_LOG_RESIDUAL] = predicted->log_residual;
    return f;
}

/* ---- use ------------------------------------------------------------------------------------ */

double noc_difficulty_predict(const noc_difficulty *d, const noc_difficulty_features *features)
{
    double log_size = d->intercept;
    for (size_t i = 0; i < NOC_DIFFICULTY_FEATURES; i++)
        log_size += d->slopes[i] * fmin(fmax(features->values[i], d->low[i]), d->high[i]);
    return exp(log_size);
}

/* ---- regression ----------------------------------------------------------------------------- */

/* Mean of each column, and 1 over its standard deviation (0: the feature is constant). */
typedef struct scales {
    double mean[NOC_DIFFICULTY_FEATURES], inverse[NOC_DIFFICULTY_FEATURES];
} scales;

static void find_scales(const noc_difficulty_features *features, size_t count, noc_difficulty *d,
                        scales *s)
{
    for (size_t i = 0; i < NOC_DIFFICULTY_FEATURES; i++) {
        const double *column = &features[0].values[i];
        gsl_stats_minmax(&d->low[i], &d->high[i], column, NOC_DIFFICULTY_FEATURES, count);
        s->mean[i] = gsl_stats_mean(column, NOC_DIFFICULTY_FEATURES, count);
        s->inverse[i] =
            d->high[i] > d->low[i]
                ? 1.0 / gsl_stats_sd_m(column, NOC_DIFFICULTY_FEATURES, count, s->mean[i])
                : 0.0;
    }
}

/* Fills the logarithms of the errors' sizes, less their mean. Returns the mean. */
static double fill_logs(const double *errors, size_t count, gsl_vector *logs)
{
    for (size_t i = 0; i < count; i++) gsl_vector_set(logs, i, fabs(errors[i]));
    gsl_sort_vector(logs);
    const double median = gsl_stats_median_from_sorted_data(logs->data, logs->stride, count);
    for (size_t i = 0; i < count; i++)
        gsl_vector_set(logs, i, log(fabs(errors[i]) + error_share * median + least_error));
    const double mean = gsl_stats_mean(logs->data, logs->stride, count);
    gsl_vector_add_constant(logs, -mean);
    return mean;
}

/* Solves the regression. Returns GSL's status. */
static int find_slopes(const gsl_matrix *rows, const gsl_vector *logs, gsl_vector *slopes,
                       gsl_multifit_linear_workspace *work)
{
    double residual, size;
    const int status = gsl_multifit_linear_svd(rows, work);
    if (status != GSL_SUCCESS) return status;
    return gsl_multifit_linear_solve(ridge, rows, logs, slopes, &residual, &size, work);
}

/* The data of the regression. */
typedef struct regression {
    gsl_matrix *rows;
    gsl_vector *logs, *slopes;
    gsl_multifit_linear_workspace *work;
} regression;

static void free_regression(regression *g)
{
    gsl_multifit_linear_free(g->work);
    gsl_vector_free(g->slopes);
    gsl_vector_free(g->logs);
    gsl_matrix_free(g->rows);
}

/* Scales the features, and finds intercept and slopes. Returns GSL's status. */
static int solve_regression(const noc_difficulty_features *features, const double *errors,
                            size_t count, const regression *g, noc_difficulty *d)
{
    scales s;
    find_scales(features, count, d, &s);
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < NOC_DIFFICULTY_FEATURES; i++)
            gsl_matrix_set(g->rows, r, i, (features[r].values[i] - s.mean[i]) * s.inverse[i]);
    d->intercept = fill_logs(errors, count, g->logs);
    const int status = find_slopes(g->rows, g->logs, g->slopes, g->work);
    if (status != GSL_SUCCESS) return status;
    for (size_t i = 0; i < NOC_DIFFICULTY_FEATURES; i++) {
        d->slopes[i] = gsl_vector_get(g->slopes, i) * s.inverse[i];
        d->intercept -= d->slopes[i] * s.mean[i];
    }
    return GSL_SUCCESS;
}

noc_status noc_difficulty_learn(const noc_difficulty_features *features, const double *errors,
                                size_t count, noc_difficulty *d, noc_diag *diag)
{
    *d = (noc_difficulty){.intercept = NAN};
    if (count <= NOC_DIFFICULTY_FEATURES) return NOC_OK; /* fewer rows than the regression needs */
    NOC_AUTO(free_regression)
    regression g = {
        gsl_matrix_alloc(count, NOC_DIFFICULTY_FEATURES),
        gsl_vector_alloc(count),
        gsl_vector_alloc(NOC_DIFFICULTY_FEATURES),
        gsl_multifit_linear_alloc(count, NOC_DIFFICULTY_FEATURES),
    };
    if (!g.rows || !g.logs || !g.slopes || !g.work) return noc_fail_memory(diag);
    const int fault = solve_regression(features, errors, count, &g, d);
    if (fault == GSL_SUCCESS) return NOC_OK;
    return noc_fail_numeric(diag, "the regression of errors", gsl_strerror(fault));
}
