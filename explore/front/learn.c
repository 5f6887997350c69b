#include "explore/front/learn.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "hybrid/correction/discrepancy/gaussian_process.h"

enum {
    /* largest number of keys; further keys are ignored */
    KEYS_MAX = 32,
    NEIGHBOURS_MAX = 24, /* measured designs used for a prediction */
    FITTED_MAX = 120,    /* measured designs used to fit the weights */
    FACTORS = 4,         /* number of factors tried on each weight */
    PASSES = 2,          /* number of passes over all weights */
};

/* ---- settings ------------------------------------------------------------------------------- */

/* Axis of one key, with the texts of its values. If all values are positive numbers, distances are
 * logarithmic and scaled to 1 between the ends; otherwise different values have the distance 1. */
typedef struct axis {
    json_t *values; /* index of each value by its text, in order of appearance */
    double lo, hi;
    bool is_numeric;
} axis;

static const double absent_coordinate = -1.0; /* coordinate of a design without the key */

typedef struct settings_table {
    axis axes[KEYS_MAX];
    size_t count;        /* number of keys */
    double *coordinates; /* [design * count + axis]: coordinate */
} settings_table;

static void clear_settings(settings_table *s)
{
    for (size_t k = 0; k < s->count; k++) json_decref(s->axes[k].values);
    free(s->coordinates);
}

static double read_positive(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    return *text && !*end && value > 0.0 && isfinite(value) ? value : NAN;
}

static bool add_value(axis *a, const char *text)
{
    const double value = read_positive(text);
    if (json_object_get(a->values, text)) return true;
    a->is_numeric = a->is_numeric && !isnan(value);
    a->lo = fmin(a->lo, value);
    a->hi = fmax(a->hi, value);
    return json_object_set_new(a->values, text,
                               json_integer((json_int_t)json_object_size(a->values))) == 0;
}

static double find_coordinate(const axis *a, const char *text)
{
    if (!a->is_numeric) return (double)json_integer_value(json_object_get(a->values, text));
    return a->hi > a->lo ? log(read_positive(text) / a->lo) / log(a->hi / a->lo) : 0.0;
}

/* Splits "key=value" and returns the key's index in `keys`, where a new key is added; -1: no such
 * text, or it is too long. */
static int find_key(json_t *keys, const char *text, const char **value)
{
    char key[200];
    const size_t length = text ? strcspn(text, "=") : 0;
    if (!text || !text[length] || length >= sizeof key) return -1;
    memcpy(key, text, length);
    key[length] = '\0';
    *value = text + length + 1;
    if (!json_object_get(keys, key))
        json_object_set_new(keys, key, json_integer((json_int_t)json_object_size(keys)));
    return (int)json_integer_value(json_object_get(keys, key));
}

typedef bool setting_visitor(settings_table *s, size_t design, size_t key, const char *value);

/* Calls `visit` with each setting of each design, for the first KEYS_MAX keys. */
static bool visit_settings(const char *const *overrides, size_t count, json_t *keys,
                           settings_table *s, setting_visitor *visit)
{
    bool is_ok = true;
    for (size_t i = 0; i < count && is_ok; i++) {
        json_auto_t *list = json_loads(overrides[i], 0, NULL);
        for (size_t k = 0; k < json_array_size(list) && is_ok; k++) {
            const char *value = "";
            const int key = find_key(keys, json_string_value(json_array_get(list, k)), &value);
            if (key >= 0 && key < KEYS_MAX) is_ok = visit(s, i, (size_t)key, value);
        }
    }
    return is_ok;
}

static bool record_value(settings_table *s, size_t design, size_t key, const char *value)
{
    (void)design;
    for (; s->count <= key; s->count++)
        s->axes[s->count] = (axis){json_object(), INFINITY, 0.0, true};
    return s->axes[key].values && add_value(&s->axes[key], value);
}

static bool set_coordinate(settings_table *s, size_t design, size_t key, const char *value)
{
    s->coordinates[design * s->count + key] = find_coordinate(&s->axes[key], value);
    return true;
}

static noc_status find_settings(const char *const *overrides, size_t count, settings_table *s,
                                noc_diag *diag)
{
    json_auto_t *keys = json_object();
    bool is_ok = keys && visit_settings(overrides, count, keys, s, record_value);
    s->coordinates = malloc((count * s->count + 1) * sizeof *s->coordinates);
    for (size_t i = 0; s->coordinates && i < count * s->count; i++)
        s->coordinates[i] = absent_coordinate;
    is_ok = is_ok && s->coordinates && visit_settings(overrides, count, keys, s, set_coordinate);
    return is_ok ? NOC_OK : noc_fail_memory(diag);
}

