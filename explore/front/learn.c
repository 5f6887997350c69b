#include "explore/front/learn.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/correction/discrepancy/gaussian_process.h"

enum {
    /* largest number of keys with several values; further keys are ignored */
    KEYS_MOST = 32,
    NEAR = 24,     /* measured designs used for a prediction */
    STUDIED = 120, /* measured designs used to fit the weights */
    STEPS = 4,     /* number of factors tried on each weight */
    SWEEPS = 2,    /* number of passes over all weights */
};

/* ---- settings ------------------------------------------------------------------------------- */

/* One key and the texts of its values. Distances of positive numbers are logarithmic, scaled to 1
 * between the ends; distances of other values are 0 or 1. */
typedef struct axis {
    json_t *values; /* index of each value by its text, in order of appearance */
    double low, high;
    bool numbers;
} axis;

static const double absent = -1.0; /* coordinate of a design without the key */

typedef struct settings {
    axis *axes;
    size_t count; /* number of keys */
    double *at;   /* coordinate of each design on each axis */
} settings;

static void clear_settings(settings *s)
{
    for (size_t k = 0; k < s->count; k++) json_decref(s->axes[k].values);
    free(s->axes);
    free(s->at);
    *s = (settings){0};
}

static double number_of(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    return *text && !*end && value > 0.0 && isfinite(value) ? value : NAN;
}

static bool see_value(axis *a, const char *text)
{
    const double value = number_of(text);
    if (json_object_get(a->values, text)) return true;
    a->numbers = a->numbers && !isnan(value);
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
    return json_object_set_new(a->values, text,
                               json_integer((json_int_t)json_object_size(a->values))) == 0;
}

static double place_of(const axis *a, const char *text)
{
    if (!a->numbers) return (double)json_integer_value(json_object_get(a->values, text));
    return a->high > a->low ? log(number_of(text) / a->low) / log(a->high / a->low) : 0.0;
}

/* Splits "key=value" and returns the key's index in `keys`, where a new key is added; -1: no such
 * text, or it is too long. */
static int key_of(json_t *keys, const char *text, const char **value)
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

typedef bool visitor(settings *s, size_t design, size_t key, const char *value);

/* Calls `visit` with each setting of each design, for the first KEYS_MAX keys. */
static bool visit_all(const char *const *overrides, size_t count, json_t *keys, settings *s,
                      visitor *visit)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        json_t *list = json_loads(overrides[i], 0, NULL);
        for (size_t k = 0; k < json_array_size(list) && good; k++) {
            const char *value = "";
            const int key = key_of(keys, json_string_value(json_array_get(list, k)), &value);
            if (key >= 0 && key < KEYS_MOST) good = visit(s, i, (size_t)key, value);
        }
        json_decref(list);
    }
    return good;
}

static bool see(settings *s, size_t design, size_t key, const char *value)
{
    (void)design;
    for (; s->count <= key; s->count++)
        s->axes[s->count] = (axis){json_object(), INFINITY, 0.0, true};
    return s->axes[key].values && see_value(&s->axes[key], value);
}

static bool put(settings *s, size_t design, size_t key, const char *value)
{
    s->at[design * s->count + key] = place_of(&s->axes[key], value);
    return true;
}

static noc_status find_settings(const char *const *overrides, size_t count, settings *s,
                                noc_diag *diag)
{
    json_t *keys = json_object();
    *s = (settings){.axes = calloc(KEYS_MOST, sizeof *s->axes)};
    bool good = keys && s->axes && visit_all(overrides, count, keys, s, see);
    s->at = malloc((count * s->count + 1) * sizeof *s->at);
    for (size_t i = 0; s->at && i < count * s->count; i++) s->at[i] = absent;
    good = good && s->at && visit_all(overrides, count, keys, s, put);
    json_decref(keys);
    return good ? NOC_OK : noc_fail_memory(diag);
}

