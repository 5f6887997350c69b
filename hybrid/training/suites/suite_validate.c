#include "hybrid/training/suites/suite_validate.h"

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "network/kinds/traffic_keys.h"

static const double low_share = 0.55, high_share = 0.85;

const char *noc_trial_kind_name(noc_trial_kind kind)
{
    static const char *const names[] = {"latency < 55%", "latency < 85%", "latency > 85%",
                                        "saturation", "knee"};
    return kind < NOC_TRIAL_KINDS ? names[kind] : NULL;
}

double noc_trial_error(const noc_trial *t)
{
    return t->model / t->measured - 1.0;
}

bool noc_trial_has_interval(const noc_trial *t)
{
    return isfinite(t->lo) && isfinite(t->hi);
}

bool noc_trial_is_inside(const noc_trial *t)
{
    return t->lo <= t->measured && t->measured <= t->hi;
}

/* ---- trials --------------------------------------------------------------------------------- */

static void keep(noc_trials *trials, size_t design, noc_trial_kind kind, double load,
                 const noc_metric *m, double measured)
{
    if (isnan(measured)) return;
    trials->list[trials->count++] =
        (noc_trial){design, kind, load, m->value, m->lo, m->hi, measured};
}

static noc_trial_kind kind_of(double share)
{
    if (share <= low_share) return NOC_TRIAL_LOW;
    return share <= high_share ? NOC_TRIAL_HIGH : NOC_TRIAL_NEAR;
}

typedef struct subject {
    const noc_suite_case *design;
    size_t position;
    const noc_calibration *calibration;
    const noc_sampling *checking;
} subject;

static noc_status ask(const subject *s, double load, noc_estimate *e, noc_diag *diag)
{
    const noc_system *system = s->design->system;
    return s->checking ? noc_estimate_checked(system, s->calibration, load, s->checking, e, diag)
                       : noc_estimate_calibrated(system, s->calibration, load, NULL, e, diag);
}

static noc_status try_limits(const subject *s, noc_trials *trials, noc_diag *diag)
{
    noc_estimate e;
    const noc_suite_record *record = &s->design->record;
    const noc_status status = ask(s, NAN, &e, diag);
    if (status != NOC_OK) return status;
    keep(trials, s->position, NOC_TRIAL_SATURATION, NAN,
         &e.metrics[NOC_METRIC_saturation_flits_per_cycle], record->saturation);
    keep(trials, s->position, NOC_TRIAL_KNEE, NAN, &e.metrics[NOC_METRIC_knee_flits_per_cycle],
         record->knee);
    return NOC_OK;
}

static noc_status try_point(const subject *s, const noc_suite_point *point, noc_trials *trials,
                            noc_diag *diag)
{
    noc_estimate e;
    if (noc_answer_grows(point->answer)) return NOC_OK;
    const noc_status status = ask(s, point->load, &e, diag);
    if (status != NOC_OK) return status;
    const bool replies = noc_design_has_replies(s->design->design);
    keep(trials, s->position, kind_of(point->share), point->load,
         &e.metrics[replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles],
         point->latency);
    return NOC_OK;
}

noc_status noc_suite_try(const noc_suite *suite, const noc_calibration *calibration,
                         const noc_sampling *checking, noc_trials *trials, noc_diag *diag)
{
    noc_status status = NOC_OK;
    *trials = (noc_trials){
        calloc(suite->count * (NOC_SUITE_SHARES_MOST + 2) + 1, sizeof *trials->list), 0};
    if (!trials->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < suite->count && status == NOC_OK; i++) {
        const noc_suite_case *c = &suite->cases[i];
        const subject s = {c, i, calibration, checking};
        const size_t before = trials->count;
        if (!c->measured) continue;
        status = try_limits(&s, trials, diag);
        for (size_t p = 0; p < c->record.count && status == NOC_OK; p++)
            status = try_point(&s, &c->record.points[p], trials, diag);
        if (status != NOC_OK) trials->count = before;
    }
    return status;
}

/* ---- tallies -------------------------------------------------------------------------------- */

static void count(noc_tally *t, const noc_trial *trial)
{
    const double error = noc_trial_error(trial);
    if (isnan(error)) {
        t->missing++;
        return;
    }
    t->intervals += noc_trial_has_interval(trial);
    t->inside += noc_trial_is_inside(trial);
    t->count++;
    t->mean += fabs(error);
    t->bias += error;
    if (fabs(error) > fabs(t->worst)) t->worst = error;
}

