#include "explore/front/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/front/front.h"

const noc_entry *noc_candidate_entry(const noc_candidate *c)
{
    return c->model ? c->model : c->sample;
}

/* Finds the correction of a design's metric; NULL if nothing was learned for the metric. */
static const noc_correction *find_correction(const noc_candidates *candidates,
                                             const noc_candidate *c, noc_metric_id id)
{
    for (size_t i = 0; i < candidates->objectives.count; i++)
        if (candidates->objectives.list[i].metric == id &&
            candidates->corrections_info[i].measured_count > 0)
            return &candidates->corrections[i][c - candidates->list];
    return NULL;
}

/* Corrects a model value by a learned correction. Without a correction, a value without an interval
 * gets the stated model_error as the bound of the ratio of model to truth. */
static noc_metric correct_metric(noc_metric m, const noc_correction *correction, double model_error)
{
    const double centre = correction ? correction->centre : 0.0,
                 half_width = correction ? correction->half_width : log1p(model_error);
    if (!correction && isfinite(m.lo)) return m;
    m.lo = m.value * exp(centre - half_width);
    m.hi = m.value * exp(centre + half_width);
    m.value *= exp(centre);
    return m;
}

static bool has_sample(const noc_candidate *c, noc_metric_id id)
{
    return c->sample && isfinite(c->sample->metrics[id].value);
}

static noc_contrast_side make_side(const noc_entry *e)
{
    return (noc_contrast_side){.metrics = e->metrics, .scale = e->scale};
}

/* Corrects an entry's metric if it is the model's and not exact. */
static noc_metric correct_model_metric(const noc_candidates *candidates, const noc_candidate *c,
                                       noc_metric_id id, noc_metric m)
{
    if (has_sample(c, id) || noc_metric_info_of(id)->exact || isnan(m.value)) return m;
    return correct_metric(m, find_correction(candidates, c, id), candidates->model_error);
}

static const noc_entry *find_entry(const noc_candidate *c, noc_metric_id id)
{
    return has_sample(c, id) || !c->model ? c->sample : c->model;
}

noc_metric noc_candidate_true_metric(const noc_candidates *candidates, const noc_candidate *c,
                                     noc_metric_id id)
{
    return correct_model_metric(candidates, c, id, find_entry(c, id)->metrics[id]);
}

noc_metric noc_candidate_metric(const noc_candidates *candidates, const noc_candidate *c,
                                noc_metric_id id, bool *is_measured)
{
    const noc_contrast_side side = make_side(find_entry(c, id));
    if (is_measured) *is_measured = has_sample(c, id) && !noc_metric_info_of(id)->exact;
    if (!candidates->is_paired) return noc_candidate_true_metric(candidates, c, id);
    const noc_contrast_side centre = {.metrics = candidates->cost_means,
                                      .scale = candidates->cost_scale};
    noc_metric m = correct_model_metric(candidates, c, id, noc_metric_recentre(&side, &centre, id));
    if (!find_correction(candidates, c, id) || has_sample(c, id)) return m;
    /* half-width of the cost's error, which the learned correction does not include */
    const double cost = exp(noc_cost_error(&side, &centre, id));
    m.lo /= cost;
    m.hi *= cost;
    return m;
}

bool noc_candidate_uses_stated(const noc_candidates *candidates, const noc_candidate *c,
                               noc_metric_id id)
{
    return !has_sample(c, id) && !noc_metric_info_of(id)->exact &&
           !find_correction(candidates, c, id) && !(c->model && isfinite(c->model->metrics[id].lo));
}

bool noc_candidate_is_measured(const noc_candidates *candidates, const noc_candidate *c)
{
    for (size_t i = 0; i < candidates->objectives.count; i++) {
        const noc_metric_id id = candidates->objectives.list[i].metric;
        if (!noc_metric_info_of(id)->exact && !has_sample(c, id)) return false;
    }
    return true;
}

