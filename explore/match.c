#include "explore/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* ---- one value ------------------------------------------------------------------------------ */

noc_status noc_match_measure(const noc_system *system, noc_metric_id metric, double *value,
                             const char **why, noc_diag *diag)
{
    noc_estimate e;
    const noc_trial_question limits = {.calibration = noc_calibration_shipped(),
                                       .kept = system->beside};
    const noc_status status = metric == NOC_METRIC_network_area_mm2
                                  ? noc_estimate_cost(system, &e, diag)
                                  : noc_estimate_trial(system, &limits, NAN, &e, diag);
    *value = NAN;
    if (status != NOC_OK) return status;
    *value = e.metrics[metric].value;
    *why = e.metrics[metric].why;
    return NOC_OK;
}

/* Number of a value and its metric; NAN: the value has no valid design. */
typedef struct point {
    size_t number;
    double metric;
} point;

enum { POINTS_MOST = 400 };

/* State of the search, with the tried points in order of their numbers. */
typedef struct search {
    const noc_source *source;
    const noc_design *from;
    const noc_match_wish *wish;
    noc_allowed allowed;
    point points[POINTS_MOST];
    size_t count;
    noc_config_memory texts;
    noc_kept kept; /* stage results of the last designs, for reuse */
    noc_diag first_fault;
} search;

/* Makes the design with value number i. */
static noc_status make(search *s, size_t i, noc_design **design, noc_diag *diag)
{
    const size_t had = s->from->override_count;
    const char **overrides = calloc(had + 1, sizeof *overrides);
    char text[NOC_ALLOWED_CHARS], *moved = NULL;
    noc_allowed_text(&s->allowed, i, text);
    if (!overrides || asprintf(&moved, "%s=%s", s->allowed.path, text) < 0) {
        free(overrides);
        return noc_fail_memory(diag);
    }
    for (size_t k = 0; k < had; k++) overrides[k] = s->from->overrides[k];
    overrides[had] = moved;
    const noc_status status =
        noc_design_read_next(s->source, overrides, had + 1, &s->texts, design, diag);
    free(moved);
    free(overrides);
    return status;
}

/* Computes the metric at value number i; NAN if the value has no valid design, or the design no
 * such metric. */
static noc_status measure(search *s, size_t i, double *metric, noc_diag *diag)
{
    noc_diag faults = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    const char *why;
    *metric = NAN;
    noc_status status = make(s, i, &design, &faults);
    if (status == NOC_OK) status = noc_system_compile_kept(design, &s->kept, &system, &faults);
    if (status == NOC_OK)
        status = noc_match_measure(system, s->wish->metric, metric, &why, &faults);
    noc_system_free(system);
    noc_design_free(design);
    if (s->first_fault.count == 0 && faults.count > 0)
        noc_fail(&s->first_fault, NOC_EUSAGE, s->wish->place, "%s", faults.messages[0].text);
    noc_diag_clear(&faults);
    return status == NOC_EFAILED ? noc_fail_memory(diag) : NOC_OK;
}

/* Finds the metric at value number i, computed once per value. */
static noc_status look(search *s, size_t i, double *metric, noc_diag *diag)
{
    size_t at = s->count;
    while (at > 0 && s->points[at - 1].number >= i) at--;
    if (at < s->count && s->points[at].number == i) {
        *metric = s->points[at].metric;
        return NOC_OK;
    }
    const noc_status status = measure(s, i, metric, diag);
    if (s->count == POINTS_MOST) return status;
    memmove(&s->points[at + 1], &s->points[at], (s->count - at) * sizeof *s->points);
    s->points[at] = (point){i, *metric};
    s->count++;
    return status;
}

/* ---- many values ---------------------------------------------------------------------------- */

enum { FEW = 16 };

/* Number of the next value to try: the following one of few values; of many, about twice as
 * large. */
static size_t next_of(const search *s, size_t i)
{
    const size_t count = s->allowed.count;
    if (count <= FEW) return i + 1;
    size_t next = 2 * i + 1;
    if (s->allowed.key && s->allowed.key->type == NOC_REAL && !s->allowed.listed)
        next = i + count / FEW;
    return next >= count && i + 1 < count ? count - 1 : next;
}

/* Finds the valid value nearest to the middle of (lower, upper); *found is `lower` if there is
 * none. */
