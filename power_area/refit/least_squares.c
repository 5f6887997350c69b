#include "power_area/refit/least_squares.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdio.h>

/* Fits the terms that is_used marks. */
static void solve_marked(const problem *p, const bool is_used[NOC_TERMS_MAX],
                         double c[NOC_TERMS_MAX])
{
    size_t used = 0;
    for (size_t t = 0; t < p->terms; t++) used += is_used[t];
    gsl_matrix *x = gsl_matrix_alloc(p->rows, used);
    gsl_matrix *covariance = gsl_matrix_alloc(used, used);
    gsl_vector *y = gsl_vector_alloc(p->rows), *solution = gsl_vector_alloc(used);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(p->rows, used);
    double chi_square;
    if (!x || !covariance || !y || !solution || !work) refit_die("out of memory", "least squares");
    for (size_t i = 0; i < p->rows; i++) {
        gsl_vector_set(y, i, 1.0);
        for (size_t t = 0, column = 0; t < p->terms; t++)
            if (is_used[t]) gsl_matrix_set(x, i, column++, p->x[i][t] / p->y[i]);
    }
    const int status = gsl_multifit_linear(x, y, solution, covariance, &chi_square, work);
    if (status != GSL_SUCCESS) refit_die(gsl_strerror(status), "least squares");
    for (size_t t = 0, column = 0; t < p->terms; t++)
        c[t] = is_used[t] ? gsl_vector_get(solution, column++) : 0.0;
    gsl_multifit_linear_free(work);
    gsl_matrix_free(x);
    gsl_matrix_free(covariance);
    gsl_vector_free(y);
    gsl_vector_free(solution);
}

static size_t find_most_negative(const problem *p, const double c[NOC_TERMS_MAX])
{
    size_t worst = p->terms;
    for (size_t t = 0; t < p->terms; t++)
        if (c[t] < 0.0 && (worst == p->terms || c[t] < c[worst])) worst = t;
    return worst;
}

void refit_solve(const problem *p, double c[NOC_TERMS_MAX])
{
    bool is_used[NOC_TERMS_MAX];
    for (size_t t = 0; t < NOC_TERMS_MAX; t++) {
        is_used[t] = false;
        for (size_t i = 0; i < p->rows && t < p->terms; i++) is_used[t] |= p->x[i][t] != 0.0;
    }
    for (;;) {
        solve_marked(p, is_used, c);
        const size_t worst = find_most_negative(p, c);
        if (worst == p->terms) return;
        is_used[worst] = false;
    }
}

residuals refit_residuals(const problem *p, const double c[NOC_TERMS_MAX])
{
    residuals r = {0};
    for (size_t i = 0; i < p->rows; i++) {
        double sum = 0.0;
        for (size_t t = 0; t < p->terms; t++) sum += c[t] * p->x[i][t];
        const double error = fabs(sum / p->y[i] - 1.0);
        r.mean += error / (double)p->rows;
        r.square_sum += error * error;
        r.worst = fmax(r.worst, error);
    }
    return r;
}

void refit_set_solution(fitted *t, const problem *p, const noc_coefficient_id ids[],
                        const double c[], const char *column, const char *things)
{
    char source[160];
    const residuals r = refit_residuals(p, c);
    snprintf(source, sizeof source,
             "refit_cost on %s of %zu %s: residuals mean %.2f %%, worst %.2f %%", column, p->rows,
             things, 100.0 * r.mean, 100.0 * r.worst);
    for (size_t i = 0; i < p->terms; i++) refit_set(t, ids[i], c[i], "derived", source);
}
