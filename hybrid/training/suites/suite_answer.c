#include "hybrid/training/suites/suite_answer.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "hybrid/correction/discrepancy/check.h"

/* ---- deviations ----------------------------------------------------------------------------- */

/* Logarithm of measured over modelled contention; each is at least its uncertainty. NAN: either is
 * missing. */
static double contention_deviation(const noc_corrected_model *a, const noc_suite_point *point)
{
    noc_model_point p;
    if (noc_answer_has_growth(point->answer)) return NAN;
    noc_corrected_solve(a, point->load, &p);
    const double idle = noc_point_latencies(&a->idle_point).cycles[NOC_LATENCY_MAIN];
    const double model = noc_point_latencies(&p).cycles[NOC_LATENCY_MAIN] - idle;
    const double measured = fmax(point->latency - idle, 0.0), least = NOC_IDLE_SHARE * idle;
    return log((measured + least) / (model + least));
}

/* Deviation at a share of saturation: of a point there, or interpolated between the points around
 * it. NAN: the share is outside. */
static double interpolate_deviation(const noc_suite_record *record, const double *deviations,
                                    double share)
{
    static const double tolerance = 0.02;
    for (size_t i = 0; i < record->count; i++) {
        const double left_share = record->points[i].share;
        if (fabs(left_share - share) <= tolerance) return deviations[i];
        if (i + 1 == record->count || !(left_share < share && share < record->points[i + 1].share))
            continue;
        const double weight = (share - left_share) / (record->points[i + 1].share - left_share);
        return deviations[i] + weight * (deviations[i + 1] - deviations[i]);
    }
    return NAN;
}

noc_deviation noc_deviation_measure(noc_model *model, const noc_suite_record *record)
{
    noc_model_limits limits;
    double deviations[NOC_SUITE_SHARES_MAX];
    noc_model_find_limits(model, &limits);
    noc_deviation d = {.saturation = log(record->saturation / limits.saturation),
                       .knee = log(record->knee / limits.knee)};
    const noc_prediction prediction = {.deviation = {.saturation = d.saturation, .knee = d.knee}};
    const noc_corrected_model a = noc_correct_model(model, &prediction);
    for (size_t i = 0; i < record->count; i++)
        deviations[i] = contention_deviation(&a, &record->points[i]);
    for (size_t i = 0; i < NOC_DEVIATION_SHARES; i++)
        d.contention[i] = interpolate_deviation(record, deviations, noc_deviation_share(i));
    return d;
}

/* ---- answers -------------------------------------------------------------------------------- */

enum { JOBS_MAX = 64 };

noc_latency_set noc_suite_point_latencies(const noc_suite_point *p)
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
        const bool has_window = !isnan(p->window);
        for (int k = 0; k < NOC_LATENCIES; k++) a->checked_points[i].cycles[k] = NAN;
        if (!has_window && !below) continue;
        const noc_check_window window = {.load = has_window ? p->load : below->load,
                                         .latency = has_window ? p->window : below->latency};
        if (isnan(window.latency)) continue;
        const noc_check check = noc_check_learn(model, &window);
        a->checked_points[i] = noc_check_latencies(model, &check, p->load);
        if (p->share > NOC_CHECK_SHARE + 0.01) continue;
        a->checked_saturation = check.limits.saturation;
        a->checked_knee = check.limits.knee;
    }
}

static bool answer_case(const noc_suite_case *c, const noc_suite_question *question,
                        const noc_prediction *predicted, noc_suite_answer *a)
{
    noc_model *model = noc_model_new(c->system);
    if (!model) return false;
    const noc_corrected_model corrected = noc_correct_model(model, predicted);
    a->limits = corrected.corrected_limits;
    a->difficulty = noc_difficulty_find(&corrected.prediction);
    a->idle = noc_point_latencies(&corrected.idle_point);
    for (size_t i = 0; i < c->record.count; i++)
        a->points[i] = noc_load_latencies(&corrected, c->record.points[i].load);
    if (question->wants_features) {
        a->features = noc_features_find(c->system, model);
        a->deviation = noc_deviation_measure(model, &c->record);
    }
    if (question->wants_checks) answer_checked(&corrected, &c->record, a);
    noc_model_free(model);
    return true;
}

typedef struct work {
    const noc_suite *suite;
    const noc_suite_question *question;
    noc_suite_answer *answers;
    atomic_size_t next_case;
    atomic_bool has_failed;
} work;

static void *answer_next_cases(void *context)
{
    static const noc_prediction none = {.distance = 0.0};
    work *w = context;
    const noc_prediction *predicted = w->question->predictions;
    for (size_t i; (i = atomic_fetch_add(&w->next_case, 1)) < w->suite->count;) {
        const noc_suite_case *c = &w->suite->cases[i];
        if (c->is_measured &&
            !answer_case(c, w->question, predicted ? &predicted[i] : &none, &w->answers[i]))
            atomic_store(&w->has_failed, true);
    }
    return NULL;
}

noc_status noc_suite_answer_cases(const noc_suite *suite, const noc_suite_question *question,
                                  noc_suite_answer *answers, noc_diag *diag)
{
    work w = {.suite = suite, .question = question, .answers = answers};
    pthread_t threads[JOBS_MAX];
    unsigned started = 0;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = question->jobs ? question->jobs : processors > 0 ? (unsigned)processors : 1;
    if (wanted > JOBS_MAX) wanted = JOBS_MAX;
    while (started + 1 < wanted &&
           pthread_create(&threads[started], NULL, answer_next_cases, &w) == 0)
        started++;
    answer_next_cases(&w);
    for (unsigned t = 0; t < started; t++) pthread_join(threads[t], NULL);
    return atomic_load(&w.has_failed) ? noc_fail_memory(diag) : NOC_OK;
}