static double apart(const settings *s, size_t key, double a, double b)
{
    if (a == b) return 0.0;
    return s->axes[key].numbers && a >= 0.0 && b >= 0.0 ? fabs(a - b) : 1.0;
}

/* ---- prediction from the nearest designs ---------------------------------------------------- */

/* Measured designs and the random field. The distance of two designs is the sum over keys of weight
 * x distance on the axis. */
typedef struct field {
    const settings *settings;
    const size_t *measured; /* indices of the measured designs */
    const double *logs;     /* logarithms of measured over model, by design */
    size_t count;           /* number of measured designs */
    /* Mean of the logarithms; variance not explained by settings, divided by the explained
     * variance. */
    double mean, nugget;
    double reach[KEYS_MOST];
    bool failed; /* a matrix of correlations had no inverse */
} field;

typedef struct neighbour {
    double far;
    size_t design;
} neighbour;

typedef struct prediction {
    /* Mean and standard deviation of a prediction; the deviation in units of the field's. */
    double centre, deviation;
} prediction;

static double far(const field *f, size_t i, size_t j)
{
    const settings *s = f->settings;
    const double *a = s->at + i * s->count, *b = s->at + j * s->count;
    double sum = 0.0;
    for (size_t k = 0; k < s->count; k++) sum += f->reach[k] * apart(s, k, a[k], b[k]);
    return sum;
}

/* Finds the nearest measured designs, without the design itself. Returns their number. */
static size_t find_near(const field *f, size_t design, neighbour near[NEAR])
{
    size_t count = 0;
    for (size_t m = 0; m < f->count; m++) {
        if (f->measured[m] == design) continue;
        const neighbour next = {far(f, design, f->measured[m]), f->measured[m]};
        if (count == NEAR && next.far >= near[NEAR - 1].far) continue;
        size_t at = count < NEAR ? count++ : NEAR - 1;
        for (; at > 0 && near[at - 1].far > next.far; at--) near[at] = near[at - 1];
        near[at] = next;
    }
    return count;
}

/* Predicts by simple kriging; if that fails, by the prediction without neighbours. */
static prediction predict(field *f, size_t design)
{
    neighbour near[NEAR];
    double alike[NEAR * NEAR], own[NEAR], figures[NEAR], scratch[NEAR];
    const prediction without_points = {f->mean, sqrt(1.0 + f->nugget)};
    const size_t n = find_near(f, design, near);
    if (n == 0) return without_points;
    for (size_t i = 0; i < n; i++) {
        own[i] = noc_process_correlation(near[i].far);
        figures[i] = f->logs[near[i].design] - f->mean;
        for (size_t j = 0; j <= i; j++)
            alike[i * n + j] = noc_process_correlation(far(f, near[i].design, near[j].design));
    }
    if (!noc_process_factor(alike, n, f->nugget)) {
        f->failed = true;
        return without_points;
    }
    const noc_process_prediction p =
        noc_process_predict(alike, n, f->nugget, own, figures, scratch);
    return (prediction){f->mean + p.figure, sqrt(p.variance)};
}

/* ---- reach of each setting ------------------------------------------------------------------ */

static const double reach_expected = 0.3, nugget_expected = 0.1;

/* Weight of the expected parameters in the fit, in measured designs. */
static const double expectation_weight = 3.0;

static double unexpected(double parameter, double expected)
{
    const double off = log(parameter / expected);
    return 0.5 * expectation_weight * off * off;
}

/* Mean negative logarithm of each measured design's density, given the others; smaller is better.
 * The field's variance is at its maximum likelihood. */
static double surprise(field *f)
{
    double squares = 0.0, logs = unexpected(f->nugget, nugget_expected);
    for (size_t k = 0; k < f->settings->count; k++) logs += unexpected(f->reach[k], reach_expected);
    for (size_t m = 0; m < f->count; m++) {
        const prediction p = predict(f, f->measured[m]);
        const double miss = (f->logs[f->measured[m]] - p.centre) / p.deviation;
        squares += miss * miss;
        logs += log(p.deviation);
    }
    const double n = (double)f->count;
    return 0.5 * log(squares / n + 1e-30) + logs / n;
}

