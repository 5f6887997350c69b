#include "hybrid/training/learning/learn_intervals.h"

#include <math.h>
#include <stdlib.h>

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
        .features = l->answers[i].difficulty,
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