static double find_key_distance(const settings_table *s, size_t key, double a, double b)
{
    if (a == b) return 0.0;
    return s->axes[key].is_numeric && a >= 0.0 && b >= 0.0 ? fabs(a - b) : 1.0;
}

/* ---- prediction from the nearest designs ---------------------------------------------------- */

/* Random field, with the measured designs. The distance of two designs is the sum over all keys of
 * weight times distance on the key's axis. */
typedef struct field {
    const settings_table *settings;
    const size_t *measured; /* indices of the measured designs */
    const double *logs;     /* [design]: logarithm of measured over model */
    size_t count;           /* number of measured designs */
    /* Mean of the logarithms; variance that the settings do not explain, as a share of the
     * explained variance. */
    double mean, nugget_variance;
    double key_weights[KEYS_MAX];
    bool is_singular; /* a matrix of correlations had no inverse */
} field;

typedef struct neighbour {
    double distance;
    size_t design;
} neighbour;

typedef struct prediction {
    /* Mean of a prediction, a logarithm; its standard deviation, in units of the field's standard
     * deviation. */
    double mean, deviation;
} prediction;

static double find_distance(const field *f, size_t i, size_t j)
{
    const settings_table *s = f->settings;
    const double *a = s->coordinates + i * s->count, *b = s->coordinates + j * s->count;
    double sum = 0.0;
    for (size_t k = 0; k < s->count; k++)
        sum += f->key_weights[k] * find_key_distance(s, k, a[k], b[k]);
    return sum;
}

/* Finds the nearest measured designs, without the design itself. Returns their number. */
static size_t find_neighbours(const field *f, size_t design, neighbour neighbours[NEIGHBOURS_MAX])
{
    size_t count = 0;
    for (size_t m = 0; m < f->count; m++) {
        if (f->measured[m] == design) continue;
        const neighbour candidate = {find_distance(f, design, f->measured[m]), f->measured[m]};
        if (count == NEIGHBOURS_MAX &&
            candidate.distance >= neighbours[NEIGHBOURS_MAX - 1].distance)
            continue;
        size_t position = count < NEIGHBOURS_MAX ? count++ : NEIGHBOURS_MAX - 1;
        for (; position > 0 && neighbours[position - 1].distance > candidate.distance; position--)
            neighbours[position] = neighbours[position - 1];
        neighbours[position] = candidate;
    }
    return count;
}

/* Predicts the logarithm of a design by simple kriging; without neighbours, or if kriging fails, by
 * the mean of the field. */
static prediction predict(field *f, size_t design)
{
    neighbour neighbours[NEIGHBOURS_MAX];
    double correlations[NEIGHBOURS_MAX * NEIGHBOURS_MAX], design_correlations[NEIGHBOURS_MAX],
        residuals[NEIGHBOURS_MAX], scratch[NEIGHBOURS_MAX];
    const prediction prior_prediction = {f->mean, sqrt(1.0 + f->nugget_variance)};
    const size_t n = find_neighbours(f, design, neighbours);
    if (n == 0) return prior_prediction;
    for (size_t i = 0; i < n; i++) {
        design_correlations[i] = noc_process_correlation(neighbours[i].distance);
        residuals[i] = f->logs[neighbours[i].design] - f->mean;
        for (size_t j = 0; j <= i; j++)
            correlations[i * n + j] = noc_process_correlation(
                find_distance(f, neighbours[i].design, neighbours[j].design));
    }
    if (!noc_process_factor(correlations, n, f->nugget_variance)) {
        f->is_singular = true;
        return prior_prediction;
    }
    const noc_process_prediction p = noc_process_predict(correlations, n, f->nugget_variance,
                                                         design_correlations, residuals, scratch);
    return (prediction){f->mean + p.figure, sqrt(p.variance)};
}

/* ---- reach of each setting ------------------------------------------------------------------ */

static const double expected_weight = 0.3, expected_nugget = 0.1;

/* Weight of the expected parameters in the fit, as a number of measured designs. */
static const double prior_strength = 3.0;

static double find_prior_penalty(double parameter, double expected)
{
    const double log_ratio = log(parameter / expected);
    return 0.5 * prior_strength * log_ratio * log_ratio;
}

/* Finds the loss of the parameters: the mean, over the measured designs, of the negative logarithm
 * of the density of one given the others, with penalties of the prior. Smaller is better. The
 * field's variance has its maximum-likelihood value. */
static double find_log_loss(field *f)
{
    double squared_sum = 0.0, logs = find_prior_penalty(f->nugget_variance, expected_nugget);
    for (size_t k = 0; k < f->settings->count; k++)
        logs += find_prior_penalty(f->key_weights[k], expected_weight);
    for (size_t m = 0; m < f->count; m++) {
        const prediction p = predict(f, f->measured[m]);
        const double residual = (f->logs[f->measured[m]] - p.mean) / p.deviation;
        squared_sum += residual * residual;
        logs += log(p.deviation);
    }
    const double n = (double)f->count;
    return 0.5 * log(squared_sum / n + 1e-30) + logs / n;
}

