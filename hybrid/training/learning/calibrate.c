#include "hybrid/training/learning/calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/unread/unread.h"

/* least numbers of designs: measured, and unseen while the model was made */
enum { LEAST = 30, LEAST_TELLING = 60 };

/* ---- answers -------------------------------------------------------------------------------- */

/* Predicts the deviation of each measured design by all others; zeros for unmeasured designs. */
static noc_status tell_deviations(const noc_suite *suite, const noc_suite_answer *answers,
                                  noc_kriging *field, noc_prediction *predicted, noc_diag *diag)
{
    const size_t count = suite->count;
    noc_features *features = calloc(count + 1, sizeof *features);
    noc_deviation *measured = calloc(count + 1, sizeof *measured);
    noc_prediction *left_out = calloc(count + 1, sizeof *left_out);
    size_t found = 0;
    for (size_t i = 0; features && measured && i < count; i++) {
        if (!suite->cases[i].measured) continue;
        features[found] = answers[i].features;
        measured[found++] = answers[i].deviation;
    }
    noc_status status = features && measured && left_out ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK)
        status = noc_deviations_learn(features, measured, found, left_out, field, diag);
    for (size_t i = count; status == NOC_OK && i-- > 0;)
        if (suite->cases[i].measured) predicted[i] = left_out[--found];
    free(left_out);
    free(measured);
    free(features);
    return status;
}

/* Replaces the answers by corrected ones, except for features and deviations. */
static noc_status answer_corrected(const noc_suite *suite, const noc_prediction *predicted,
                                   unsigned jobs, noc_suite_answer *answers, noc_diag *diag)
{
    const noc_suite_question asking = {.predicted = predicted, .checks = true, .jobs = jobs};
    noc_suite_answer *corrected = calloc(suite->count + 1, sizeof *corrected);
    if (!corrected) return noc_fail_memory(diag);
    const noc_status status = noc_suite_answer_all(suite, &asking, corrected, diag);
    for (size_t i = 0; status == NOC_OK && i < suite->count; i++) {
        corrected[i].features = answers[i].features;
        corrected[i].deviation = answers[i].deviation;
        answers[i] = corrected[i];
    }
    free(corrected);
    return status;
}

noc_status noc_calibration_answers(const noc_suite *suite, unsigned jobs, noc_suite_answer *answers,
                                   noc_kriging *field, noc_diag *diag)
{
    const noc_suite_question comparing = {.comparing = true, .jobs = jobs};
    noc_kriging own = {0};
    noc_prediction *predicted = calloc(suite->count + 1, sizeof *predicted);
    noc_status status = predicted ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_suite_answer_all(suite, &comparing, answers, diag);
    if (status == NOC_OK)
        status = tell_deviations(suite, answers, field ? field : &own, predicted, diag);
    if (status == NOC_OK) status = answer_corrected(suite, predicted, jobs, answers, diag);
    noc_kriging_clear(&own);
    free(predicted);
    return status;
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* State of learning a rule: errors and their source. */
typedef struct learner {
    const noc_suite *suite;
    const noc_suite_answer *answers;
    const bool *outside; /* one flag per case; NULL: no case is outside */
    bool all_tell;       /* all cases set the width, since too few were unseen */
    bool checked;
    noc_rule_error *errors;
    size_t count;
} learner;

static void keep(learner *l, double error, double share, size_t i)
{
    if (!isfinite(error)) return;
    l->errors[l->count++] = (noc_rule_error){
        .error = error,
        .features = l->answers[i].difficulty,
        .band = noc_band_of(share),
        .third = (unsigned char)(i % NOC_THIRDS),
        .outside = l->outside && l->outside[i],
        .tells = l->all_tell || !l->suite->cases[i].in_sight,
    };
}

/* Adds the errors of latencies, except of points with a saturated sample. */
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
        keep(l, log(noc_contention_of(measured, idle) / noc_contention_of(model, idle)),
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

/* True if too few cases were unseen. Intervals are meant for unseen designs. Cases that were seen
 * while the model was made have smaller errors, and do not set the width if there are enough
 * others. */
static bool too_few_tell(const noc_suite *suite)
{
    size_t telling = 0;
    for (size_t i = 0; i < suite->count; i++)
        telling += suite->cases[i].measured && !suite->cases[i].in_sight;
    return telling < LEAST_TELLING;
}

noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *outside, double confidence, noc_intervals *v,
                               noc_diag *diag)
{
    learner l = {
        .suite = suite, .answers = answers, .outside = outside, .all_tell = too_few_tell(suite)};
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

/* ---- calibration ---------------------------------------------------------------------------- */

static bool goes_on(const noc_calibrating *how, double done)
{
    return !how->progress || how->progress(how->context, done);
}

void noc_calibration_outside(const noc_ranges *ranges, const noc_suite *suite, bool *outside)
{
    char setting[120];
    for (size_t i = 0; i < suite->count; i++) {
        const noc_suite_case *c = &suite->cases[i];
        outside[i] = c->measured && noc_ranges_outside(ranges, c->system, noc_unread_in_network,
                                                       setting, sizeof setting);
    }
}

static noc_status learn(const noc_suite *all, const noc_calibrating *how, noc_calibration *c,
                        noc_diag *diag)
{
    /* confidence of intervals; share of the time until all answers are found */
    static const double confidence = 0.9, answered = 0.9;
    noc_suite_answer *answers = calloc(all->count + 1, sizeof *answers);
    bool *outside = calloc(all->count + 1, sizeof *outside);
    noc_status status = answers && outside ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK && !goes_on(how, 0.0)) status = NOC_EINTERRUPTED;
    if (status == NOC_OK)
        status = noc_calibration_answers(all, how->jobs, answers, &c->deviations, diag);
    if (status == NOC_OK && !goes_on(how, answered)) status = NOC_EINTERRUPTED;
    if (status == NOC_OK) {
        noc_calibration_outside(&c->ranges, all, outside);
        status = noc_intervals_learn(all, answers, outside, confidence, &c->intervals, diag);
    }
    free(outside);
    free(answers);
    return status;
}

static void span(const noc_suite *suite, noc_ranges *ranges)
{
    for (size_t i = 0; i < suite->count; i++)
        if (suite->cases[i].measured && !suite->cases[i].held_back)
            noc_ranges_add(ranges, suite->cases[i].system);
}

noc_status noc_calibrate(const noc_suite *suite, const noc_calibrating *how, noc_calibration *c,
                         noc_diag *diag)
{
    noc_suite all;
    *c = (noc_calibration){.seed = suite->seed};
    noc_status status = noc_suite_join(suite, &all, diag);
    if (status != NOC_OK) return status;
    c->designs = all.measured;
    snprintf(c->suite, sizeof c->suite, "%s", suite->name);
    snprintf(c->version, sizeof c->version, "%s", how->version);
    span(suite, &c->ranges);
    for (size_t k = 0; k < suite->also_count; k++)
        if (suite->also[k].spans) span(&suite->also[k], &c->ranges);
    if (all.measured < LEAST)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){suite->file, 0},
                          "only %zu of its designs are measured; a calibration needs at least %d",
                          all.measured, LEAST);
    if (status == NOC_OK) status = learn(&all, how, c, diag);
    if (status != NOC_OK) noc_calibration_clear(c);
    free(all.cases);
    return status;
}
