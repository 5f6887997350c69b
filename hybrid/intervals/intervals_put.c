#include "hybrid/intervals/intervals_put.h"

#include <math.h>
#include <string.h>

#include "hybrid/answers/figures.h"
#include "hybrid/discrepancy/closed_calibration.h"

/* ---- figures and what follows from them ----------------------------------------------------- */

/* Metrics that are the first one times a constant of the design. */
static const noc_metric_id of_saturation[] = {NOC_METRIC_saturation_flits_per_cycle};
static const noc_metric_id of_knee[] = {NOC_METRIC_knee_flits_per_cycle};
static const noc_metric_id of_round_trip[] = {NOC_METRIC_round_trip_cycles,
                                              NOC_METRIC_packet_latency_cycles,
                                              NOC_METRIC_energy_delay_product_pj_ns};
static const noc_metric_id of_packet[] = {NOC_METRIC_packet_latency_cycles,
                                          NOC_METRIC_energy_delay_product_pj_ns};
static const noc_metric_id of_network[] = {NOC_METRIC_network_latency_cycles};
static const noc_metric_id of_request[] = {NOC_METRIC_request_latency_cycles};
static const noc_metric_id of_reply[] = {NOC_METRIC_reply_latency_cycles};

typedef struct figures {
    const noc_metric_id *list;
    size_t count;
} figures;

#define FIGURES(list) ((figures){(list), sizeof(list) / sizeof((list)[0])})

static figures figures_of(const noc_estimate *e, noc_latency kind)
{
    switch (kind) {
    case NOC_LATENCY_WATCHED:
        return isnan(e->metrics[NOC_METRIC_round_trip_cycles].value) ? FIGURES(of_packet)
                                                                     : FIGURES(of_round_trip);
    case NOC_LATENCY_NETWORK:
        return FIGURES(of_network);
    case NOC_LATENCY_REQUEST:
        return FIGURES(of_request);
    default:
        return FIGURES(of_reply);
    }
}

static double value_of(const noc_estimate *e, figures f)
{
    return e->metrics[f.list[0]].value;
}

static void put_interval(noc_estimate *e, figures f, double lo, double hi, double confidence)
{
    const double value = value_of(e, f);
    if (!(lo <= value && value <= hi) || !isfinite(hi)) return;
    for (size_t i = 0; i < f.count; i++) {
        noc_metric *m = &e->metrics[f.list[i]];
        if (isnan(m->value)) continue;
        m->lo = m->value * (lo / value);
        m->hi = m->value * (hi / value);
        m->confidence = confidence;
    }
}

static const char *const grows = "by the check a queue grows without end at this load";

/* What the model had no value for has one now, or the other way round. */
static void replace(noc_estimate *e, figures f, double value)
{
    const double before = value_of(e, f);
    if (isnan(before) && !isnan(value)) noc_figures_put(e, f.list[0], value);
    for (size_t i = 0; i < f.count && !isnan(before); i++) {
        noc_metric *m = &e->metrics[f.list[i]];
        m->value *= value / before;
        if (isnan(value)) noc_figures_miss(e, f.list[i], grows);
    }
}

static void replace_latencies(noc_estimate *e, const noc_latency_set *set)
{
    const double watched = set->of[NOC_LATENCY_WATCHED];
    const bool replies = !isnan(set->of[NOC_LATENCY_REPLY]);
    for (int k = 0; k < NOC_LATENCIES; k++) replace(e, figures_of(e, (noc_latency)k), set->of[k]);
    if (isnan(e->metrics[NOC_METRIC_packet_latency_cycles].value) && !isnan(watched))
        noc_figures_put(e, NOC_METRIC_packet_latency_cycles, replies ? watched / 2.0 : watched);
}

/* ---- putting -------------------------------------------------------------------------------- */

/* Whether the design lies outside the calibrated range, of which a warning tells. */
static bool is_outside(const noc_system *system, const noc_calibration *c, noc_estimate *e)
{
    char setting[120];
    if (!noc_ranges_outside(&c->ranges, system, setting, sizeof setting)) return false;
    noc_figures_warn(e, "outside the calibrated range (%s): intervals are widened", setting);
    return true;
}

/* What the intervals of one answer are made of. */
typedef struct widths {
    const noc_rule *rules;
    noc_features features;
    bool outside;
    double confidence;
} widths;

static double scale_of(const widths *w, size_t scored)
{
    const noc_rule *rule = &w->rules[scored];
    return noc_difficulty_of(&rule->difficulty, &w->features) * (w->outside ? rule->outside : 1.0);
}