bool noc_candidate_is_sampled(const noc_candidates *candidates, const noc_candidate *c)
{
    bool has_measurable = false;
    for (size_t i = 0; i < candidates->objectives.count; i++)
        has_measurable |= !noc_metric_info_of(candidates->objectives.list[i].metric)->exact;
    return has_measurable && c->sample && noc_candidate_is_measured(candidates, c);
}

bool noc_candidate_is_possible(const noc_candidates *candidates, size_t i)
{
    return candidates->marks[i].membership != NOC_FRONT_OFF &&
           !candidates->marks[i].is_on_value_front && candidates->odds[i] >= NOC_ODDS_COUNTED;
}

noc_membership noc_candidate_membership(const noc_candidates *candidates, size_t i)
{
    const noc_front_mark *mark = &candidates->marks[i];
    return mark->is_on_value_front || noc_candidate_is_possible(candidates, i) ? mark->membership
                                                                               : NOC_FRONT_OFF;
}

static double read_reach_mhz(const noc_candidate *c)
{
    return find_entry(c, NOC_METRIC_max_clock_mhz)->metrics[NOC_METRIC_max_clock_mhz].value;
}

noc_reach noc_candidate_reach(const noc_candidate *c)
{
    const double reach_mhz = read_reach_mhz(c), clock_mhz = noc_candidate_entry(c)->clock_mhz;
    if (!isfinite(reach_mhz) || !isfinite(clock_mhz)) return NOC_REACH_UNKNOWN;
    return clock_mhz > reach_mhz ? NOC_REACH_BEYOND : NOC_REACH_WITHIN;
}

static bool is_complete(const noc_candidates *candidates, const noc_candidate *c)
{
    for (size_t i = 0; i < candidates->objectives.count; i++)
        if (!isfinite(
                noc_candidate_metric(candidates, c, candidates->objectives.list[i].metric, NULL)
                    .value))
            return false;
    return true;
}

/* Fills a point; each coordinate is turned so that larger is better. */
static void set_point(const noc_candidates *candidates, const noc_candidate *c, noc_front_point *p)
{
    for (size_t i = 0; i < candidates->objectives.count; i++) {
        const noc_metric m =
            noc_candidate_metric(candidates, c, candidates->objectives.list[i].metric, NULL);
        const bool is_maximised = candidates->objectives.list[i].is_maximised,
                   has_interval = isfinite(m.lo) && isfinite(m.hi);
        const double lo = has_interval ? fmin(m.lo, m.value) : m.value;
        const double hi = has_interval ? fmax(m.hi, m.value) : m.value;
        p->value[i] = is_maximised ? m.value : -m.value;
        p->worst[i] = is_maximised ? lo : -hi;
        p->best[i] = is_maximised ? hi : -lo;
    }
}

noc_status noc_candidates_mark(noc_candidates *candidates, noc_diag *diag)
{
    for (size_t i = 0; i < candidates->count; i++)
        set_point(candidates, &candidates->list[i], &candidates->points[i]);
    return noc_front_mark_all(candidates->points, candidates->racing_count,
                              candidates->objectives.count, candidates->marks, diag);
}

noc_status noc_candidates_weigh(noc_candidates *candidates, noc_diag *diag)
{
    const noc_status status =
        noc_front_estimate_odds(candidates->points, candidates->marks, candidates->racing_count,
                                candidates->objectives.count, candidates->odds, diag);
    for (size_t i = 0; i < candidates->racing_count && status == NOC_OK; i++)
        if (!candidates->marks[i].is_on_value_front && candidates->odds[i] < NOC_ODDS_COUNTED)
            candidates->odds[i] = 0.0;
    return status;
}

static void count_reach(const noc_candidate *c, noc_reach reach, noc_reach_counts *counts)
{
    const double reach_mhz = read_reach_mhz(c);
    if (reach == NOC_REACH_BEYOND) {
        const bool first = counts->counts[reach] == 0;
        counts->lowest_mhz = first ? reach_mhz : fmin(counts->lowest_mhz, reach_mhz);
        counts->highest_mhz = first ? reach_mhz : fmax(counts->highest_mhz, reach_mhz);
    }
    counts->counts[reach]++;
}

