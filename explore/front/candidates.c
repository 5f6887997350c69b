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
static const noc_correction *learned_of(const noc_candidates *all, const noc_candidate *c,
                                        noc_metric_id id)
{
    for (size_t i = 0; i < all->objectives.count; i++)
        if (all->objectives.list[i].metric == id && all->learned[i].measured > 0)
            return &all->corrections[i][c - all->list];
    return NULL;
}

/* Corrects a model value by a learned correction. Without one, an exact value gets the stated error
 * as a bound of the ratio of model to truth. */
static noc_metric corrected(noc_metric m, const noc_correction *r, double model_error)
{
    const double centre = r ? r->centre : 0.0, half = r ? r->half : log1p(model_error);
    if (!r && isfinite(m.lo)) return m;
    m.lo = m.value * exp(centre - half);
    m.hi = m.value * exp(centre + half);
    m.value *= exp(centre);
    return m;
}

static bool is_sampled(const noc_candidate *c, noc_metric_id id)
{
    return c->sample && isfinite(c->sample->metrics[id].value);
}

static noc_side side_of(const noc_entry *e)
{
    return (noc_side){.metrics = e->metrics, .scale = e->scale};
}

/* Corrects an entry's metric if it is the model's and not exact. */
static noc_metric told_of(const noc_candidates *all, const noc_candidate *c, noc_metric_id id,
                          noc_metric m)
{
    if (is_sampled(c, id) || noc_metric_info_of(id)->exact || isnan(m.value)) return m;
    return corrected(m, learned_of(all, c, id), all->model_error);
}

static const noc_entry *entry_of(const noc_candidate *c, noc_metric_id id)
{
    return is_sampled(c, id) || !c->model ? c->sample : c->model;
}

noc_metric noc_candidate_absolute(const noc_candidates *all, const noc_candidate *c,
                                  noc_metric_id id)
{
    return told_of(all, c, id, entry_of(c, id)->metrics[id]);
}

noc_metric noc_candidate_metric(const noc_candidates *all, const noc_candidate *c, noc_metric_id id,
                                bool *measured)
{
    const noc_side side = side_of(entry_of(c, id));
    if (measured) *measured = is_sampled(c, id) && !noc_metric_info_of(id)->exact;
    if (!all->paired) return noc_candidate_absolute(all, c, id);
    const noc_side centre = {.metrics = all->centre, .scale = all->scale};
    noc_metric m = told_of(all, c, id, noc_metric_against(&side, &centre, id));
    if (!learned_of(all, c, id) || is_sampled(c, id)) return m;
    /* half-width of the cost's error, which the learned correction does not include */
    const double cost = exp(noc_cost_error(&side, &centre, id));
    m.lo /= cost;
    m.hi *= cost;
    return m;
}

bool noc_candidate_is_stated(const noc_candidates *all, const noc_candidate *c, noc_metric_id id)
{
    return !is_sampled(c, id) && !noc_metric_info_of(id)->exact && !learned_of(all, c, id) &&
           !(c->model && isfinite(c->model->metrics[id].lo));
}

bool noc_candidate_measured(const noc_candidates *all, const noc_candidate *c)
{
    for (size_t i = 0; i < all->objectives.count; i++) {
        const noc_metric_id id = all->objectives.list[i].metric;
        if (!noc_metric_info_of(id)->exact && !is_sampled(c, id)) return false;
    }
    return true;
}

bool noc_candidate_sampled(const noc_candidates *all, const noc_candidate *c)
{
    bool any = false;
    for (size_t i = 0; i < all->objectives.count; i++)
        any |= !noc_metric_info_of(all->objectives.list[i].metric)->exact;
    return any && c->sample && noc_candidate_measured(all, c);
}

bool noc_candidate_possible(const noc_candidates *all, size_t i)
{
    return all->marks[i].membership != NOC_FRONT_OFF && !all->marks[i].by_value &&
           all->odds[i] >= NOC_ODDS_COUNTED;
}

noc_membership noc_candidate_membership(const noc_candidates *all, size_t i)
{
    const noc_front_mark *mark = &all->marks[i];
    return mark->by_value || noc_candidate_possible(all, i) ? mark->membership : NOC_FRONT_OFF;
}

static double reached_mhz(const noc_candidate *c)
{
    return entry_of(c, NOC_METRIC_max_clock_mhz)->metrics[NOC_METRIC_max_clock_mhz].value;
}

noc_reach noc_candidate_reach(const noc_candidate *c)
{
    const double reached = reached_mhz(c), clock = noc_candidate_entry(c)->clock_mhz;
    if (!isfinite(reached) || !isfinite(clock)) return NOC_REACH_UNKNOWN;
    return clock > reached ? NOC_REACH_BEYOND : NOC_REACH_WITHIN;
}

