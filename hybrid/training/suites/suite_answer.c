#include "hybrid/training/suites/suite_answer.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "hybrid/correction/discrepancy/check.h"

/* ---- deviations ----------------------------------------------------------------------------- */

/* Logarithm of measured over modelled contention; each is at least its uncertainty. NAN: one of
 * both is missing. */
static double contention_deviation(const noc_corrected_model *a, const noc_suite_point *point)
{
    noc_model_point p;
    if (noc_answer_grows(point->answer)) return NAN;
    noc_corrected_solve(a, point->load, &p);
    const double idle = noc_latencies_of(&a->idle).of[NOC_LATENCY_WATCHED];
    const double model = noc_latencies_of(&p).of[NOC_LATENCY_WATCHED] - idle;
    const double measured = fmax(point->latency - idle, 0.0), least = NOC_IDLE_SHARE * idle;
    return log((measured + least) / (model + least));
}

/* Deviation at a share of saturation: of a point there, or interpolated between the points around
 * it. NAN: the share is outside. */
static double at_share(const noc_suite_record *record, const double *deviations, double share)
{
    static const double near = 0.02;
    for (size_t i = 0; i < record->count; i++) {
        const double from = record->points[i].share;
        if (fabs(from - share) <= near) return deviations[i];
        if (i + 1 == record->count || !(from < share && share < record->points[i + 1].share))
            continue;
        const double up = (share - from) / (record->points[i + 1].share - from);
        return deviations[i] + up * (deviations[i + 1] - deviations[i]);
    }
    return NAN;
}

noc_deviation noc_deviation_measured(noc_model *model, const noc_suite_record *record)
{
    noc_model_limits limits;
    double deviations[NOC_SUITE_SHARES_MOST];
    noc_model_find_limits(model, &limits);
    noc_deviation d = {.saturation = log(record->saturation / limits.saturation),
                       .knee = log(record->knee / limits.knee)};
    const noc_prediction met = {.deviation = {.saturation = d.saturation, .knee = d.knee}};
    const noc_corrected_model a = noc_correct(model, &met);
    for (size_t i = 0; i < record->count; i++)
        deviations[i] = contention_deviation(&a, &record->points[i]);
    for (size_t i = 0; i < NOC_DEVIATION_SHARES; i++)
        d.contention[i] = at_share(record, deviations, noc_deviation_share(i));
    return d;
}

/* ---- answers -------------------------------------------------------------------------------- */

enum { JOBS_MOST = 64 };

noc_latency_set noc_latencies_measured(const noc_suite_point *p)
{
    return (noc_latency_set){{p->latency, p->network, p->request, p->reply}};
}

/* Computes the answers after a check by the window at each load. Foreign measurements have no
 * windows: the next lower point, at about 80 % of the load, replaces it. */
static void answer_checked(const noc_corrected_model *model, const noc_suite_record *record,
                           noc_suite_answer *a)
{
    a->checked_saturation = a->checked_knee = NAN;
    for (size_t i = 0; i < record->count; i++) {
        const noc_suite_point *p = &record->points[i], *below = i > 0 ? p - 1 : NULL;
        const bool own = !isnan(p->window);
        for (int k = 0; k < NOC_LATENCIES; k++) a->checked[i].of[k] = NAN;
        if (!own && !below) continue;
        const noc_check_window window = {.load = own ? p->load : below->load,
                                         .latency = own ? p->window : below->latency};
        if (isnan(window.latency)) continue;
        const noc_check check = noc_check_learn(model, &window);
        a->checked[i] = noc_check_latencies(model, &check, p->load);
        if (p->share > NOC_CHECK_SHARE + 0.01) continue;
        a->checked_saturation = check.limits.saturation;
        a->checked_knee = check.limits.knee;
    }
}

static bool answer(const noc_suite_case *c, const noc_suite_question *asking,
                   const noc_prediction *predicted, noc_suite_answer *a)
{
    noc_model *model = noc_model_new(c->system);
    if (!model) return false;
    const noc_corrected_model corrected = noc_correct(model, predicted);
    a->limits = corrected.limits;
    a->difficulty = noc_difficulty_features_of(&corrected.predicted);
    a->idle = noc_latencies_of(&corrected.idle);
    for (size_t i = 0; i < c->record.count; i++)
        a->points[i] = noc_latencies_at(&corrected, c->record.points[i].load);
    if (asking->comparing) {
        a->features = noc_features_of(c->system, model);
        a->deviation = noc_deviation_measured(model, &c->record);
    }
    if (asking->checks) answer_checked(&corrected, &c->record, a);
    noc_model_free(model);
    return true;
}

typedef struct work {
    const noc_suite *suite;
    const noc_suite_question *asking;
    noc_suite_answer *answers;
    atomic_size_t next;
    atomic_bool failed;
} work;

static void *answer_some(void *context)
{
    static const noc_prediction none = {.distance = 0.0};
    work *w = context;
    const noc_prediction *predicted = w->asking->predicted;
    for (size_t i; (i = atomic_fetch_add(&w->next, 1)) < w->suite->count;) {
        const noc_suite_case *c = &w->suite->cases[i];
        if (c->measured && !answer(c, w->asking, predicted ? &predicted[i] : &none, &w->answers[i]))
            atomic_store(&w->failed, true);
    }
    return NULL;
}

noc_status noc_suite_answer_all(const noc_suite *suite, const noc_suite_question *asking,
                                noc_suite_answer *answers, noc_diag *diag)
{
    work w = {.suite = suite, .asking = asking, .answers = answers};
    pthread_t threads[JOBS_MOST];
    unsigned started = 0;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = asking->jobs ? asking->jobs : processors > 0 ? (unsigned)processors : 1;
    if (wanted > JOBS_MOST) wanted = JOBS_MOST;
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, answer_some, &w) == 0)
        started++;
    answer_some(&w);
    for (unsigned t = 0; t < started; t++) pthread_join(threads[t], NULL);
    return atomic_load(&w.failed) ? noc_fail_memory(diag) : NOC_OK;
}