static bool has_cost_objective(const noc_objectives *objectives)
{
    bool has_cost = false;
    for (size_t i = 0; i < objectives->count; i++)
        has_cost |= noc_metric_info_of(objectives->list[i].metric)->cost;
    return has_cost;
}

static bool has_equal_parts(const noc_entry *a, const noc_entry *b)
{
    return strcmp(a->unpriced ? a->unpriced : "", b->unpriced ? b->unpriced : "") == 0;
}

/* True if cost is an objective and unpriced parts differ between designs. Unpriced parts common to
 * all designs change no order. */
static bool has_unequal_prices(const noc_entries *entries, const noc_objectives *objectives)
{
    bool is_unequal = false;
    for (size_t i = 1; i < entries->count; i++)
        is_unequal |= !has_equal_parts(&entries->list[0], &entries->list[i]);
    return is_unequal && has_cost_objective(objectives);
}

bool noc_candidate_is_priced(const noc_candidates *candidates, const noc_candidate *c)
{
    return candidates->has_equal_prices || !noc_candidate_entry(c)->unpriced;
}

static void count_unpriced(const noc_candidate *c, noc_candidates *candidates)
{
    if (noc_candidate_is_priced(candidates, c)) return;
    if (candidates->unpriced_count++ == 0)
        candidates->unpriced_example = noc_candidate_entry(c)->unpriced;
}

bool noc_candidate_is_overclocked(const noc_candidates *candidates, const noc_candidate *c)
{
    return noc_candidate_reach(c) == NOC_REACH_BEYOND && !candidates->rules.allows_overclock;
}

static bool can_race(const noc_candidates *candidates, const noc_candidate *c)
{
    return !noc_candidate_is_overclocked(candidates, c) &&
           (noc_candidate_is_priced(candidates, c) || candidates->rules.allows_unpriced);
}

/* Adds the designs that are compared (is_racing), or all other designs. Entries of one design are
 * adjacent. */
static void gather_designs(const noc_entries *entries, bool is_racing, noc_candidates *candidates)
{
    for (size_t i = 0; i < entries->count;) {
        noc_candidate c = {NULL, NULL};
        const char *hash = entries->list[i].hash;
        for (; i < entries->count && strcmp(entries->list[i].hash, hash) == 0; i++)
            *(entries->list[i].method == NOC_METHOD_MODEL ? &c.model : &c.sample) =
                &entries->list[i];
        const bool has_objectives = is_complete(candidates, &c);
        candidates->incomplete_count += is_racing && !has_objectives;
        if (!has_objectives || is_racing != can_race(candidates, &c)) continue;
        count_reach(&c, noc_candidate_reach(&c), &candidates->reach_counts);
        count_unpriced(&c, candidates);
        candidates->list[candidates->count++] = c;
        candidates->racing_count += is_racing;
    }
}

/* Finds the mean of each metric over the designs. If all costs share one scale, the error of the
 * scale cancels in comparisons, and intervals of costs are relative to the mean. */
static void pair_costs(noc_candidates *candidates)
{
    double sums[NOC_METRICS] = {0.0};
    size_t counts[NOC_METRICS] = {0};
    candidates->is_paired = candidates->count > 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const noc_entry *e = noc_candidate_entry(&candidates->list[i]);
        if (i == 0) candidates->cost_scale = e->scale;
        candidates->is_paired =
            candidates->is_paired && noc_scales_are_equal(&e->scale, &candidates->cost_scale);
        for (int id = 0; id < NOC_METRICS; id++)
            if (isfinite(e->metrics[id].value)) {
                sums[id] += e->metrics[id].value;
                counts[id]++;
            }
    }
    candidates->cost_scale.own_spread = 0.0; /* the mean excludes the designs' own spread */
    for (int id = 0; id < NOC_METRICS; id++)
        candidates->cost_means[id] =
            (noc_metric){counts[id] ? sums[id] / (double)counts[id] : NAN, NAN, NAN, NAN, NULL};
}

