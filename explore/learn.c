#include "explore/learn.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES_MOST = 1500 }; /* more are left out: designs then share what the others tell */

/* Variance of the noise over that of a setting's share: the one is taken that predicts the measured designs best,
 * each left out in turn. The last one says that settings tell nothing. */
static const double shrinkages[] = {0.3, 1.0, 3.0, 10.0, 1e9};
enum { SHRINKAGES = sizeof shrinkages / sizeof shrinkages[0] };

/* Which features a design has: list[first[i]] to list[first[i + 1]]. Feature 0 is the one that all have. */
typedef struct features {
    size_t *first, *list;
    size_t count, known; /* entries; different features */
} features;

typedef struct fit {
    gsl_matrix *inverse; /* of X'X + shrinkage */
    gsl_vector *shares;
} fit;

/* ---- features ------------------------------------------------------------------------------- */

static void clear_features(features *f)
{
    free(f->first);
    free(f->list);
}

static bool add_feature(features *f, size_t feature)
{
    if ((f->count & (f->count - 1)) == 0) { /* capacities are powers of two */
        size_t *grown = realloc(f->list, (f->count ? 2 * f->count : 1) * sizeof *grown);
        if (!grown) return false;
        f->list = grown;
    }
    f->list[f->count++] = feature;
    return true;
}

static bool add_design(features *f, const char *overrides, json_t *known)
{
    json_t *list = json_loads(overrides, 0, NULL);
    bool added = add_feature(f, 0);
    for (size_t i = 0; i < json_array_size(list) && added; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text) continue;
        json_t *at = json_object_get(known, text);
        if (!at) {
            if (f->known >= FEATURES_MOST) continue;
            json_object_set_new(known, text, json_integer((json_int_t)f->known++));
            at = json_object_get(known, text);
        }
        added = at && add_feature(f, (size_t)json_integer_value(at));
    }
    json_decref(list);
    return added;
}

static noc_status find_features(const char *const *overrides, size_t count, features *f,
                                noc_diag *diag)
{
    json_t *known = json_object();
    *f = (features){.first = calloc(count + 1, sizeof *f->first), .known = 1};
    bool good = f->first && known;
    for (size_t i = 0; i < count && good; i++) {
        good = add_design(f, overrides[i], known);
        f->first[i + 1] = f->count;
    }
    json_decref(known);
    return good ? NOC_OK : noc_fail_memory(diag);
}

/* ---- regression ----------------------------------------------------------------------------- */

static void free_fit(fit *t)
{
    gsl_matrix_free(t->inverse);
    gsl_vector_free(t->shares);
    *t = (fit){NULL, NULL};
}

static double predict(const fit *t, const features *f, size_t design)
{
    double sum = 0.0;
    for (size_t a = f->first[design]; a < f->first[design + 1]; a++)
        sum += gsl_vector_get(t->shares, f->list[a]);
    return sum;
}

/* x' (X'X + shrinkage)^-1 x: the variance of the prediction, in units of the noise's. */
static double variance(const fit *t, const features *f, size_t design)
{
    double sum = 0.0;
    for (size_t a = f->first[design]; a < f->first[design + 1]; a++)
        for (size_t b = f->first[design]; b < f->first[design + 1]; b++)
            sum += gsl_matrix_get(t->inverse, f->list[a], f->list[b]);
    return sum;
}

static void add_measured(fit *t, gsl_vector *right, const features *f, size_t design, double log)
{
    for (size_t a = f->first[design]; a < f->first[design + 1]; a++) {
        *gsl_vector_ptr(right, f->list[a]) += log;
        for (size_t b = f->first[design]; b < f->first[design + 1]; b++)
            *gsl_matrix_ptr(t->inverse, f->list[a], f->list[b]) += 1.0;
    }
}

