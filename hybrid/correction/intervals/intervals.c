#include "hybrid/correction/intervals/intervals.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/auto.h"

const char *noc_scored_figure_name(size_t figure)
{
    static const char *const names[] = {"watched", "network",    "request",
                                        "reply",   "saturation", "knee"};
    return figure < NOC_SCORED_FIGURES ? names[figure] : NULL;
}

static const double band_ends[NOC_BANDS] = {0.35, 0.575, 0.725, 0.85, INFINITY};

size_t noc_band_find(double share)
{
    size_t band = 0;
    while (band + 1 < NOC_BANDS && share >= band_ends[band]) band++;
    return band;
}

double noc_band_end(size_t i)
{
    return band_ends[i];
}

static int compare_values(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Least rank, among `count` sorted values, of a value that one more value does not exceed with at
 * least this probability; above `count`: there is none. */
static size_t find_rank(double probability, size_t count)
{
    static const double rounding = 1e-9; /* 95 % of 20 is 19 */
    return (size_t)ceil(probability * (double)(count + 1) - rounding);
}

noc_spread noc_conformal_spread(double *scores, size_t count, double confidence)
{
    const size_t high = find_rank((1.0 + confidence) / 2.0, count);
    if (high > count) return (noc_spread){NAN, NAN, count};
    qsort(scores, count, sizeof *scores, compare_values);
    return (noc_spread){scores[count - high], scores[high - 1], count};
}

/* ---- rules ---------------------------------------------------------------------------------- */

/* Widening factor outside the ranges if too few designs were measured there. Intervals learned
 * without the designs that have a setting's least or largest value, or one of its words, contain 84
 * to 92 % of these designs' figures, by figure; a quarter wider, 88 to 95 % (test_intervals). */
static const double default_widening = 1.25;

/* Scratch for learning a rule: lists with one element per error. */
typedef struct rule_learner {
    const noc_training_error *errors;
    size_t count;
    noc_difficulty_features *features;
    double *numbers; /* errors, or scores */
    double *scores;  /* scores, one per error */
} rule_learner;

/* Learns the difficulty from all folds except one; NOC_FOLDS: from all. */
static noc_status learn_difficulty(rule_learner *w, unsigned char fold, noc_difficulty *difficulty,
                                   noc_diag *diag)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (w->errors[i].fold == fold) continue;
        w->features[count] = w->errors[i].features;
        w->numbers[count++] = w->errors[i].error;
    }
    return noc_difficulty_learn(w->features, w->numbers, count, difficulty, diag);
}

/* Computes the scores of one fold, with the difficulty learned from the others. */
static noc_status score_fold(rule_learner *w, unsigned char fold, noc_diag *diag)
{
    noc_difficulty difficulty;
    const noc_status status = learn_difficulty(w, fold, &difficulty, diag);
    for (size_t i = 0; status == NOC_OK && i < w->count; i++)
        if (w->errors[i].fold == fold)
            w->scores[i] =
                w->errors[i].error / noc_difficulty_predict(&difficulty, &w->errors[i].features);
    return status;
}

/* Spread of the scores of a band; NOC_BANDS: of all bands. Only scores that set the width count. If
 * the difficulty could not be learned for a fold, there is no spread. */
static noc_spread find_spread(rule_learner *w, size_t band, double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!isfinite(w->scores[i])) return (noc_spread){NAN, NAN, 0};
        if (w->errors[i].sets_width && (band == NOC_BANDS || w->errors[i].band == band))
            w->numbers[count++] = w->scores[i];
    }
    return noc_conformal_spread(w->numbers, count, confidence);
}

/* Factor by which the interval of a band must be wider to contain a score. */
static double compute_widening(const noc_spread *spread, double score)
{
    const double end = score < 0.0 ? fmin(spread->low, 0.0) : fmax(spread->high, 0.0);
    return score == 0.0 ? 0.0 : score / end; /* infinite if the interval ends at the answer */
}

/* Factor, at least 1, with which intervals outside the ranges hold the confidence; NAN: too few
 * errors are outside. `band`: NOC_BANDS for all bands. */