noc_status noc_candidates_find(const noc_entries *entries, const noc_objectives *objectives,
                               double model_error, noc_race_rules rules, noc_candidates *candidates,
                               noc_diag *diag)
{
    *candidates =
        (noc_candidates){.objectives = *objectives, .model_error = model_error, .rules = rules};
    candidates->has_equal_prices = !has_unequal_prices(entries, objectives);
    noc_arena *arena = &candidates->memory;
    candidates->list = noc_arena_array(arena, entries->count, sizeof *candidates->list);
    if (!candidates->list) return noc_fail_memory(diag);
    gather_designs(entries, true, candidates);
    gather_designs(entries, false, candidates);
    pair_costs(candidates);
    candidates->points = noc_arena_array(arena, candidates->count, sizeof *candidates->points);
    candidates->marks = noc_arena_array(arena, candidates->count, sizeof *candidates->marks);
    candidates->odds = noc_arena_array(arena, candidates->count, sizeof *candidates->odds);
    if (arena->is_short) return noc_fail_memory(diag);
    return noc_candidates_mark(candidates, diag);
}

void noc_candidates_clear(noc_candidates *candidates)
{
    noc_arena_clear(&candidates->memory);
    *candidates = (noc_candidates){0};
}

/* ---- learning ------------------------------------------------------------------------------- */

/* Logarithm of measured over model; NAN unless the design has both. */
static double log_ratio(const noc_candidate *c, noc_metric_id id)
{
    if (!c->model || !c->sample) return NAN;
    const double model = c->model->metrics[id].value, sample = c->sample->metrics[id].value;
    return model > 0.0 && sample > 0.0 ? log(sample / model) : NAN;
}

static noc_status learn_objective(noc_candidates *candidates, size_t objective, double confidence,
                                  const char **overrides, double *logs, noc_diag *diag)
{
    const noc_metric_id id = candidates->objectives.list[objective].metric;
    noc_correction **corrections = &candidates->corrections[objective];
    if (!*corrections)
        *corrections =
            noc_arena_array(&candidates->memory, candidates->count, sizeof **corrections);
    if (!*corrections) return noc_fail_memory(diag);
    for (size_t i = 0; i < candidates->count; i++) {
        overrides[i] = noc_candidate_entry(&candidates->list[i])->overrides;
        logs[i] = log_ratio(&candidates->list[i], id);
    }
    return noc_corrections_learn(overrides, logs, candidates->count, confidence, *corrections,
                                 &candidates->corrections_info[objective], diag);
}

noc_status noc_candidates_learn(noc_candidates *candidates, double confidence, noc_diag *diag)
{
    NOC_AUTO_FREE double *logs = malloc((candidates->count + 1) * sizeof *logs);
    NOC_AUTO_FREE const char **overrides = malloc((candidates->count + 1) * sizeof *overrides);
    noc_status status = logs && overrides ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < candidates->objectives.count && status == NOC_OK; i++)
        if (!noc_metric_info_of(candidates->objectives.list[i].metric)->exact)
            status = learn_objective(candidates, i, confidence, overrides, logs, diag);
    return status == NOC_OK ? noc_candidates_mark(candidates, diag) : status;
}

bool noc_candidates_has_learned(const noc_candidates *candidates)
{
    for (size_t i = 0; i < candidates->objectives.count; i++)
        if (candidates->corrections_info[i].measured_count > 0) return true;
    return false;
}

noc_status noc_candidates_find_id(const noc_candidates *candidates, const char *id, size_t *index,
                                  noc_diag *diag)
{
    const char *digits = strncmp(id, "d-", 2) == 0 ? id + 2 : id;
    size_t found = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        if (strncmp(noc_candidate_entry(&candidates->list[i])->hash, digits, strlen(digits)) != 0)
            continue;
        *index = i;
        found++;
    }
    if (found == 1 && *digits) return NOC_OK;
    return noc_fail(
        diag, NOC_EUSAGE, NOC_NOWHERE,
        found ? "--why %s: several designs start so (give more digits)"
              : "--why %s: no such design among the designs of the space within its constraints",
        id);
}