static bool solve(const features *f, const double *logs, size_t count, double shrinkage, fit *t)
{
    gsl_vector *right = gsl_vector_calloc(f->known);
    *t = (fit){gsl_matrix_calloc(f->known, f->known), gsl_vector_calloc(f->known)};
    bool good = right && t->inverse && t->shares;
    for (size_t i = 0; good && i < f->known; i++)
        gsl_matrix_set(t->inverse, i, i,
                       i ? shrinkage : 1e-6); /* the common part is not held back */
    for (size_t i = 0; good && i < count; i++)
        if (!isnan(logs[i])) add_measured(t, right, f, i, logs[i]);
    good = good && gsl_linalg_cholesky_decomp1(t->inverse) == GSL_SUCCESS &&
           gsl_linalg_cholesky_solve(t->inverse, right, t->shares) == GSL_SUCCESS &&
           gsl_linalg_cholesky_invert(t->inverse) == GSL_SUCCESS;
    gsl_vector_free(right);
    return good;
}

/* Squares of what each measured design is missed by if it is left out. */
static double missed(const fit *t, const features *f, const double *logs, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (isnan(logs[i])) continue;
        const double miss = (logs[i] - predict(t, f, i)) / (1.0 - variance(t, f, i));
        sum += miss * miss;
    }
    return sum;
}

static bool solve_best(const features *f, const double *logs, size_t count, fit *best)
{
    double least = INFINITY;
    for (int k = 0; k < SHRINKAGES; k++) {
        fit t;
        if (!solve(f, logs, count, shrinkages[k], &t)) {
            free_fit(&t);
            return false;
        }
        const double sum = missed(&t, f, logs, count);
        if (k == 0 || sum < least) {
            least = sum;
            free_fit(best);
            *best = t;
        } else {
            free_fit(&t);
        }
    }
    return true;
}

/* ---- intervals ------------------------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *list, size_t n)
{
    if (n == 0) return NAN;
    qsort(list, n, sizeof *list, by_size);
    return (list[(n - 1) / 2] + list[n / 2]) / 2.0;
}

/* The rank-th smallest miss, in standard deviations of the prediction without that design: with leverage h the
 * miss is r / (1 - h), its deviation 1 / sqrt(1 - h). */
static double quantile(const fit *t, const features *f, const double *logs, size_t count,
                       size_t rank, double *scratch)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(logs[i]))
            scratch[n++] = fabs(logs[i] - predict(t, f, i)) / sqrt(1.0 - variance(t, f, i));
    qsort(scratch, n, sizeof *scratch, by_size);
    return scratch[rank - 1];
}

static void correct(const fit *t, const features *f, const double *logs, size_t count, double q,
                    noc_correction *corrections, noc_learned *learned, double *scratch)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        corrections[i] = (noc_correction){predict(t, f, i), q * sqrt(1.0 + variance(t, f, i))};
        if (isnan(logs[i])) scratch[n++] = corrections[i].half;
    }
    learned->half = n ? median(scratch, n) : q;
}

noc_status noc_learn(const char *const *overrides, const double *logs, size_t count,
                     double confidence, noc_correction *corrections, noc_learned *learned,
                     noc_diag *diag)
{
    double *scratch = malloc((count + 1) * sizeof *scratch);
    size_t n = 0;
    *learned = (noc_learned){0, NAN, NAN};
    if (!scratch) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++)
        if (!isnan(logs[i])) scratch[n++] = logs[i];
    const double rank = ceil((double)(n + 1) * confidence - 1e-9);
    if (n == 0 || rank > (double)n) {
        free(scratch);
        return NOC_OK;
    }
    const double centre = median(scratch, n);
    features f;
    fit t = {NULL, NULL};
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    noc_status status = find_features(overrides, count, &f, diag);
    if (status == NOC_OK && !solve_best(&f, logs, count, &t)) status = noc_fail_memory(diag);
    if (status == NOC_OK) {
        *learned = (noc_learned){n, centre, NAN};
        correct(&t, &f, logs, count, quantile(&t, &f, logs, count, (size_t)rank, scratch),
                corrections, learned, scratch);
    }
    gsl_set_error_handler(handler);
    free_fit(&t);
    clear_features(&f);
    free(scratch);
    return status;
}
