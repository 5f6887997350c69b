#include "explore/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* ---- one value ------------------------------------------------------------------------------ */

noc_status noc_match_measure(const noc_system *system, noc_metric_id metric, double *value,
                             const char **reason, noc_diag *diag)
{
    noc_estimate e;
    const noc_trial_question limits = {.calibration = noc_calibration_shipped(),
                                       .kept_results = system->command_values};
    const noc_status status = metric == NOC_METRIC_network_area_mm2
                                  ? noc_estimate_cost(system, &e, diag)
                                  : noc_estimate_trial(system, &limits, NAN, &e, diag);
    *value = NAN;
    if (status != NOC_OK) return status;
    *value = e.metrics[metric].value;
    *reason = e.metrics[metric].reason;
    return NOC_OK;
}

/* Number of a value and its metric; NAN: the value has no valid design. */
typedef struct point {
    size_t number;
    double metric;
} point;

enum { POINTS_MAX = 400 };

/* State of the search, with the tried points in order of their numbers. */
typedef struct match_search {
    const noc_source *source;
    const noc_design *base;
    const noc_match_target *target;
    noc_allowed_values allowed;
    point points[POINTS_MAX];
    size_t count;
    noc_config_memory texts;
    noc_value_cache stage_results; /* stage results of the last designs, for reuse */
    noc_diag first_fault;
} match_search;

/* Makes the design with value number i. */
static noc_status make_design(match_search *s, size_t i, noc_design **design, noc_diag *diag)
{
    const size_t override_count = s->base->override_count;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const char **overrides = noc_arena_array(&scratch, override_count + 1, sizeof *overrides);
    char text[NOC_ALLOWED_CHARS];
    noc_allowed_write_value(&s->allowed, i, text);
    const char *override = noc_arena_text(&scratch, "%s=%s", s->allowed.path, text);
    if (scratch.is_short) return noc_fail_memory(diag);
    for (size_t k = 0; k < override_count; k++) overrides[k] = s->base->overrides[k];
    overrides[override_count] = override;
    return noc_design_read_next(s->source, overrides, override_count + 1, &s->texts, design, diag);
}

/* Computes the metric at value number i; NAN if the value has no valid design, or the design no
 * such metric. */
static noc_status measure_value(match_search *s, size_t i, double *metric, noc_diag *diag)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    const char *reason;
    *metric = NAN;
    noc_status status = make_design(s, i, &design, &faults);
    if (status == NOC_OK)
        status = noc_system_compile_kept(design, &s->stage_results, &system, &faults);
    if (status == NOC_OK)
        status = noc_match_measure(system, s->target->metric, metric, &reason, &faults);
    if (s->first_fault.count == 0 && faults.count > 0)
        noc_fail(&s->first_fault, NOC_EUSAGE, s->target->fault_place, "%s",
                 faults.messages[0].text);
    return status == NOC_EFAILED ? noc_fail_memory(diag) : NOC_OK;
}

/* Finds the metric at value number i, computed once per value. */
static noc_status measure_once(match_search *s, size_t i, double *metric, noc_diag *diag)
{
    size_t position = s->count;
    while (position > 0 && s->points[position - 1].number >= i) position--;
    if (position < s->count && s->points[position].number == i) {
        *metric = s->points[position].metric;
        return NOC_OK;
    }
    const noc_status status = measure_value(s, i, metric, diag);
    if (s->count == POINTS_MAX) return status;
    memmove(&s->points[position + 1], &s->points[position],
            (s->count - position) * sizeof *s->points);
    s->points[position] = (point){i, *metric};
    s->count++;
    return status;
}

/* ---- many values ---------------------------------------------------------------------------- */

enum { FEW_VALUES = 16 };

/* Number of the next value to try: the following one of few values; of many, about twice as
 * large. */
static size_t find_next(const match_search *s, size_t i)
{
    const size_t count = s->allowed.count;
    if (count <= FEW_VALUES) return i + 1;
    size_t next = 2 * i + 1;
    if (s->allowed.key && s->allowed.key->type == NOC_REAL && !s->allowed.listed_values)
        next = i + count / FEW_VALUES;
    return next >= count && i + 1 < count ? count - 1 : next;
}

/* Finds the valid value nearest to the middle of (lower, upper); *found is `lower` if there is
 * none. */
static noc_status find_middle(match_search *s, size_t lower, size_t upper, size_t *found,
                              double *metric, noc_diag *diag)
{
    enum { TRIED_MAX = 16 };
    const size_t midpoint = lower + (upper - lower) / 2;
    *found = lower;
    for (size_t k = 0; k < 2 * TRIED_MAX; k++) {
        const size_t distance = k / 2 + k % 2;
        if (k % 2 ? midpoint + distance >= upper : midpoint < lower + 1 + distance) continue;
        const size_t i = k % 2 ? midpoint + distance : midpoint - distance;
        const noc_status status = measure_once(s, i, metric, diag);
        if (status != NOC_OK) return status;
        if (!isfinite(*metric)) continue;
        *found = i;
        return NOC_OK;
    }
    return NOC_OK;
}

