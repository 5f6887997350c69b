#include "hybrid/training/learning/calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/auto.h"
#include "hybrid/answers/unread/unread.h"

/* least numbers of designs: measured, and unseen while the model was made */
enum { DESIGNS_MIN = 30, UNSEEN_MIN = 60 };

/* ---- answers -------------------------------------------------------------------------------- */

/* Predicts the deviation of each measured design by all others; zeros for unmeasured designs. */
static noc_status predict_deviations(const noc_suite *suite, const noc_suite_answer *answers,
                                     noc_kriging *field, noc_prediction *predicted, noc_diag *diag)
{
    const size_t count = suite->count;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_features *features = noc_arena_array(&scratch, count, sizeof *features);
    noc_deviation *measured = noc_arena_array(&scratch, count, sizeof *measured);
    noc_prediction *leave_one_out = noc_arena_array(&scratch, count, sizeof *leave_one_out);
    size_t found = 0;
    if (scratch.is_short) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) {
        if (!suite->cases[i].is_measured) continue;
        features[found] = answers[i].features;
        measured[found++] = answers[i].deviation;
    }
    const noc_status status =
        noc_deviations_learn(features, measured, found, leave_one_out, field, diag);
    for (size_t i = count; status == NOC_OK && i-- > 0;)
        if (suite->cases[i].is_measured) predicted[i] = leave_one_out[--found];
    return status;
}

/* Replaces the answers by corrected ones, except for features and deviations. */
static noc_status answer_corrected(const noc_suite *suite, const noc_prediction *predicted,
                                   unsigned jobs, noc_suite_answer *answers, noc_diag *diag)
{
    const noc_suite_question question = {
        .predictions = predicted, .wants_checks = true, .jobs = jobs};
    NOC_AUTO_FREE noc_suite_answer *corrected = calloc(suite->count + 1, sizeof *corrected);
    if (!corrected) return noc_fail_memory(diag);
    const noc_status status = noc_suite_answer_cases(suite, &question, corrected, diag);
    for (size_t i = 0; status == NOC_OK && i < suite->count; i++) {
        corrected[i].features = answers[i].features;
        corrected[i].deviation = answers[i].deviation;
        answers[i] = corrected[i];
    }
    return status;
}

noc_status noc_calibration_answers(const noc_suite *suite, unsigned jobs, noc_suite_answer *answers,
                                   noc_kriging *field, noc_diag *diag)
{
    const noc_suite_question question = {.wants_features = true, .jobs = jobs};
    NOC_AUTO(noc_kriging_clear) noc_kriging own_field = {0};
    NOC_AUTO_FREE noc_prediction *predicted = calloc(suite->count + 1, sizeof *predicted);
    if (!predicted) return noc_fail_memory(diag);
    noc_status status = noc_suite_answer_cases(suite, &question, answers, diag);
    if (status == NOC_OK)
        status = predict_deviations(suite, answers, field ? field : &own_field, predicted, diag);
    return status == NOC_OK ? answer_corrected(suite, predicted, jobs, answers, diag) : status;
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* State of learning a rule: errors and their source. */
typedef struct learner {
    const noc_suite *suite;
    const noc_suite_answer *answers;
    const bool *is_outside; /* one flag per case; NULL: no case is outside */
    bool uses_all_cases;    /* all cases set the width, since too few were unseen */
    bool is_checked;
    noc_training_error *errors;
    size_t count;
} learner;

static void keep_error(learner *l, double error, double share, size_t i)
{
    if (!isfinite(error)) return;
    l->errors[l->count++] = (noc_training_error){
        .error = error,
        .features = l->answers[i].difficulty,
        .band = noc_band_find(share),
        .fold = (unsigned char)(i % NOC_FOLDS),
        .is_outside = l->is_outside && l->is_outside[i],
        .sets_width = l->uses_all_cases || !l->suite->cases[i].is_seen,
    };
}

/* Adds the errors of latencies, except of points with a saturated sample. */
static void keep_latencies(learner *l, size_t i, noc_latency kind)
{
    const noc_suite_record *record = &l->suite->cases[i].record;
    const noc_suite_answer *a = &l->answers[i];
    const double saturation = l->is_checked ? a->checked_saturation : a->limits.saturation;
    for (size_t p = 0; p < record->count; p++) {
        const noc_suite_point *point = &record->points[p];
        const double idle = a->idle.cycles[kind];
        const double model =
            l->is_checked ? a->checked_points[p].cycles[kind] : a->points[p].cycles[kind];
        const double measured = noc_suite_point_latencies(point).cycles[kind];
        if (noc_answer_has_growth(point->answer) || isnan(saturation)) continue;
        keep_error(l,
                   log(noc_contention_cycles(measured, idle) / noc_contention_cycles(model, idle)),
                   point->load / saturation, i);
    }
}

static void keep_limit(learner *l, size_t i, size_t scored)
{
    const noc_suite_record *record = &l->suite->cases[i].record;
    const noc_suite_answer *a = &l->answers[i];
    const double saturation = l->is_checked ? a->checked_saturation : a->limits.saturation;
    const double knee = l->is_checked ? a->checked_knee : a->limits.knee;
    const bool is_saturation = scored == NOC_SCORED_SATURATION;
    keep_error(l, log(is_saturation ? record->saturation / saturation : record->knee / knee), 0.0,
               i);
}

static noc_status learn_rule(learner *l, size_t scored, double confidence, noc_interval_rule *rule,
                             noc_diag *diag)
{
    l->count = 0;
    for (size_t i = 0; i < l->suite->count; i++) {
        if (!l->suite->cases[i].is_measured) continue;
        if (scored < NOC_LATENCIES)
            keep_latencies(l, i, (noc_latency)scored);
        else
            keep_limit(l, i, scored);
    }
    return noc_rule_learn(l->errors, l->count, confidence, rule, diag);
}

/* True if too few cases were unseen. Intervals are meant for unseen designs. Cases that were seen
 * while the model was made have smaller errors, and do not set the width if there are enough
 * others. */
static bool has_few_unseen_cases(const noc_suite *suite)
{
    size_t unseen = 0;
    for (size_t i = 0; i < suite->count; i++)
        unseen += suite->cases[i].is_measured && !suite->cases[i].is_seen;
    return unseen < UNSEEN_MIN;
}

noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *is_outside, double confidence, noc_intervals *v,
                               noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    learner l = {
        .suite = suite,
        .answers = answers,
        .is_outside = is_outside,
        .uses_all_cases = has_few_unseen_cases(suite),
        .errors = noc_arena_array(&scratch, suite->count * NOC_SUITE_SHARES_MAX, sizeof *l.errors)};
    noc_status status = scratch.is_short ? noc_fail_memory(diag) : NOC_OK;
    *v = (noc_intervals){.confidence = confidence};
    for (size_t s = 0; s < NOC_SCORED_FIGURES && status == NOC_OK; s++) {
        l.is_checked = false;
        status = learn_rule(&l, s, confidence, &v->model_rules[s], diag);
        l.is_checked = true;
        if (status == NOC_OK) status = learn_rule(&l, s, confidence, &v->checked_rules[s], diag);
    }
    return status;
}