static noc_tally finish(noc_tally t)
{
    t.mean = t.count ? t.mean / (double)t.count : NAN;
    t.bias = t.count ? t.bias / (double)t.count : NAN;
    if (t.count == 0) t.worst = NAN;
    return t;
}

/* Lists the trials of a kind in a family. Returns their number. */
static size_t choose(const noc_trials *trials, const noc_suite *suite, const char *family,
                     noc_trial_kind kind, const noc_trial **list)
{
    size_t found = 0;
    for (size_t i = 0; i < trials->count; i++) {
        const noc_trial *t = &trials->list[i];
        if (t->kind != kind) continue;
        if (!family || strcmp(suite->cases[t->design].family, family) == 0) list[found++] = t;
    }
    return found;
}

static double half_width_of(const noc_trial *t)
{
    return (t->hi - t->lo) / 2.0 / t->model;
}

/* Factor by which the interval must be wider to contain the measured value, below 1 if it does;
 * INFINITY: there is no answer. */
static double widening_of(const noc_trial *t)
{
    if (!noc_trial_has_interval(t)) return INFINITY;
    const double off = t->measured - t->model;
    return off > 0.0 ? off / (t->hi - t->model) : -off / (t->model - t->lo);
}

/* Least number that a share of the compared values does not exceed. `numbers`: scratch, one per
 * comparison. */
static double quantile(const noc_trial *const *list, size_t count, double (*of)(const noc_trial *),
                       double share, double *room)
{
    static const double rounding = 1e-9;
    if (count == 0) return NAN;
    for (size_t i = 0; i < count; i++) room[i] = of(list[i]);
    gsl_sort(room, 1, count);
    return room[(size_t)fmax(ceil(share * (double)count - rounding) - 1.0, 0.0)];
}

/* Finds width and widening factor of the intervals; both are NAN when out of memory. */
static void measure_intervals(noc_tally *t, const noc_trial **list, size_t count)
{
    double *room = malloc((count + 1) * sizeof *room);
    size_t held = 0;
    t->half_width = t->widening = NAN;
    if (room && t->intervals)
        t->widening = quantile(list, count, widening_of, NOC_TALLY_HELD, room);
    for (size_t i = 0; i < count; i++)
        if (noc_trial_has_interval(list[i])) list[held++] = list[i];
    if (room) t->half_width = quantile(list, held, half_width_of, 0.5, room);
    free(room);
}

noc_tally noc_trials_tally(const noc_trials *trials, const noc_suite *suite, const char *family,
                           noc_trial_kind kind)
{
    noc_tally t = {.half_width = NAN, .widening = NAN};
    const noc_trial **list = malloc((trials->count + 1) * sizeof *list);
    const size_t found = list ? choose(trials, suite, family, kind, list) : 0;
    for (size_t i = 0; i < found; i++) count(&t, list[i]);
    if (list) measure_intervals(&t, list, found);
    free(list);
    return finish(t);
}

noc_tally noc_trials_latency(const noc_trials *trials)
{
    noc_tally t = {0};
    for (size_t i = 0; i < trials->count; i++)
        if (trials->list[i].kind == NOC_TRIAL_LOW || trials->list[i].kind == NOC_TRIAL_HIGH)
            count(&t, &trials->list[i]);
    return finish(t);
}

/* ---- ranking -------------------------------------------------------------------------------- */

noc_ranking noc_suite_rank(const noc_suite *suite, const noc_trials *trials, size_t pairs)
{
    noc_ranking r = {0};
    const noc_trial **limits = calloc(trials->count + 1, sizeof(noc_trial *));
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t found = 0;
    for (size_t i = 0; limits && i < trials->count; i++)
        if (trials->list[i].kind == NOC_TRIAL_SATURATION) limits[found++] = &trials->list[i];
    if (rng) gsl_rng_set(rng, (unsigned long)suite->seed);
    for (; rng && found > 1 && r.pairs < pairs; r.pairs++) {
        const noc_trial *a = limits[gsl_rng_uniform_int(rng, found)];
        const noc_trial *b = limits[gsl_rng_uniform_int(rng, found)];
        const double uncertain = suite->cases[a->design].record.saturation_half +
                                 suite->cases[b->design].record.saturation_half;
        if (!(fabs(a->measured - b->measured) > uncertain)) continue;
        r.clear++;
        r.agreed += (a->model < b->model) == (a->measured < b->measured);
    }
    gsl_rng_free(rng);
    free(limits);
    return r;
}