static bool is_complete(const noc_candidates *all, const noc_candidate *c)
{
    for (size_t i = 0; i < all->objectives.count; i++)
        if (!isfinite(noc_candidate_metric(all, c, all->objectives.list[i].metric, NULL).value))
            return false;
    return true;
}

/* Fills a point; each coordinate is turned so that larger is better. */
static void set_point(const noc_candidates *all, const noc_candidate *c, noc_front_point *p)
{
    for (size_t i = 0; i < all->objectives.count; i++) {
        const noc_metric m = noc_candidate_metric(all, c, all->objectives.list[i].metric, NULL);
        const bool up = all->objectives.list[i].maximize,
                   bounded = isfinite(m.lo) && isfinite(m.hi);
        const double lo = bounded ? fmin(m.lo, m.value) : m.value;
        const double hi = bounded ? fmax(m.hi, m.value) : m.value;
        p->value[i] = up ? m.value : -m.value;
        p->worst[i] = up ? lo : -hi;
        p->best[i] = up ? hi : -lo;
    }
}

noc_status noc_candidates_mark(noc_candidates *all, noc_diag *diag)
{
    for (size_t i = 0; i < all->count; i++) set_point(all, &all->list[i], &all->points[i]);
    return noc_front_mark_all(all->points, all->racing, all->objectives.count, all->marks, diag);
}

noc_status noc_candidates_weigh(noc_candidates *all, noc_diag *diag)
{
    const noc_status status = noc_front_odds(all->points, all->marks, all->racing,
                                             all->objectives.count, all->odds, diag);
    for (size_t i = 0; i < all->racing && status == NOC_OK; i++)
        if (!all->marks[i].by_value && all->odds[i] < NOC_ODDS_COUNTED) all->odds[i] = 0.0;
    return status;
}

static void count_reach(const noc_candidate *c, noc_reach reach, noc_reaches *r)
{
    const double reached = reached_mhz(c);
    if (reach == NOC_REACH_BEYOND) {
        const bool first = r->counts[reach] == 0;
        r->least_mhz = first ? reached : fmin(r->least_mhz, reached);
        r->most_mhz = first ? reached : fmax(r->most_mhz, reached);
    }
    r->counts[reach]++;
}

static bool is_by_cost(const noc_objectives *objectives)
{
    bool by_cost = false;
    for (size_t i = 0; i < objectives->count; i++)
        by_cost |= noc_metric_info_of(objectives->list[i].metric)->cost;
    return by_cost;
}

static bool is_unpriced_alike(const noc_entry *a, const noc_entry *b)
{
    return strcmp(a->unpriced ? a->unpriced : "", b->unpriced ? b->unpriced : "") == 0;
}

/* True if cost is an objective and unpriced parts differ between designs. Unpriced parts common to
 * all designs change no order. */
static bool has_unequal_prices(const noc_entries *entries, const noc_objectives *objectives)
{
    bool unequal = false;
    for (size_t i = 1; i < entries->count; i++)
        unequal |= !is_unpriced_alike(&entries->list[0], &entries->list[i]);
    return unequal && is_by_cost(objectives);
}

bool noc_candidate_is_priced(const noc_candidates *all, const noc_candidate *c)
{
    return all->priced_alike || !noc_candidate_entry(c)->unpriced;
}

static void count_unpriced(const noc_candidate *c, noc_candidates *all)
{
    if (noc_candidate_is_priced(all, c)) return;
    if (all->unpriced++ == 0) all->unpriced_first = noc_candidate_entry(c)->unpriced;
}

bool noc_candidate_is_overclocked(const noc_candidates *all, const noc_candidate *c)
{
    return noc_candidate_reach(c) == NOC_REACH_BEYOND && !all->allowed.overclock;
}

static bool may_race(const noc_candidates *all, const noc_candidate *c)
{
    return !noc_candidate_is_overclocked(all, c) &&
           (noc_candidate_is_priced(all, c) || all->allowed.unpriced);
}

/* Adds the compared designs, or all others. Entries of one design are adjacent. */
static void gather(const noc_entries *entries, bool racing, noc_candidates *all)
{
    for (size_t i = 0; i < entries->count;) {
        noc_candidate c = {NULL, NULL};
        const char *hash = entries->list[i].hash;
        for (; i < entries->count && strcmp(entries->list[i].hash, hash) == 0; i++)
            *(entries->list[i].method == NOC_METHOD_MODEL ? &c.model : &c.sample) =
                &entries->list[i];
        const bool complete = is_complete(all, &c);
        all->incomplete += racing && !complete;
        if (!complete || racing != may_race(all, &c)) continue;
        count_reach(&c, noc_candidate_reach(&c), &all->reaches);
        count_unpriced(&c, all);
        all->list[all->count++] = c;
        all->racing += racing;
    }
}