static void try_factors(field *f, double *parameter, double *least_loss)
{
    static const double factors[FACTORS] = {0.3, 0.6, 1.7, 3.5};
    const double start = *parameter;
    double best = start;
    for (int i = 0; i < FACTORS; i++) {
        *parameter = start * factors[i];
        const double loss = find_log_loss(f);
        if (!(loss < *least_loss)) continue;
        *least_loss = loss;
        best = *parameter;
    }
    *parameter = best;
}

/* Fits the weights by coordinate descent, on an evenly spaced part of the measured designs. */
static void fit_weights(field *f)
{
    const size_t *const measured = f->measured;
    const size_t count = f->count, keys = f->settings->count;
    size_t fitted_designs[FITTED_MAX];
    f->count = count < FITTED_MAX ? count : FITTED_MAX;
    for (size_t i = 0; i < f->count; i++) fitted_designs[i] = measured[i * count / f->count];
    f->measured = fitted_designs;
    f->nugget_variance = expected_nugget;
    for (size_t k = 0; k < keys; k++) f->key_weights[k] = expected_weight;
    double least_loss = find_log_loss(f);
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t k = 0; k < keys; k++)
            if (json_object_size(f->settings->axes[k].values) > 1)
                try_factors(f, &f->key_weights[k], &least_loss);
        try_factors(f, &f->nugget_variance, &least_loss);
    }
    f->measured = measured;
    f->count = count;
}

/* ---- intervals ------------------------------------------------------------------------------ */

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double find_median(double *list, size_t n)
{
    if (n == 0) return NAN;
    qsort(list, n, sizeof *list, compare_doubles);
    return (list[(n - 1) / 2] + list[n / 2]) / 2.0;
}

/* Finds the rank-th smallest leave-one-out residual of the measured designs, each divided by its
 * deviation. */
static double find_residual_quantile(field *f, size_t rank, double *scratch)
{
    for (size_t m = 0; m < f->count; m++) {
        const prediction p = predict(f, f->measured[m]);
        scratch[m] = fabs(f->logs[f->measured[m]] - p.mean) / p.deviation;
    }
    qsort(scratch, f->count, sizeof *scratch, compare_doubles);
    return scratch[rank - 1];
}

static void make_corrections(field *f, size_t count, double q, noc_correction *corrections,
                             noc_correction_info *info, double *scratch)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const prediction p = predict(f, i);
        corrections[i] = (noc_correction){p.mean, q * p.deviation};
        if (isnan(f->logs[i])) scratch[n++] = corrections[i].half_width;
    }
    info->half_width = n ? find_median(scratch, n) : q;
}

static noc_status learn_field(const char *const *overrides, size_t count, field *f, size_t rank,
                              noc_correction *corrections, noc_correction_info *info,
                              double *scratch, noc_diag *diag)
{
    NOC_AUTO(clear_settings) settings_table s = {.count = 0};
    const noc_status status = find_settings(overrides, count, &s, diag);
    if (status != NOC_OK) return status;
    for (size_t m = 0; m < f->count; m++) {
        scratch[m] = f->logs[f->measured[m]];
        f->mean += scratch[m] / (double)f->count;
    }
    info->measured_count = f->count;
    info->centre = find_median(scratch, f->count);
    f->settings = &s;
    fit_weights(f);
    make_corrections(f, count, find_residual_quantile(f, rank, scratch), corrections, info,
                     scratch);
    return f->is_singular ? noc_fail_numeric(diag, "learning from measured designs",
                                             "their correlations have no inverse")
                          : NOC_OK;
}

noc_status noc_corrections_learn(const char *const *overrides, const double *logs, size_t count,
                                 double confidence, noc_correction *corrections,
                                 noc_correction_info *info, noc_diag *diag)
{
    NOC_AUTO_FREE double *scratch = malloc((count + 1) * sizeof *scratch);
    NOC_AUTO_FREE size_t *measured = malloc((count + 1) * sizeof *measured);
    field f = {.measured = measured, .logs = logs};
    *info = (noc_correction_info){0, NAN, NAN};
    if (!scratch || !measured) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++)
        if (!isnan(logs[i])) measured[f.count++] = i;
    const double rank = ceil((double)(f.count + 1) * confidence - 1e-9);
    if (f.count == 0 || rank > (double)f.count) return NOC_OK;
    return learn_field(overrides, count, &f, (size_t)rank, corrections, info, scratch, diag);
}