static noc_status middle(search *s, size_t below, size_t above, size_t *at, double *metric,
                         noc_diag *diag)
{
    enum { TRIED_MOST = 16 };
    const size_t half = below + (above - below) / 2;
    *at = below;
    for (size_t k = 0; k < 2 * TRIED_MOST; k++) {
        const size_t away = k / 2 + k % 2;
        if (k % 2 ? half + away >= above : half < below + 1 + away) continue;
        const size_t i = k % 2 ? half + away : half - away;
        const noc_status status = look(s, i, metric, diag);
        if (status != NOC_OK) return status;
        if (!isfinite(*metric)) continue;
        *at = i;
        return NOC_OK;
    }
    return NOC_OK;
}

static bool equal(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Bisects (lower, upper) down to the two neighbours between which the metric crosses the target.
 * `is_rising`: the metric is larger at `upper` than at `lower`. */
static noc_status narrow(search *s, size_t below, size_t above, bool rises, noc_diag *diag)
{
    noc_status status = NOC_OK;
    while (status == NOC_OK && above - below > 1) {
        size_t at;
        double metric;
        status = middle(s, below, above, &at, &metric, diag);
        if (at == below) break;
        if ((metric < s->wish->target) == rises)
            below = at;
        else
            above = at;
    }
    return status;
}

/* Tries values at growing distances, and then values around the target. */
static noc_status look_around(search *s, noc_diag *diag)
{
    point before = {0, NAN};
    const double target = s->wish->target;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < s->allowed.count && status == NOC_OK; i = next_of(s, i)) {
        double metric;
        status = look(s, i, &metric, diag);
        if (status != NOC_OK || !isfinite(metric)) continue;
        if (isfinite(before.metric) && (before.metric < target) != (metric < target))
            status = narrow(s, before.number, i, before.metric < target, diag);
        before = (point){i, metric};
    }
    return status;
}

/* Finds the point nearest to the target, the first of equally near ones. NULL: no value has a valid
 * design. */
static const point *nearest(const search *s)
{
    const point *best = NULL;
    const double target = s->wish->target;
    for (const point *p = s->points; p < s->points + s->count; p++) {
        if (!isfinite(p->metric)) continue;
        if (!best || (fabs(p->metric - target) < fabs(best->metric - target) &&
                      !equal(p->metric, best->metric)))
            best = p;
    }
    return best;
}

/* Moves *best to the smallest value with the same metric, where the metric is flat. */
static noc_status first_alike(search *s, point *best, noc_diag *diag)
{
    size_t below = SIZE_MAX;
    noc_status status = NOC_OK;
    for (size_t k = 0; k < s->count && s->points[k].number < best->number; k++)
        if (isfinite(s->points[k].metric)) below = s->points[k].number;
    while (below != SIZE_MAX && status == NOC_OK && best->number - below > 1) {
        point p;
        status = middle(s, below, best->number, &p.number, &p.metric, diag);
        if (p.number == below) break;
        if (equal(p.metric, best->metric))
            *best = p;
        else
            below = p.number;
    }
    return status;
}

static noc_status run(search *s, noc_design **design, noc_match *match, noc_diag *diag)
{
    noc_status status = look_around(s, diag);
    const point *found = nearest(s);
    if (status == NOC_OK && !found)
        return noc_fail(diag, NOC_EUSAGE, s->wish->place, "no value of %s makes a design%s%s",
                        s->allowed.path, s->first_fault.count ? ": " : "",
                        s->first_fault.count ? s->first_fault.messages[0].text : "");
    if (status != NOC_OK) return status;
    point best = *found;
    status = first_alike(s, &best, diag);
    if (status == NOC_OK) status = make(s, best.number, design, diag);
    if (status != NOC_OK) return status;
    *match = (noc_match){.path = s->allowed.path,
                         .metric = s->wish->metric,
                         .value = best.metric,
                         .target = s->wish->target};
    match->met = fabs(match->value - match->target) <= NOC_MATCH_NEAR * fabs(match->target);
    noc_allowed_now(&s->allowed, s->from, match->from);
    noc_allowed_text(&s->allowed, best.number, match->to);
    return NOC_OK;
}

noc_status noc_match_find(const noc_source *source, const noc_design *from,
                          const noc_match_wish *wish, noc_design **design, noc_match *match,
                          noc_diag *diag)
{
    search *s = calloc(1, sizeof *s);
    if (!s) return noc_fail_memory(diag);
    *s = (search){.source = source, .from = from, .wish = wish};
    noc_status status = noc_allowed_of(from, wish->path, wish->listed, wish->listed_count,
                                       wish->place, &s->allowed, diag);
    if (status == NOC_OK) status = run(s, design, match, diag);
    noc_config_memory_clear(&s->texts);
    noc_kept_clear(&s->kept);
    noc_diag_clear(&s->first_fault);
    free(s);
    return status;
}
