#include "hybrid/training/learning/calibrate.h"

#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/unread/unread.h"
#include "hybrid/training/learning/learn_intervals.h"

enum { LEAST = 30 };

/* ---- answers -------------------------------------------------------------------------------- */

/* Leave-one-out prediction of each design's discrepancy; zeros for designs without measurement. */
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

/* The corrected answers, which keep features and deviations of those compared. */
static noc_status answer_corrected(const noc_suite *suite, const noc_prediction *predicted,
                                   unsigned jobs, noc_suite_answer *answers, noc_diag *diag)
{
    const noc_suite_asking asking = {.predicted = predicted, .checks = true, .jobs = jobs};
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
    const noc_suite_asking comparing = {.comparing = true, .jobs = jobs};
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

/* ---- the whole ------------------------------------------------------------------------------ */

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
    static const double confidence = 0.9, answered = 0.9; /* share of the time */
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
    for (size_t i = 0; i < suite->count; i++)
        if (suite->cases[i].measured) noc_ranges_add(&c->ranges, suite->cases[i].system);
    if (all.measured < LEAST)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){suite->file, 0},
                          "only %zu of its designs are measured; a calibration needs at least %d",
                          all.measured, LEAST);
    if (status == NOC_OK) status = learn(&all, how, c, diag);
    if (status != NOC_OK) noc_calibration_clear(c);
    free(all.cases);
    return status;
}