static bool is_equal(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Bisects (lower, upper) down to the two neighbours between which the metric crosses the target.
 * `is_rising`: the metric is larger at `upper` than at `lower`. */
static noc_status bisect(match_search *s, size_t lower, size_t upper, bool is_rising,
                         noc_diag *diag)
{
    noc_status status = NOC_OK;
    while (status == NOC_OK && upper - lower > 1) {
        size_t middle_value;
        double metric;
        status = find_middle(s, lower, upper, &middle_value, &metric, diag);
        if (middle_value == lower) break;
        if ((metric < s->target->value) == is_rising)
            lower = middle_value;
        else
            upper = middle_value;
    }
    return status;
}

/* Tries values at growing distances, and then values around the target. */
static noc_status search_values(match_search *s, noc_diag *diag)
{
    point previous = {0, NAN};
    const double target = s->target->value;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < s->allowed.count && status == NOC_OK; i = find_next(s, i)) {
        double metric;
        status = measure_once(s, i, &metric, diag);
        if (status != NOC_OK || !isfinite(metric)) continue;
        if (isfinite(previous.metric) && (previous.metric < target) != (metric < target))
            status = bisect(s, previous.number, i, previous.metric < target, diag);
        previous = (point){i, metric};
    }
    return status;
}

/* Finds the point nearest to the target, the first of equally near ones. NULL: no value has a valid
 * design. */
static const point *find_nearest(const match_search *s)
{
    const point *best = NULL;
    const double target = s->target->value;
    for (const point *p = s->points; p < s->points + s->count; p++) {
        if (!isfinite(p->metric)) continue;
        if (!best || (fabs(p->metric - target) < fabs(best->metric - target) &&
                      !is_equal(p->metric, best->metric)))
            best = p;
    }
    return best;
}

/* Moves *best to the smallest value with the same metric, where the metric is flat. */
static noc_status find_first_equal(match_search *s, point *best, noc_diag *diag)
{
    size_t lower = SIZE_MAX;
    noc_status status = NOC_OK;
    for (size_t k = 0; k < s->count && s->points[k].number < best->number; k++)
        if (isfinite(s->points[k].metric)) lower = s->points[k].number;
    while (lower != SIZE_MAX && status == NOC_OK && best->number - lower > 1) {
        point p;
        status = find_middle(s, lower, best->number, &p.number, &p.metric, diag);
        if (p.number == lower) break;
        if (is_equal(p.metric, best->metric))
            *best = p;
        else
            lower = p.number;
    }
    return status;
}

static noc_status run_search(match_search *s, noc_design **design, noc_match *match, noc_diag *diag)
{
    noc_status status = search_values(s, diag);
    const point *found = find_nearest(s);
    if (status == NOC_OK && !found)
        return noc_fail(diag, NOC_EUSAGE, s->target->fault_place,
                        "no value of %s makes a design%s%s", s->allowed.path,
                        s->first_fault.count ? ": " : "",
                        s->first_fault.count ? s->first_fault.messages[0].text : "");
    if (status != NOC_OK) return status;
    point best = *found;
    status = find_first_equal(s, &best, diag);
    if (status == NOC_OK) status = make_design(s, best.number, design, diag);
    if (status != NOC_OK) return status;
    *match = (noc_match){.path = s->allowed.path,
                         .metric = s->target->metric,
                         .value = best.metric,
                         .target = s->target->value};
    match->is_met = fabs(match->value - match->target) <= NOC_MATCH_NEAR * fabs(match->target);
    noc_allowed_write_current(&s->allowed, s->base, match->old_text);
    noc_allowed_write_value(&s->allowed, best.number, match->new_text);
    return NOC_OK;
}

static void clear_search(match_search **s)
{
    if (!*s) return;
    noc_config_memory_clear(&(*s)->texts);
    noc_cache_clear(&(*s)->stage_results);
    noc_diag_clear(&(*s)->first_fault);
    free(*s);
}

noc_status noc_match_find(const noc_source *source, const noc_design *base,
                          const noc_match_target *target, noc_design **design, noc_match *match,
                          noc_diag *diag)
{
    NOC_AUTO(clear_search) match_search *s = calloc(1, sizeof *s);
    if (!s) return noc_fail_memory(diag);
    *s = (match_search){.source = source, .base = base, .target = target};
    const noc_status status =
        noc_allowed_values_find(base, target->path, target->listed_values, target->listed_count,
                                target->fault_place, &s->allowed, diag);
    return status == NOC_OK ? run_search(s, design, match, diag) : status;
}
