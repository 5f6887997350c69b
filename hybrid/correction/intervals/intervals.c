#include "hybrid/correction/intervals/intervals.h"

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

/* Rank, among `count` sorted values, of a value that one more value exceeds with at most the
 * remaining probability; count + 1: there is none. */
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

/* Widening factor outside the ranges if too few designs were measured there. Intervals learned
 * without the designs that have a setting's least or largest value, or one of its words, contain 84
 * to 92 % of these designs' figures, by figure; a quarter wider, 88 to 95 % (test_intervals). */
static const double usual_outside = 1.25;

/* Scratch for learning a rule: lists with one element per error. */
typedef struct work {
    const noc_rule_error *errors;
    size_t count;
    noc_difficulty_features *features;
    double *list;   /* errors, or scores */
    double *scores; /* scores, one per error */
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

/* Learns the difficulty from all folds except one; NOC_FOLDS: from all. */
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

/* Computes the scores of one fold, with the difficulty learned from the others. */
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

/* Spread of the scores of a band; NOC_BANDS: of all bands. Only scores that set the width count. If
 * the difficulty could not be learned for a fold, there is no spread. */
static noc_spread spread_of(work *w, size_t band, double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!isfinite(w->scores[i])) return (noc_spread){NAN, NAN, 0};
        if (w->errors[i].tells && (band == NOC_BANDS || w->errors[i].band == band))
            w->list[count++] = w->scores[i];
    }
    return noc_conformal(w->list, count, confidence);
}

/* Factor by which the interval of a band must be wider to contain a score. */
static double times_wider(const noc_spread *spread, double score)
{
    const double end = score < 0.0 ? fmin(spread->low, 0.0) : fmax(spread->high, 0.0);
    return score == 0.0 ? 0.0 : score / end; /* infinite if the interval ends at the answer */
}

/* Factor, at least 1, with which intervals outside the ranges hold the confidence; NAN: too few
 * errors are outside. `band`: NOC_BANDS for all bands. */
static double widening_of(work *w, const noc_spread spreads[NOC_BANDS], size_t band,
                          double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->errors[i].outside && (band == NOC_BANDS || w->errors[i].band == band))
            w->list[count++] = times_wider(&spreads[w->errors[i].band], w->scores[i]);
    const size_t rank = rank_of(confidence, count);
    if (rank > count) return NAN;
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
    const double wider = widening_of(w, rule->spreads, NOC_BANDS, confidence);
    for (size_t b = 0; b < NOC_BANDS; b++) /* the larger factor, since few designs are outside */
        rule->outside[b] = fmax(isnan(wider) ? usual_outside : wider,
                                widening_of(w, rule->spreads, b, confidence));
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

/* ---- use ------------------------------------------------------------------------------------ */

double noc_contention_of(double latency, double idle)
{
    const double wait = latency - idle;
    return (wait < 0.0 ? 0.0 : wait) + NOC_IDLE_SHARE * idle;
}

void noc_latency_interval(const noc_spread *s, double scale, double value, double idle, double *lo,
                          double *hi)
{
    const double contention = noc_contention_of(value, idle), rest = value - contention;
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

/* ---- networks whose packets wait at their senders ------------------------------------------- */

enum { SATURATION = NOC_SENDERS_NONE }; /* row of saturation, after those of the kinds */

static const noc_spread sender_spreads[NOC_SENDERS_NONE + 1][NOC_BANDS] = {
#define NOC_SENDER_SPREAD(kind, band, low, high, count) [kind][band] = {low, high, count},
#include "hybrid/correction/intervals/sender_spreads.def"
#undef NOC_SENDER_SPREAD
};

noc_sender_kind noc_sender_kind_of_class(const noc_system *s, noc_class class)
{
    noc_sender_kind least = NOC_SENDERS_NONE;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        const noc_network_model_kind *model = noc_network_model_of(net);
        if (!net->carries[class] || !model->senders) continue;
        const noc_sender_kind kind = model->senders(s, n);
        if (least == NOC_SENDERS_NONE || kind > least) least = kind;
    }
    return least;
}

noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share)
{
    return sender_spreads[kind][noc_band_of(share)];
}

noc_spread noc_sender_saturation_spread(void)
{
    return sender_spreads[SATURATION][0];
}