static void try_factors(field *f, double *parameter, double *least)
{
    static const double factors[STEPS] = {0.3, 0.6, 1.7, 3.5};
    const double from = *parameter;
    double best = from;
    for (int i = 0; i < STEPS; i++) {
        *parameter = from * factors[i];
        const double now = surprise(f);
        if (!(now < *least)) continue;
        *least = now;
        best = *parameter;
    }
    *parameter = best;
}

/* Fits the weights by coordinate descent, on an evenly spaced part of the measured designs. */
static void find_reach(field *f)
{
    const size_t *const all = f->measured;
    const size_t count = f->count, keys = f->settings->count;
    size_t part[STUDIED];
    f->count = count < STUDIED ? count : STUDIED;
    for (size_t i = 0; i < f->count; i++) part[i] = all[i * count / f->count];
    f->measured = part;
    f->nugget = nugget_expected;
    for (size_t k = 0; k < keys; k++) f->reach[k] = reach_expected;
    double least = surprise(f);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (size_t k = 0; k < keys; k++)
            if (json_object_size(f->settings->axes[k].values) > 1)
                try_factors(f, &f->reach[k], &least);
        try_factors(f, &f->nugget, &least);
    }
    f->measured = all;
    f->count = count;
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

/* Finds the rank-th smallest leave-one-out residual of the measured designs, in units of its
 * deviation. */
static double quantile(field *f, size_t rank, double *scratch)
{
    for (size_t m = 0; m < f->count; m++) {
        const prediction p = predict(f, f->measured[m]);
        scratch[m] = fabs(f->logs[f->measured[m]] - p.centre) / p.deviation;
    }
    qsort(scratch, f->count, sizeof *scratch, by_size);
    return scratch[rank - 1];
}

static void correct(field *f, size_t count, double q, noc_correction *corrections,
                    noc_learned *learned, double *scratch)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const prediction p = predict(f, i);
        corrections[i] = (noc_correction){p.centre, q * p.deviation};
        if (isnan(f->logs[i])) scratch[n++] = corrections[i].half;
    }
    learned->half = n ? median(scratch, n) : q;
}

static noc_status learn(const char *const *overrides, size_t count, field *f, size_t rank,
                        noc_correction *corrections, noc_learned *learned, double *scratch,
                        noc_diag *diag)
{
    settings s;
    noc_status status = find_settings(overrides, count, &s, diag);
    if (status == NOC_OK) {
        for (size_t m = 0; m < f->count; m++) {
            scratch[m] = f->logs[f->measured[m]];
            f->mean += scratch[m] / (double)f->count;
        }
        learned->measured = f->count;
        learned->centre = median(scratch, f->count);
        f->settings = &s;
        find_reach(f);
        correct(f, count, quantile(f, rank, scratch), corrections, learned, scratch);
        if (f->failed)
            status = noc_fail_numeric(diag, "learning from measured designs",
                                      "their correlations have no inverse");
    }
    clear_settings(&s);
    return status;
}

noc_status noc_learn(const char *const *overrides, const double *logs, size_t count,
                     double confidence, noc_correction *corrections, noc_learned *learned,
                     noc_diag *diag)
{
    double *scratch = malloc((count + 1) * sizeof *scratch);
    size_t *measured = malloc((count + 1) * sizeof *measured);
    field f = {.measured = measured, .logs = logs};
    noc_status status = scratch && measured ? NOC_OK : noc_fail_memory(diag);
    *learned = (noc_learned){0, NAN, NAN};
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        if (!isnan(logs[i])) measured[f.count++] = i;
    const double rank = ceil((double)(f.count + 1) * confidence - 1e-9);
    if (status == NOC_OK && f.count > 0 && rank <= (double)f.count) {
        status = learn(overrides, count, &f, (size_t)rank, corrections, learned, scratch, diag);
    }
    free(measured);
    free(scratch);
    return status;
}