/* Finds the mean of all costs. If all costs share one scale, the error of the scale cancels, and
 * intervals are relative to the mean. */
static void pair(noc_candidates *all)
{
    double sums[NOC_METRICS] = {0.0};
    size_t counts[NOC_METRICS] = {0};
    all->paired = all->count > 0;
    for (size_t i = 0; i < all->count; i++) {
        const noc_entry *e = noc_candidate_entry(&all->list[i]);
        if (i == 0) all->scale = e->scale;
        all->paired = all->paired && noc_scales_equal(&e->scale, &all->scale);
        for (int id = 0; id < NOC_METRICS; id++)
            if (isfinite(e->metrics[id].value)) {
                sums[id] += e->metrics[id].value;
                counts[id]++;
            }
    }
    all->scale.own_spread = 0.0; /* the mean excludes the designs' own spread */
    for (int id = 0; id < NOC_METRICS; id++)
        all->centre[id] =
            (noc_metric){counts[id] ? sums[id] / (double)counts[id] : NAN, NAN, NAN, NAN, NULL};
}

noc_status noc_candidates_find(const noc_entries *entries, const noc_objectives *objectives,
                               double model_error, noc_allowance allowed, noc_candidates *all,
                               noc_diag *diag)
{
    *all =
        (noc_candidates){.objectives = *objectives, .model_error = model_error, .allowed = allowed};
    all->priced_alike = !has_unequal_prices(entries, objectives);
    all->list = calloc(entries->count + 1, sizeof *all->list);
    if (all->list) gather(entries, true, all);
    if (all->list) gather(entries, false, all);
    if (all->list) pair(all);
    all->points = calloc(all->count + 1, sizeof *all->points);
    all->marks = calloc(all->count + 1, sizeof *all->marks);
    all->odds = calloc(all->count + 1, sizeof *all->odds);
    if (!all->list || !all->points || !all->marks || !all->odds) return noc_fail_memory(diag);
    return noc_candidates_mark(all, diag);
}

void noc_candidates_clear(noc_candidates *all)
{
    free(all->list);
    free(all->points);
    free(all->marks);
    free(all->odds);
    for (size_t i = 0; i < NOC_OBJECTIVES_MOST; i++) free(all->corrections[i]);
    *all = (noc_candidates){0};
}

/* ---- learning ------------------------------------------------------------------------------- */

/* Logarithm of measured over model; NAN unless the design has both. */
static double log_ratio(const noc_candidate *c, noc_metric_id id)
{
    if (!c->model || !c->sample) return NAN;
    const double model = c->model->metrics[id].value, sample = c->sample->metrics[id].value;
    return model > 0.0 && sample > 0.0 ? log(sample / model) : NAN;
}

static noc_status learn(noc_candidates *all, size_t objective, double confidence,
                        const char **overrides, double *logs, noc_diag *diag)
{
    const noc_metric_id id = all->objectives.list[objective].metric;
    noc_correction *corrections = malloc((all->count + 1) * sizeof *corrections);
    if (!corrections) return noc_fail_memory(diag);
    for (size_t i = 0; i < all->count; i++) {
        overrides[i] = noc_candidate_entry(&all->list[i])->overrides;
        logs[i] = log_ratio(&all->list[i], id);
    }
    free(all->corrections[objective]);
    all->corrections[objective] = corrections;
    return noc_learn(overrides, logs, all->count, confidence, corrections, &all->learned[objective],
                     diag);
}

noc_status noc_candidates_learn(noc_candidates *all, double confidence, noc_diag *diag)
{
    double *logs = malloc((all->count + 1) * sizeof *logs);
    const char **overrides = malloc((all->count + 1) * sizeof *overrides);
    noc_status status = logs && overrides ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < all->objectives.count && status == NOC_OK; i++)
        if (!noc_metric_info_of(all->objectives.list[i].metric)->exact)
            status = learn(all, i, confidence, overrides, logs, diag);
    free(logs);
    free(overrides);
    return status == NOC_OK ? noc_candidates_mark(all, diag) : status;
}

bool noc_candidates_learned(const noc_candidates *all)
{
    for (size_t i = 0; i < all->objectives.count; i++)
        if (all->learned[i].measured > 0) return true;
    return false;
}

noc_status noc_candidates_by_id(const noc_candidates *all, const char *id, size_t *index,
                                noc_diag *diag)
{
    const char *digits = strncmp(id, "d-", 2) == 0 ? id + 2 : id;
    size_t found = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (strncmp(noc_candidate_entry(&all->list[i])->hash, digits, strlen(digits)) != 0)
            continue;
        *index = i;
        found++;
    }
    if (found == 1 && *digits) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    found ? "--why %s: several designs start so (give more digits)"
                          : "--why %s: no such design among the designs of the space within its "
                            "constraints",
                    id);
}