/* Of a saturation or knee. */
static void limit_interval(const widths *w, size_t scored, double value, double *lo, double *hi)
{
    noc_limit_interval(&w->rules[scored].spreads[0], scale_of(w, scored), value, lo, hi);
}

/* No interval reaches beyond what channels pass, whatever the routers do. */
static void put_limits(const noc_model *model, const widths *w, noc_estimate *e)
{
    const double highest = fmin(noc_model_highest(model), noc_model_ceiling(model));
    const double bound = noc_model_bound(model);
    const figures by_saturation = FIGURES(of_saturation), by_knee = FIGURES(of_knee);
    double lo, hi;
    limit_interval(w, NOC_SCORED_SATURATION, value_of(e, by_saturation), &lo, &hi);
    put_interval(e, by_saturation, lo, fmin(hi, fmax(highest, lo)), w->confidence);
    limit_interval(w, NOC_SCORED_KNEE, value_of(e, by_knee), &lo, &hi);
    put_interval(e, by_knee, lo, fmin(hi, fmax(bound, lo)), w->confidence);
}

/* `share`: of the load in the saturation that the estimate gives. */
static void put_latencies(const widths *w, const noc_latency_set *idle, double share,
                          noc_estimate *e)
{
    const size_t band = noc_band_of(share);
    for (int k = 0; k < NOC_LATENCIES; k++) {
        const figures f = figures_of(e, (noc_latency)k);
        const double value = value_of(e, f);
        double lo, hi;
        if (isnan(value)) continue;
        noc_latency_interval(&w->rules[k].spreads[band], scale_of(w, (size_t)k), value, idle->of[k],
                             &lo, &hi);
        put_interval(e, f, lo, hi, w->confidence);
    }
}

static void warn_of_saturation(noc_estimate *e)
{
    const noc_metric *saturation = &e->metrics[NOC_METRIC_saturation_flits_per_cycle];
    if (e->answer == NOC_ANSWER_OK && e->load > saturation->lo)
        noc_figures_warn(e, "the load may be above saturation: its interval begins below");
}

/* IPC and what is proportional to it. The spread is that of what binds, of a set that of its slowest workload. */
static void put_closed_loop(const noc_system *system, bool outside, noc_estimate *e)
{
    static const double usual_outside =
        1.25; /* as of networks (intervals.c); not learned of loops */
    static const noc_metric_id of_ipc[] = {NOC_METRIC_ipc, NOC_METRIC_ipc_per_mm2,
                                           NOC_METRIC_accepted_flits_per_cycle};
    const noc_closed_calibration *c = noc_closed_calibration_shipped();
    const figures f = FIGURES(of_ipc);
    double lo, hi;
    if (!c || isnan(value_of(e, f))) return;
    const noc_spread *spread = &c->ipc[noc_loop_kind(system, e->loop_binding)];
    noc_limit_interval(spread, outside ? usual_outside : 1.0, value_of(e, f), &lo, &hi);
    put_interval(e, f, lo, hi, c->confidence);
}

void noc_intervals_put(const noc_system *system, const noc_adjusted *model,
                       const noc_calibration *c, noc_estimate *e)
{
    const noc_intervals *v = &c->intervals;
    const bool outside = model && is_outside(system, c, e);
    if (isnan(e->load)) put_closed_loop(system, outside, e);
    if (!model) return;
    const widths w = {v->model, noc_features_of(&model->told), outside, v->confidence};
    put_limits(model->model, &w, e);
    if (isnan(e->load)) return;
    const noc_latency_set idle = noc_latencies_of(&model->idle);
    put_latencies(&w, &idle, e->load / model->limits.saturation, e);
    warn_of_saturation(e);
}

void noc_check_put(const noc_system *system, const noc_adjusted *model, const noc_calibration *c,
                   const noc_check *check, noc_estimate *e)
{
    replace(e, FIGURES(of_saturation), check->limits.saturation);
    replace(e, FIGURES(of_knee), check->limits.knee);
    if (!isnan(e->load)) {
        const noc_latency_set set = noc_check_latencies(model, check, e->load);
        replace_latencies(e, &set);
    }
    if (!c) return;
    const noc_intervals *v = &c->intervals;
    const widths w = {v->checked, noc_features_of(&model->told), is_outside(system, c, e),
                      v->confidence};
    put_limits(model->model, &w, e);
    if (isnan(e->load)) return;
    put_latencies(&w, &check->idle, e->load / check->limits.saturation, e);
    warn_of_saturation(e);
}
