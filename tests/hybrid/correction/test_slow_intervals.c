/* Whether prediction intervals hold for designs that nothing was learned of: tenths of the training
 * suite held back, and designs with one value of a setting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/learning/calibrate.h"
#include "tests/support/designs/suites.h"
#include "tests/support/helpers.h"

/* ---- designs held back ---------------------------------------------------------------------- */

/* The training suite with the answers that the shipped intervals are learned from. */
typedef struct lesson {
    noc_suite suite;
    noc_suite_answer *answers;
    bool *out;                   /* designs held back */
    noc_suite_answer *held_back; /* of these, without them */
} lesson;

static lesson training(void)
{
    lesson l = {.suite = test_shipped_suite("training")};
    const size_t count = l.suite.count;
    l.answers = calloc(count, sizeof *l.answers);
    l.out = calloc(count, sizeof *l.out);
    l.held_back = calloc(count, sizeof *l.held_back);
    assert_non_null(noc_calibration_shipped());
    assert_int_equal(noc_calibration_answers(&l.suite, 0, l.answers, NULL, NULL), NOC_OK);
    return l;
}

static void lesson_free(lesson *l)
{
    free(l->answers);
    free(l->out);
    free(l->held_back);
    noc_suite_clear(&l->suite);
}

/* Learned without the designs held back. */
static noc_intervals learn_rest(const lesson *l)
{
    lesson rest = *l;
    noc_intervals v;
    rest.suite.cases = calloc(l->suite.count, sizeof *rest.suite.cases);
    rest.answers = calloc(l->suite.count, sizeof *rest.answers);
    rest.suite.count = 0;
    for (size_t i = 0; i < l->suite.count; i++) {
        if (l->out[i]) continue;
        rest.suite.cases[rest.suite.count] = l->suite.cases[i];
        rest.answers[rest.suite.count++] = l->answers[i];
    }
    assert_int_equal(noc_intervals_learn(&rest.suite, rest.answers, NULL, 0.9, &v, NULL), NOC_OK);
    free(rest.suite.cases);
    free(rest.answers);
    return v;
}

typedef struct hits {
    double inside, all;
} hits;

static void count(hits *h, double measured, double lo, double hi)
{
    if (isnan(measured) || isnan(lo)) return;
    h->inside += lo <= measured && measured <= hi;
    h->all++;
}

static void count_limit(const noc_interval_rule *rule, const noc_difficulty_features *f,
                        double widening, double model, double measured, hits *h)
{
    double lo, hi;
    noc_limit_interval(&rule->spreads[0], widening * noc_difficulty_predict(&rule->difficulty, f),
                       model, &lo, &hi);
    count(h, measured, lo, hi);
}

static void count_latency(const noc_interval_rule *rule, const noc_difficulty_features *f,
                          size_t band, double widening, double model, double idle, double measured,
                          hits *h)
{
    double lo, hi;
    noc_latency_interval(&rule->spreads[band],
                         widening * noc_difficulty_predict(&rule->difficulty, f), model, idle, &lo,
                         &hi);
    count(h, measured, lo, hi);
}

/* What the designs held back are answered when the others alone tell how they deviate. */
static void answer_held_back(lesson *l)
{
    noc_suite held = l->suite;
    const size_t count = l->suite.count;
    noc_features *features = calloc(count, sizeof *features);
    noc_deviation *deviations = calloc(count, sizeof *deviations);
    noc_prediction *predicted = calloc(count, sizeof *predicted);
    noc_suite_answer *answers = calloc(count, sizeof *answers);
    noc_kriging field;
    size_t rest = 0;
    for (size_t i = 0; i < count; i++) {
        if (l->out[i]) continue;
        features[rest] = l->answers[i].features;
        deviations[rest++] = l->answers[i].deviation;
    }
    assert_int_equal(noc_deviations_learn(features, deviations, rest, predicted, &field, NULL),
                     NOC_OK);
    held.cases = calloc(count, sizeof *held.cases);
    held.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!l->out[i]) continue;
        predicted[held.count] = noc_predict_deviation(&field, &l->answers[i].features);
        held.cases[held.count++] = l->suite.cases[i];
    }
    const noc_suite_question asking = {.predictions = predicted};
    assert_int_equal(noc_suite_answer_cases(&held, &asking, answers, NULL), NOC_OK);
    for (size_t i = count; i-- > 0;) {
        if (!l->out[i]) continue;
        answers[--held.count].features = l->answers[i].features;
        answers[held.count].deviation = l->answers[i].deviation;
        l->held_back[i] = answers[held.count];
    }
    noc_kriging_clear(&field);
    free(held.cases);
    free(answers);
    free(predicted);
    free(deviations);
    free(features);
}

