#include "hybrid/training/suites/suite_validate.h"

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "hybrid/answers/estimate.h"
#include "network/kinds/traffic_keys.h"

static const double low_share = 0.55, high_share = 0.85;

const char *noc_compared_kind_name(noc_compared_kind kind)
{
    static const char *const names[] = {"latency < 55%", "latency < 85%", "latency > 85%",
                                        "saturation", "knee"};
    return kind < NOC_COMPARED_KINDS ? names[kind] : NULL;
}

double noc_suite_relative_error(const noc_suite_comparison *t)
{
    return t->model / t->measured - 1.0;
}

bool noc_has_interval(const noc_suite_comparison *t)
{
    return isfinite(t->lo) && isfinite(t->hi);
}

bool noc_is_inside_interval(const noc_suite_comparison *t)
{
    return t->lo <= t->measured && t->measured <= t->hi;
}

/* ---- comparisons ---------------------------------------------------------------------------- */

static void add_comparison(noc_suite_comparisons *comparisons, size_t design,
                           noc_compared_kind kind, double load, const noc_metric *m,
                           double measured)
{
    if (isnan(measured)) return;
    comparisons->list[comparisons->count++] =
        (noc_suite_comparison){design, kind, load, m->value, m->lo, m->hi, measured};
}

static noc_compared_kind find_kind(double share)
{
    if (share <= low_share) return NOC_COMPARED_LOW;
    return share <= high_share ? NOC_COMPARED_MIDDLE : NOC_COMPARED_HIGH;
}

typedef struct compared_case {
    const noc_suite_case *design;
    size_t position;
    const noc_calibration *calibration;
    const noc_sampling *check_sampling;
} compared_case;

static noc_status answer_case(const compared_case *s, double load, noc_estimate *e, noc_diag *diag)
{
    const noc_system *system = s->design->system;
    return s->check_sampling
               ? noc_estimate_checked(system, s->calibration, load, s->check_sampling, e, diag)
               : noc_estimate_calibrated(system, s->calibration, load, NULL, e, diag);
}

static noc_status compare_limits(const compared_case *s, noc_suite_comparisons *comparisons,
                                 noc_diag *diag)
{
    noc_estimate e;
    const noc_suite_record *record = &s->design->record;
    const noc_status status = answer_case(s, NAN, &e, diag);
    if (status != NOC_OK) return status;
    add_comparison(comparisons, s->position, NOC_COMPARED_SATURATION, NAN,
                   &e.metrics[NOC_METRIC_saturation_flits_per_cycle], record->saturation);
    add_comparison(comparisons, s->position, NOC_COMPARED_KNEE, NAN,
                   &e.metrics[NOC_METRIC_knee_flits_per_cycle], record->knee);
    return NOC_OK;
}

static noc_status compare_point(const compared_case *s, const noc_suite_point *point,
                                noc_suite_comparisons *comparisons, noc_diag *diag)
{
    noc_estimate e;
    if (noc_answer_has_growth(point->answer)) return NOC_OK;
    const noc_status status = answer_case(s, point->load, &e, diag);
    if (status != NOC_OK) return status;
    const bool replies = noc_design_has_replies(s->design->design);
    add_comparison(
        comparisons, s->position, find_kind(point->share), point->load,
        &e.metrics[replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles],
        point->latency);
    return NOC_OK;
}

noc_status noc_suite_compare(const noc_suite *suite, const noc_calibration *calibration,
                             const noc_sampling *check_sampling, noc_suite_comparisons *comparisons,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    *comparisons = (noc_suite_comparisons){
        calloc(suite->count * (NOC_SUITE_SHARES_MAX + 2) + 1, sizeof *comparisons->list), 0};
    if (!comparisons->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < suite->count && status == NOC_OK; i++) {
        const noc_suite_case *c = &suite->cases[i];
        const compared_case s = {c, i, calibration, check_sampling};
        const size_t before = comparisons->count;
        if (!c->is_measured) continue;
        status = compare_limits(&s, comparisons, diag);
        for (size_t p = 0; p < c->record.count && status == NOC_OK; p++)
            status = compare_point(&s, &c->record.points[p], comparisons, diag);
        if (status != NOC_OK) comparisons->count = before;
    }
    return status;
}

/* ---- tallies -------------------------------------------------------------------------------- */

static void count_comparison(noc_tally *t, const noc_suite_comparison *comparison)
{
    const double error = noc_suite_relative_error(comparison);
    if (isnan(error)) {
        t->missing++;
        return;
    }
    t->interval_count += noc_has_interval(comparison);
    t->inside_count += noc_is_inside_interval(comparison);
    t->count++;
    t->mean_error += fabs(error);
    t->mean_signed_error += error;
    if (fabs(error) > fabs(t->worst_error)) t->worst_error = error;
}

