#include "hybrid/intervals.h"

#include <math.h>
#include <stdlib.h>

static const double idle_share =
    0.01; /* of the latency without contention, to be uncertain at least */
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

const char *noc_limit_kind_name(size_t kind)
{
    static const char *const names[] = {"channel", "output_vcs", "switch", "input_vcs", "source"};
    return kind < NOC_LIMIT_KINDS ? names[kind] : NULL;
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

/* ---- scores --------------------------------------------------------------------------------- */

static double unit_of(double value, double idle)
{
    return value - idle + idle_share * idle;
}

typedef struct bag {
    double *scores;
    size_t count;
} bag;

static void keep(bag *b, double score)
{
    if (isfinite(score)) b->scores[b->count++] = score;
}

typedef struct learner {
    const noc_suite *suite;
    const noc_suite_answer *answers;
    const bool *held_out;
    bag bag;
    double confidence;
} learner;

static bool counts(const learner *l, size_t i)
{
    return l->held_out[i] && l->suite->cases[i].measured;
}

/* Points whose sample saturated have no latency; `band` NOC_BANDS: all of them. */
static noc_spread learn_latency(learner *l, noc_latency kind, size_t band, bool checked)
{
    l->bag.count = 0;
    for (size_t i = 0; i < l->suite->count; i++) {
        const noc_suite_record *record = &l->suite->cases[i].record;
        const noc_suite_answer *a = &l->answers[i];
        for (size_t p = 0; counts(l, i) && p < record->count; p++) {
            const noc_suite_point *point = &record->points[p];
            const double saturation = checked ? a->checked_saturation : a->limits.saturation;
            if (point->answer == NOC_ANSWER_SATURATED) continue;
            if (band < NOC_BANDS && noc_band_of(point->load / saturation) != band) continue;
            const double model = checked ? a->checked[p].of[kind] : a->points[p].of[kind];
            const double measured = noc_latencies_measured(point).of[kind];
            keep(&l->bag, (measured - model) / unit_of(model, a->idle.of[kind]));
        }
    }
    return noc_conformal(l->bag.scores, l->bag.count, l->confidence);
}

enum limit { SATURATION, KNEE, CHECKED_SATURATION, CHECKED_KNEE };

static double limit_score(const noc_suite_record *record, const noc_suite_answer *a,
                          enum limit what)
{
    switch (what) {
    case SATURATION:
        return log(record->saturation / a->limits.saturation);
    case KNEE:
        return log(record->knee / a->limits.knee);
    case CHECKED_SATURATION:
        return log(record->saturation / a->checked_saturation);
    default:
        return log(record->knee / a->checked_knee);
    }
}

/* `kind` NOC_LIMIT_KINDS: all of them. */
static noc_spread learn_limit(learner *l, enum limit what, size_t kind)
{
    l->bag.count = 0;
    for (size_t i = 0; i < l->suite->count; i++) {
        const noc_suite_answer *a = &l->answers[i];
        if (!counts(l, i)) continue;
        if (kind < NOC_LIMIT_KINDS && (size_t)a->limits.limit.station != kind) continue;
        keep(&l->bag, limit_score(&l->suite->cases[i].record, a, what));
    }
    return noc_conformal(l->bag.scores, l->bag.count, l->confidence);
}

static noc_spread else_all(noc_spread own, noc_spread all)
{
    return isnan(own.low) ? all : own;
}

/* Bands with too few scores take all bands'. */
static void learn_bands(learner *l, noc_latency kind, bool checked, noc_spread *bands)
{
    const noc_spread all = learn_latency(l, kind, NOC_BANDS, checked);
    for (size_t b = 0; b < NOC_BANDS; b++)
        bands[b] = else_all(learn_latency(l, kind, b, checked), all);
}

noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *held_out, double confidence, noc_intervals *v,
                               noc_diag *diag)
{
    learner l = {suite, answers, held_out, {NULL, 0}, confidence};
    l.bag.scores = malloc((suite->count + 1) * NOC_SUITE_SHARES_MOST * sizeof *l.bag.scores);
    if (!l.bag.scores) return noc_fail_memory(diag);
    *v = (noc_intervals){.confidence = confidence};
    for (int k = 0; k < NOC_LATENCIES; k++) {
        learn_bands(&l, (noc_latency)k, false, v->latency[k]);
        learn_bands(&l, (noc_latency)k, true, v->checked_latency[k]);
    }
    const noc_spread saturation = learn_limit(&l, SATURATION, NOC_LIMIT_KINDS);
    const noc_spread knee = learn_limit(&l, KNEE, NOC_LIMIT_KINDS);
    for (size_t k = 0; k < NOC_LIMIT_KINDS; k++) {
        v->saturation[k] = else_all(learn_limit(&l, SATURATION, k), saturation);
        v->knee[k] = else_all(learn_limit(&l, KNEE, k), knee);
    }
    v->checked_saturation = learn_limit(&l, CHECKED_SATURATION, NOC_LIMIT_KINDS);
    v->checked_knee = learn_limit(&l, CHECKED_KNEE, NOC_LIMIT_KINDS);
    free(l.bag.scores);
    return NOC_OK;
}

/* ---- use ------------------------------------------------------------------------------------ */

void noc_latency_interval(const noc_spread *bands, double share, double value, double idle,
                          double widening, double *lo, double *hi)
{
    const noc_spread *s = &bands[noc_band_of(share)];
    const double unit = widening * unit_of(value, idle);
    /* no packet is faster than alone, but for the noise of a measurement */
    *lo = fmin(value, fmax(value + s->low * unit, (1.0 - idle_share) * idle));
    *hi = fmax(value, value + s->high * unit);
}

void noc_limit_interval(const noc_spread *s, double value, double widening, double *lo, double *hi)
{
    *lo = value * exp(widening * fmin(s->low, 0.0));
    *hi = value * exp(widening * fmax(s->high, 0.0));
}
