#include "hybrid/intervals/intervals.h"

#include <math.h>
#include <stdlib.h>

const char *noc_scored_name(size_t scored)
{
    static const char *const names[] = {"watched", "network",    "request",
                                        "reply",   "saturation", "knee"};
    return scored < NOC_SCORED ? names[scored] : NULL;
}

static const double band_ends[NOC_BANDS] = {0.35, 0.575, 0.725, 0.85, INFINITY};

size_t noc_band_of(double share)
{
    size_t band = 0;
    while (band + 1 < NOC_BANDS && share >= band_ends[band]) band++;
    return band;
}

double noc_band_end(size_t i)
{
    return band_ends[i];
}

static size_t band_of(const noc_features *features)
{
    return noc_band_of(sqrt(features->of[NOC_FEATURE_LOAD]));
}

const noc_spread *noc_rule_spread(const noc_rule *rule, const noc_features *features)
{
    return &rule->spreads[band_of(features)];
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

noc_spread noc_conformal(double *scores, size_t count, double confidence)
{
    static const double rounding = 1e-9; /* 5 % of 20 is 1 */
    const double tail = (1.0 - confidence) / 2.0;
    const double low = floor(tail * (double)(count + 1) + rounding);
    const double high = ceil((1.0 - tail) * (double)(count + 1) - rounding);
    if (low < 1.0 || high > (double)count) return (noc_spread){NAN, NAN, count};
    qsort(scores, count, sizeof *scores, by_value);
    return (noc_spread){scores[(size_t)low - 1], scores[(size_t)high - 1], count};
}

/* ---- rules ---------------------------------------------------------------------------------- */

static noc_status errors_new(size_t most, noc_rule_errors *errors, noc_diag *diag)
{
    *errors = (noc_rule_errors){malloc((most + 1) * sizeof *errors->list),
                                malloc((most + 1) * sizeof *errors->features),
                                malloc((most + 1) * sizeof *errors->thirds), 0};
    return errors->list && errors->features && errors->thirds ? NOC_OK : noc_fail_memory(diag);
}

static void errors_clear(noc_rule_errors *errors)
{
    free(errors->list);
    free(errors->features);
    free(errors->thirds);
}

static void errors_add(noc_rule_errors *errors, double error, const noc_features *features,
                       unsigned char third)
{
    errors->list[errors->count] = error;
    errors->features[errors->count] = *features;
    errors->thirds[errors->count++] = third;
}

/* The scores of one third, by the difficulty that the others teach. */
static noc_status score_third(const noc_rule_errors *all, unsigned char third, double *scores,
                              noc_diag *diag)
{
    noc_rule_errors others;
    noc_difficulty difficulty;
    noc_status status = errors_new(all->count, &others, diag);
    for (size_t i = 0; status == NOC_OK && i < all->count; i++)
        if (all->thirds[i] != third)
            errors_add(&others, all->list[i], &all->features[i], all->thirds[i]);
    if (status == NOC_OK)
        status =
            noc_difficulty_learn(others.features, others.list, others.count, &difficulty, diag);
    for (size_t i = 0; status == NOC_OK && i < all->count; i++)
        if (all->thirds[i] == third)
            scores[i] = all->list[i] / noc_difficulty_of(&difficulty, &all->features[i]);
    errors_clear(&others);
    return status;
}

/* Of a band; NOC_BANDS: of all. `scores`: one an error; `chosen`: room for as many. A third that has no
 * scores, as the others taught nothing, leaves none. */
static noc_spread spread_of(const noc_rule_errors *errors, const double *scores, size_t band,
                            double confidence, double *chosen)
{
    size_t count = 0;
    for (size_t i = 0; i < errors->count; i++) {
        if (!isfinite(scores[i])) return (noc_spread){NAN, NAN, 0};
        if (band == NOC_BANDS || band_of(&errors->features[i]) == band) chosen[count++] = scores[i];
    }
    return noc_conformal(chosen, count, confidence);
}

noc_status noc_rule_learn(const noc_rule_errors *errors, double confidence, noc_rule *rule,
                          noc_diag *diag)
{
    double *scores = malloc(2 * (errors->count + 1) * sizeof *scores);
    noc_status status = scores ? NOC_OK : noc_fail_memory(diag);
    for (unsigned char third = 0; third < NOC_THIRDS && status == NOC_OK; third++)
        status = score_third(errors, third, scores, diag);
    if (status == NOC_OK)
        status = noc_difficulty_learn(errors->features, errors->list, errors->count,
                                      &rule->difficulty, diag);
    if (status == NOC_OK) {
        double *chosen = scores + errors->count + 1;
        const noc_spread all = spread_of(errors, scores, NOC_BANDS, confidence, chosen);
        for (size_t b = 0; b < NOC_BANDS; b++) {
            rule->spreads[b] = spread_of(errors, scores, b, confidence, chosen);
            if (isnan(rule->spreads[b].low)) rule->spreads[b] = all;
        }
    }
    free(scores);
    return status;
}

/* ---- errors of a suite ---------------------------------------------------------------------- */

/* What errors of latency are measured in. No packet is faster than alone, but for the noise of a measurement. */
static double contention_of(double latency, double idle)
{
    const double wait = latency - idle;
    return (wait < 0.0 ? 0.0 : wait) + NOC_IDLE_SHARE * idle;
}

typedef struct learner {
    const noc_suite *suite;
    const noc_suite_answer *answers;
    const unsigned char *thirds;
    bool checked;
    noc_rule_errors errors;
} learner;

static void keep(learner *l, double error, const noc_features *features, size_t i)
{
    if (isfinite(error)) errors_add(&l->errors, error, features, l->thirds[i]);
}

/* Points whose sample saturated have no latency. */
static void collect_latencies(learner *l, size_t i, noc_latency kind)
{
    const noc_suite_record *record = &l->suite->cases[i].record;
    const noc_suite_answer *a = &l->answers[i];
    const double saturation = l->checked ? a->checked_saturation : a->limits.saturation;
    for (size_t p = 0; p < record->count; p++) {
        const noc_suite_point *point = &record->points[p];
        const double idle = a->idle.of[kind];
        const double model = l->checked ? a->checked[p].of[kind] : a->points[p].of[kind];
        const double measured = noc_latencies_measured(point).of[kind];
        const double error = log(contention_of(measured, idle) / contention_of(model, idle));
        if (noc_answer_grows(point->answer) || isnan(saturation)) continue;
        const noc_features features =
            noc_features_at(&a->features, point->load / saturation, model, idle);
        keep(l, error, &features, i);
    }
}

static double limit_error(const noc_suite_record *record, const noc_suite_answer *a, size_t scored,
                          bool checked)
{
    if (scored == NOC_SCORED_SATURATION)
        return log(record->saturation / (checked ? a->checked_saturation : a->limits.saturation));
    return log(record->knee / (checked ? a->checked_knee : a->limits.knee));
}

static noc_status learn_rule(learner *l, size_t scored, double confidence, noc_rule *rule,
                             noc_diag *diag)
{
    l->errors.count = 0;
    for (size_t i = 0; i < l->suite->count; i++) {
        const noc_suite_record *record = &l->suite->cases[i].record;
        const noc_suite_answer *a = &l->answers[i];
        if (!l->suite->cases[i].measured) continue;
        if (scored < NOC_LATENCIES)
            collect_latencies(l, i, (noc_latency)scored);
        else
            keep(l, limit_error(record, a, scored, l->checked), &a->features, i);
    }
    return noc_rule_learn(&l->errors, confidence, rule, diag);
}

noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const unsigned char *thirds, double confidence, noc_intervals *v,
                               noc_diag *diag)
{
    learner l = {.suite = suite, .answers = answers, .thirds = thirds};
    noc_status status = errors_new(suite->count * NOC_SUITE_SHARES_MOST, &l.errors, diag);
    *v = (noc_intervals){.confidence = confidence};
    for (size_t s = 0; s < NOC_SCORED && status == NOC_OK; s++) {
        l.checked = false;
        status = learn_rule(&l, s, confidence, &v->model[s], diag);
        l.checked = true;
        if (status == NOC_OK) status = learn_rule(&l, s, confidence, &v->checked[s], diag);
    }
    errors_clear(&l.errors);
    return status;
}

/* ---- use ------------------------------------------------------------------------------------ */

void noc_latency_interval(const noc_spread *s, double scale, double value, double idle, double *lo,
                          double *hi)
{
    const double contention = contention_of(value, idle), rest = value - contention;
    noc_limit_interval(s, scale, contention, lo, hi);
    *lo += rest;
    *hi += rest;
}

void noc_limit_interval(const noc_spread *s, double scale, double value, double *lo, double *hi)
{
    const double below = s->low * scale, above = s->high * scale;
    *lo = *hi = NAN;
    if (isnan(below) || isnan(above)) return;
    *lo = value * exp(fmin(below, 0.0));
    *hi = value * exp(fmax(above, 0.0));
}
