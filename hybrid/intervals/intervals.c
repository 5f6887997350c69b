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

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Which of `count` values in order one more does not exceed with that probability at least; count + 1: none does. */
static size_t rank_of(double probability, size_t count)
{
    static const double rounding = 1e-9; /* 95 % of 20 is 19 */
    return (size_t)ceil(probability * (double)(count + 1) - rounding);
}

noc_spread noc_conformal(double *scores, size_t count, double confidence)
{
    const size_t high = rank_of((1.0 + confidence) / 2.0, count);
    if (high > count) return (noc_spread){NAN, NAN, count};
    qsort(scores, count, sizeof *scores, by_value);
    return (noc_spread){scores[count - high], scores[high - 1], count};
}

/* ---- rules ---------------------------------------------------------------------------------- */

/* Outside of what was tried errors are a little larger. Intervals learned without the designs that have a setting's least or
 * largest value, or one of its words, hold 84 to 92 % of these designs' figures, by figure, and a quarter wider 88 to
 * 95 % (test_intervals): so much, where too few designs outside were measured to learn it. */
static const double usual_outside = 1.25;

/* What rules are worked out with: room for as many as there are errors. */
typedef struct work {
    const noc_rule_error *errors;
    size_t count;
    noc_features *features;
    double *list;   /* of errors, or scores */
    double *scores; /* of each error */
} work;

static noc_status work_new(const noc_rule_error *errors, size_t count, work *w, noc_diag *diag)
{
    *w = (work){errors, count, malloc((count + 1) * sizeof *w->features),
                malloc((count + 1) * sizeof *w->list), malloc((count + 1) * sizeof *w->scores)};
    return w->features && w->list && w->scores ? NOC_OK : noc_fail_memory(diag);
}

static void work_clear(work *w)
{
    free(w->features);
    free(w->list);
    free(w->scores);
}

/* Of all thirds but one; of all, if that is NOC_THIRDS. */
static noc_status learn_without(work *w, unsigned char third, noc_difficulty *difficulty,
                                noc_diag *diag)
{
    size_t found = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (w->errors[i].third == third) continue;
        w->features[found] = w->errors[i].features;
        w->list[found++] = w->errors[i].error;
    }
    return noc_difficulty_learn(w->features, w->list, found, difficulty, diag);
}

/* The scores of one third, by the difficulty that the others teach. */
static noc_status score_third(work *w, unsigned char third, noc_diag *diag)
{
    noc_difficulty difficulty;
    const noc_status status = learn_without(w, third, &difficulty, diag);
    for (size_t i = 0; status == NOC_OK && i < w->count; i++)
        if (w->errors[i].third == third)
            w->scores[i] =
                w->errors[i].error / noc_difficulty_of(&difficulty, &w->errors[i].features);
    return status;
}

/* Of a band; NOC_BANDS: of all. A third that has no scores, as the others taught nothing, leaves none. */
static noc_spread spread_of(work *w, size_t band, double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!isfinite(w->scores[i])) return (noc_spread){NAN, NAN, 0};
        if (band == NOC_BANDS || w->errors[i].band == band) w->list[count++] = w->scores[i];
    }
    return noc_conformal(w->list, count, confidence);
}

/* How many times wider the interval of a band is to be for a score to lie inside. */
static double times_wider(const noc_spread *spread, double score)
{
    const double end = score < 0.0 ? fmin(spread->low, 0.0) : fmax(spread->high, 0.0);
    return score == 0.0 ? 0.0 : score / end; /* infinite where the interval ends at the answer */
}

/* Times wider for the confidence to be held outside the ranges, by what is outside there; never narrower. */
static double widening_of(work *w, const noc_spread spreads[NOC_BANDS], double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->errors[i].outside)
            w->list[count++] = times_wider(&spreads[w->errors[i].band], w->scores[i]);
    const size_t rank = rank_of(confidence, count);
    if (rank > count) return usual_outside;
    qsort(w->list, count, sizeof *w->list, by_value);
    return fmax(w->list[rank - 1], 1.0);
}

static void find_spreads(work *w, double confidence, noc_rule *rule)
{
    const noc_spread all = spread_of(w, NOC_BANDS, confidence);
    for (size_t b = 0; b < NOC_BANDS; b++) {
        rule->spreads[b] = spread_of(w, b, confidence);
        if (isnan(rule->spreads[b].low)) rule->spreads[b] = all;
    }
    rule->outside = widening_of(w, rule->spreads, confidence);
}