static double find_widening(rule_learner *w, const noc_spread spreads[NOC_BANDS], size_t band,
                            double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->errors[i].is_outside && (band == NOC_BANDS || w->errors[i].band == band))
            w->numbers[count++] = compute_widening(&spreads[w->errors[i].band], w->scores[i]);
    const size_t rank = find_rank(confidence, count);
    if (rank > count) return NAN;
    qsort(w->numbers, count, sizeof *w->numbers, compare_values);
    return fmax(w->numbers[rank - 1], 1.0);
}

static void find_spreads(rule_learner *w, double confidence, noc_interval_rule *rule)
{
    const noc_spread common_spread = find_spread(w, NOC_BANDS, confidence);
    for (size_t b = 0; b < NOC_BANDS; b++) {
        rule->spreads[b] = find_spread(w, b, confidence);
        if (isnan(rule->spreads[b].low)) rule->spreads[b] = common_spread;
    }
    const double common_widening = find_widening(w, rule->spreads, NOC_BANDS, confidence);
    for (size_t b = 0; b < NOC_BANDS; b++) /* the larger factor, since few designs are outside */
        rule->widening_factors[b] =
            fmax(isnan(common_widening) ? default_widening : common_widening,
                 find_widening(w, rule->spreads, b, confidence));
}

noc_status noc_rule_learn(const noc_training_error *errors, size_t count, double confidence,
                          noc_interval_rule *rule, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    rule_learner w = {errors, count, noc_arena_array(&scratch, count, sizeof *w.features),
                      noc_arena_array(&scratch, count, sizeof *w.numbers),
                      noc_arena_array(&scratch, count, sizeof *w.scores)};
    noc_status status = scratch.is_short ? noc_fail_memory(diag) : NOC_OK;
    for (unsigned char fold = 0; fold < NOC_FOLDS && status == NOC_OK; fold++)
        status = score_fold(&w, fold, diag);
    if (status == NOC_OK) status = learn_difficulty(&w, NOC_FOLDS, &rule->difficulty, diag);
    if (status == NOC_OK) find_spreads(&w, confidence, rule);
    return status;
}

/* ---- use ------------------------------------------------------------------------------------ */

double noc_contention_cycles(double latency, double idle)
{
    const double wait = latency - idle;
    return (wait < 0.0 ? 0.0 : wait) + NOC_IDLE_SHARE * idle;
}

void noc_latency_interval(const noc_spread *s, double scale, double value, double idle, double *lo,
                          double *hi)
{
    const double contention = noc_contention_cycles(value, idle), offset = value - contention;
    noc_limit_interval(s, scale, contention, lo, hi);
    *lo += offset;
    *hi += offset;
}

void noc_limit_interval(const noc_spread *s, double scale, double value, double *lo, double *hi)
{
    const double lower = s->low * scale, upper = s->high * scale;
    *lo = *hi = NAN;
    if (isnan(lower) || isnan(upper)) return;
    *lo = value * exp(fmin(lower, 0.0));
    *hi = value * exp(fmax(upper, 0.0));
}

/* ---- networks whose packets wait at their senders ------------------------------------------- */

enum { SATURATION = NOC_SENDERS_NONE }; /* row of saturation, after those of the kinds */

static const noc_spread sender_spreads[NOC_SENDERS_NONE + 1][NOC_BANDS] = {
#define NOC_SENDER_SPREAD(kind, band, low, high, count) [kind][band] = {low, high, count},
#include "hybrid/correction/intervals/sender_spreads.def"
#undef NOC_SENDER_SPREAD
};

noc_sender_kind noc_sender_kind_find(const noc_system *s, noc_class class)
{
    noc_sender_kind least_exact = NOC_SENDERS_NONE;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        const noc_network_model_kind *model = noc_network_model_of(net);
        if (!net->carries[class] || !model->find_sender_kind) continue;
        const noc_sender_kind kind = model->find_sender_kind(s, n);
        if (least_exact == NOC_SENDERS_NONE || kind > least_exact) least_exact = kind;
    }
    return least_exact;
}

noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share)
{
    return sender_spreads[kind][noc_band_find(share)];
}

noc_spread noc_sender_saturation_spread(void)
{
    return sender_spreads[SATURATION][0];
}