/* ---- calibration ---------------------------------------------------------------------------- */

static bool can_continue(const noc_calibrate_options *options, double done)
{
    return !options->progress || options->progress(options->context, done);
}

void noc_suite_find_outside(const noc_ranges *ranges, const noc_suite *suite, bool *is_outside)
{
    char setting[120];
    for (size_t i = 0; i < suite->count; i++) {
        const noc_suite_case *c = &suite->cases[i];
        is_outside[i] =
            c->is_measured && noc_ranges_exclude(ranges, c->system, noc_is_unread_network_key,
                                                 setting, sizeof setting);
    }
}

static noc_status learn(const noc_suite *all, const noc_calibrate_options *options,
                        noc_calibration *c, noc_diag *diag)
{
    /* confidence of intervals; share of the time until all answers are found */
    static const double confidence = 0.9, answered_share = 0.9;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_suite_answer *answers = noc_arena_array(&scratch, all->count, sizeof *answers);
    bool *is_outside = noc_arena_array(&scratch, all->count, sizeof *is_outside);
    if (scratch.is_short) return noc_fail_memory(diag);
    if (!can_continue(options, 0.0)) return NOC_EINTERRUPTED;
    const noc_status status =
        noc_calibration_answers(all, options->jobs, answers, &c->deviations, diag);
    if (status != NOC_OK) return status;
    if (!can_continue(options, answered_share)) return NOC_EINTERRUPTED;
    noc_suite_find_outside(&c->ranges, all, is_outside);
    return noc_intervals_learn(all, answers, is_outside, confidence, &c->intervals, diag);
}

static void widen_ranges(const noc_suite *suite, noc_ranges *ranges)
{
    for (size_t i = 0; i < suite->count; i++)
        if (suite->cases[i].is_measured && !suite->cases[i].is_held_back)
            noc_ranges_add(ranges, suite->cases[i].system);
}

noc_status noc_calibrate(const noc_suite *suite, const noc_calibrate_options *options,
                         noc_calibration *c, noc_diag *diag)
{
    noc_suite all;
    *c = (noc_calibration){.seed = suite->seed};
    noc_status status = noc_suite_join(suite, &all, diag);
    if (status != NOC_OK) return status;
    c->designs = all.measured_count;
    snprintf(c->suite, sizeof c->suite, "%s", suite->name);
    snprintf(c->version, sizeof c->version, "%s", options->version);
    widen_ranges(suite, &c->ranges);
    for (size_t k = 0; k < suite->joined_count; k++)
        if (suite->joined_suites[k].widens_ranges)
            widen_ranges(&suite->joined_suites[k], &c->ranges);
    if (all.measured_count < DESIGNS_MIN)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){suite->file, 0},
                          "only %zu of its designs are measured; a calibration needs at least %d",
                          all.measured_count, DESIGNS_MIN);
    if (status == NOC_OK) status = learn(&all, options, c, diag);
    if (status != NOC_OK) noc_calibration_clear(c);
    noc_arena_clear(&all.arena);
    return status;
}