noc_status noc_rule_learn(const noc_rule_error *errors, size_t count, double confidence,
                          noc_rule *rule, noc_diag *diag)
{
    work w;
    noc_status status = work_new(errors, count, &w, diag);
    for (unsigned char third = 0; third < NOC_THIRDS && status == NOC_OK; third++)
        status = score_third(&w, third, diag);
    if (status == NOC_OK) status = learn_without(&w, NOC_THIRDS, &rule->difficulty, diag);
    if (status == NOC_OK) find_spreads(&w, confidence, rule);
    work_clear(&w);
    return status;
}

/* ---- errors of a suite ---------------------------------------------------------------------- */

/* What errors of latency are measured in. No packet is faster than alone, but for the noise of a measurement. */
static double contention_of(double latency, double idle)
{
    const double wait = latency - idle;
    return (wait < 0.0 ? 0.0 : wait) + NOC_IDLE_SHARE * idle;
}

/* What a rule is learned from. */
typedef struct learner {
    const noc_suite *suite;
    const noc_suite_answer *answers;
    const bool *outside; /* of each case; NULL: none */
    bool checked;
    noc_rule_error *errors;
    size_t count;
} learner;

static void keep(learner *l, double error, double share, size_t i)
{
    if (!isfinite(error)) return;
    l->errors[l->count++] = (noc_rule_error){
        .error = error,
        .features = l->answers[i].features,
        .band = noc_band_of(share),
        .third = (unsigned char)(i % NOC_THIRDS),
        .outside = l->outside && l->outside[i],
    };
}

/* Points whose sample saturated have no latency. */
static void keep_latencies(learner *l, size_t i, noc_latency kind)
{
    const noc_suite_record *record = &l->suite->cases[i].record;
    const noc_suite_answer *a = &l->answers[i];
    const double saturation = l->checked ? a->checked_saturation : a->limits.saturation;
    for (size_t p = 0; p < record->count; p++) {
        const noc_suite_point *point = &record->points[p];
        const double idle = a->idle.of[kind];
        const double model = l->checked ? a->checked[p].of[kind] : a->points[p].of[kind];
        const double measured = noc_latencies_measured(point).of[kind];
        if (noc_answer_grows(point->answer) || isnan(saturation)) continue;
        keep(l, log(contention_of(measured, idle) / contention_of(model, idle)),
             point->load / saturation, i);
    }
}

static void keep_limit(learner *l, size_t i, size_t scored)
{
    const noc_suite_record *record = &l->suite->cases[i].record;
    const noc_suite_answer *a = &l->answers[i];
    if (scored == NOC_SCORED_SATURATION)
        keep(l,
             log(record->saturation / (l->checked ? a->checked_saturation : a->limits.saturation)),
             0.0, i);
    else
        keep(l, log(record->knee / (l->checked ? a->checked_knee : a->limits.knee)), 0.0, i);
}

static noc_status learn_rule(learner *l, size_t scored, double confidence, noc_rule *rule,
                             noc_diag *diag)
{
    l->count = 0;
    for (size_t i = 0; i < l->suite->count; i++) {
        if (!l->suite->cases[i].measured) continue;
        if (scored < NOC_LATENCIES)
            keep_latencies(l, i, (noc_latency)scored);
        else
            keep_limit(l, i, scored);
    }
    return noc_rule_learn(l->errors, l->count, confidence, rule, diag);
}

noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *outside, double confidence, noc_intervals *v,
                               noc_diag *diag)
{
    learner l = {.suite = suite, .answers = answers, .outside = outside};
    l.errors = calloc(suite->count * NOC_SUITE_SHARES_MOST + 1, sizeof *l.errors);
    noc_status status = l.errors ? NOC_OK : noc_fail_memory(diag);
    *v = (noc_intervals){.confidence = confidence};
    for (size_t s = 0; s < NOC_SCORED && status == NOC_OK; s++) {
        l.checked = false;
        status = learn_rule(&l, s, confidence, &v->model[s], diag);
        l.checked = true;
        if (status == NOC_OK) status = learn_rule(&l, s, confidence, &v->checked[s], diag);
    }
    free(l.errors);
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