/* How many of a design's measured figures lie inside. */
static void count_design(const noc_intervals *v, const lesson *l, size_t i, double widening,
                         hits h[NOC_SCORED_FIGURES])
{
    const noc_suite_record *record = &l->suite.cases[i].record;
    const noc_suite_answer *a = &l->held_back[i];
    const noc_difficulty_features *f = &a->difficulty;
    count_limit(&v->model_rules[NOC_SCORED_SATURATION], f, widening, a->limits.saturation,
                record->saturation, &h[NOC_SCORED_SATURATION]);
    count_limit(&v->model_rules[NOC_SCORED_KNEE], f, widening, a->limits.knee, record->knee,
                &h[NOC_SCORED_KNEE]);
    for (size_t p = 0; p < record->count; p++) {
        const noc_suite_point *point = &record->points[p];
        if (point->answer == NOC_ANSWER_SATURATED) continue;
        const size_t band = noc_band_find(point->load / a->limits.saturation);
        for (size_t k = 0; k < NOC_LATENCIES; k++)
            count_latency(&v->model_rules[k], f, band, widening, a->points[p].cycles[k],
                          a->idle.cycles[k], noc_suite_point_latencies(point).cycles[k], &h[k]);
    }
}

/* Adds the share of the designs held back that lies inside, each figure's counted as one. */
static void add_share(lesson *l, double widening, hits sum[NOC_SCORED_FIGURES])
{
    hits h[NOC_SCORED_FIGURES] = {{0.0, 0.0}};
    const noc_intervals v = learn_rest(l);
    answer_held_back(l);
    for (size_t i = 0; i < l->suite.count; i++)
        if (l->out[i]) count_design(&v, l, i, widening, h);
    for (size_t k = 0; k < NOC_SCORED_FIGURES; k++) {
        if (h[k].all == 0.0) continue;
        sum[k].inside += h[k].inside / h[k].all;
        sum[k].all += 1.0;
    }
}

/* 90 % are promised; of 904 limits a standard error is 1.0 %. */
static void check_shares(const char *what, const hits sum[NOC_SCORED_FIGURES], double least,
                         double most)
{
    for (size_t k = 0; k < NOC_SCORED_FIGURES; k++) {
        const double inside = sum[k].inside / sum[k].all;
        print_message("  %s: %-10s %.1f%% inside, mean of %.0f\n", what, noc_scored_figure_name(k),
                      100.0 * inside, sum[k].all);
        assert_true(inside >= least && inside <= most);
    }
}

/* Holds back the designs that have the value, or word, at one end of a setting's range. */
static bool hold_back(const lesson *l, const noc_seen_range *range, size_t end)
{
    noc_ranges *own = malloc(sizeof *own);
    size_t held = 0;
    for (size_t i = 0; i < l->suite.count; i++) {
        *own = (noc_ranges){.count = 0};
        noc_ranges_add(own, l->suite.cases[i].system);
        l->out[i] = false;
        for (size_t r = 0; r < own->count; r++) {
            const noc_seen_range *o = &own->list[r];
            if (strcmp(o->key, range->key) != 0) continue;
            for (size_t w = 0; w < o->word_count; w++)
                l->out[i] |= strcmp(o->words[w], range->words[end]) == 0;
            if (o->word_count == 0) l->out[i] = end ? o->high == range->high : o->low == range->low;
        }
        held += l->out[i];
    }
    free(own);
    return held > 0 && 2 * held < l->suite.count;
}

/* What designs outside of the calibrated range may expect: that of those that have a setting's
 * least or largest value, or one of its words, by deviations and intervals learned without them,
 * wider by as much as answers are where nothing was learned of what is outside. */
static void intervals_hold_outside_of_their_range(void **state)
{
    static const double widening = 1.25;
    hits sum[NOC_SCORED_FIGURES] = {{0.0, 0.0}};
    (void)state;
    lesson l = training();
    const noc_ranges *ranges = &noc_calibration_shipped()->ranges;
    for (size_t r = 0; r < ranges->count; r++) {
        const noc_seen_range *range = &ranges->list[r];
        if (range->word_count == 0 && range->low == range->high) continue;
        const size_t ends = range->word_count ? range->word_count : 2;
        for (size_t end = 0; end < ends; end++)
            if (hold_back(&l, range, end)) add_share(&l, widening, sum);
    }
    check_shares("values held back", sum, 0.85, 0.96);
    lesson_free(&l);
}

/* Cross-validation over tenths of the designs. */
static void intervals_hold_designs_held_back(void **state)
{
    enum { PARTS = 10 };
    hits sum[NOC_SCORED_FIGURES] = {{0.0, 0.0}};
    (void)state;
    lesson l = training();
    for (size_t part = 0; part < PARTS; part++) {
        for (size_t i = 0; i < l.suite.count; i++) l.out[i] = i % PARTS == part;
        add_share(&l, 1.0, sum);
    }
    check_shares("tenths held back", sum, 0.85, 0.96);
    lesson_free(&l);
}

int main(void)
{
    static test_list list;
    test_add(&list, "intervals hold designs held back", intervals_hold_designs_held_back);
    test_add(&list, "intervals hold outside of their range", intervals_hold_outside_of_their_range);
    return test_run("intervals, held back", &list);
}