static noc_tally finish_tally(noc_tally t)
{
    t.mean_error = t.count ? t.mean_error / (double)t.count : NAN;
    t.mean_signed_error = t.count ? t.mean_signed_error / (double)t.count : NAN;
    if (t.count == 0) t.worst_error = NAN;
    return t;
}

/* Lists the comparisons of a kind in a family; NULL: all families. Returns their number. */
static size_t list_comparisons(const noc_suite_comparisons *comparisons, const noc_suite *suite,
                               const char *family, noc_compared_kind kind,
                               const noc_suite_comparison **list)
{
    size_t found = 0;
    for (size_t i = 0; i < comparisons->count; i++) {
        const noc_suite_comparison *t = &comparisons->list[i];
        if (t->kind != kind) continue;
        if (!family || strcmp(suite->cases[t->case_index].family, family) == 0) list[found++] = t;
    }
    return found;
}

static double compute_half_width(const noc_suite_comparison *t)
{
    return (t->hi - t->lo) / 2.0 / t->model;
}

/* Factor by which the interval must be wider to contain the measured value, below 1 if it does;
 * INFINITY: there is no answer. */
static double compute_widening(const noc_suite_comparison *t)
{
    if (!noc_has_interval(t)) return INFINITY;
    const double error = t->measured - t->model;
    return error > 0.0 ? error / (t->hi - t->model) : -error / (t->model - t->lo);
}

/* Least value that the values of a share of the comparisons do not exceed. `value`: finds a
 * comparison's value. `numbers`: scratch, one per comparison. */
static double quantile(const noc_suite_comparison *const *list, size_t count,
                       double (*value)(const noc_suite_comparison *), double share, double *numbers)
{
    static const double rounding = 1e-9;
    if (count == 0) return NAN;
    for (size_t i = 0; i < count; i++) numbers[i] = value(list[i]);
    gsl_sort(numbers, 1, count);
    return numbers[(size_t)fmax(ceil(share * (double)count - rounding) - 1.0, 0.0)];
}

/* Finds width and widening factor of the intervals; both are NAN when out of memory. */
static void measure_intervals(noc_tally *t, const noc_suite_comparison **list, size_t count)
{
    NOC_AUTO_FREE double *numbers = malloc((count + 1) * sizeof *numbers);
    size_t interval_count = 0;
    t->half_width = t->widening = NAN;
    if (numbers && t->interval_count)
        t->widening = quantile(list, count, compute_widening, NOC_TALLY_HELD, numbers);
    for (size_t i = 0; i < count; i++)
        if (noc_has_interval(list[i])) list[interval_count++] = list[i];
    if (numbers) t->half_width = quantile(list, interval_count, compute_half_width, 0.5, numbers);
}

noc_tally noc_comparisons_tally(const noc_suite_comparisons *comparisons, const noc_suite *suite,
                                const char *family, noc_compared_kind kind)
{
    noc_tally t = {.half_width = NAN, .widening = NAN};
    NOC_AUTO_FREE const noc_suite_comparison **list =
        malloc((comparisons->count + 1) * sizeof *list);
    const size_t found = list ? list_comparisons(comparisons, suite, family, kind, list) : 0;
    for (size_t i = 0; i < found; i++) count_comparison(&t, list[i]);
    if (list) measure_intervals(&t, list, found);
    return finish_tally(t);
}

noc_tally noc_comparisons_tally_low(const noc_suite_comparisons *comparisons)
{
    noc_tally t = {0};
    for (size_t i = 0; i < comparisons->count; i++)
        if (comparisons->list[i].kind == NOC_COMPARED_LOW ||
            comparisons->list[i].kind == NOC_COMPARED_MIDDLE)
            count_comparison(&t, &comparisons->list[i]);
    return finish_tally(t);
}

/* ---- ranking -------------------------------------------------------------------------------- */

noc_ranking noc_suite_rank(const noc_suite *suite, const noc_suite_comparisons *comparisons,
                           size_t pairs)
{
    noc_ranking r = {0};
    NOC_AUTO_FREE const noc_suite_comparison **limits =
        calloc(comparisons->count + 1, sizeof *limits);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t found = 0;
    for (size_t i = 0; limits && i < comparisons->count; i++)
        if (comparisons->list[i].kind == NOC_COMPARED_SATURATION)
            limits[found++] = &comparisons->list[i];
    if (rng) gsl_rng_set(rng, (unsigned long)suite->seed);
    for (; rng && found > 1 && r.pairs < pairs; r.pairs++) {
        const noc_suite_comparison *a = limits[gsl_rng_uniform_int(rng, found)];
        const noc_suite_comparison *b = limits[gsl_rng_uniform_int(rng, found)];
        const double uncertain = suite->cases[a->case_index].record.saturation_half_width +
                                 suite->cases[b->case_index].record.saturation_half_width;
        if (!(fabs(a->measured - b->measured) > uncertain)) continue;
        r.clear_pairs++;
        r.agreed_pairs += (a->model < b->model) == (a->measured < b->measured);
    }
    gsl_rng_free(rng);
    return r;
}
