#include "hybrid/answers/widths.h"

#include <math.h>

#include "hybrid/answers/unread/unread.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/calibration/shipped.h"

/* Widening factor of closed loops outside the calibrated ranges: the default one of networks, since
 * none is learned for loops. */
static const double loop_widening = 1.25;

/* Largest widening factor outside the calibrated ranges, over all intervals. */
static double find_widest_factor(const noc_interval_rule rules[NOC_SCORED_FIGURES])
{
    double widest = loop_widening;
    for (size_t s = 0; s < NOC_SCORED_FIGURES; s++)
        for (size_t b = 0; b < NOC_BANDS; b++) widest = fmax(widest, rules[s].widening_factors[b]);
    return widest;
}

static bool check_range(const noc_system *system, const noc_calibration *c, bool checked,
                        noc_estimate *e)
{
    char setting[120];
    if (!noc_ranges_exclude(&c->ranges, system, noc_is_unread_network_key, setting, sizeof setting))
        return false;
    noc_estimate_warn(
        e, NOC_WARNING_INTERVAL,
        "outside the calibrated range (%s): intervals are up to %.2g times as wide", setting,
        find_widest_factor(checked ? c->intervals.checked_rules : c->intervals.model_rules));
    return true;
}

/* Finds the kinds of senders if the first queue that overflows is at a sender. Intervals of senders
 * apply to no other design. */
static void find_senders(const noc_system *system, const noc_corrected_model *model, noc_widths *w)
{
    if (model->model_limits.limit.station != NOC_STATION_NETWORK) return;
    for (int k = 0; k < NOC_CLASSES; k++)
        w->senders[k] = noc_sender_kind_find(system, (noc_class)k);
}

noc_widths noc_widths_find(const noc_system *system, const noc_corrected_model *model,
                           const noc_calibration *c, bool checked, noc_estimate *e)
{
    noc_widths w = {.calibration = c, .senders = {NOC_SENDERS_NONE, NOC_SENDERS_NONE}};
    if (!c) return w;
    if (!noc_graph_has_only_buffers(&system->graph)) {
        find_senders(system, model, &w);
        return w;
    }
    w.rules = checked ? c->intervals.checked_rules : c->intervals.model_rules;
    w.features = noc_difficulty_find(&model->prediction);
    w.is_outside = check_range(system, c, checked, e);
    return w;
}

noc_widths noc_widths_find_loop(const noc_system *system, const noc_calibration *c, noc_estimate *e)
{
    noc_widths w = {.calibration = c, .senders = {NOC_SENDERS_NONE, NOC_SENDERS_NONE}};
    if (c && noc_graph_has_only_buffers(&system->graph))
        w.is_outside = check_range(system, c, false, e);
    return w;
}

static noc_figure make_sender_figure(const noc_spread *spread, double value)
{
    double lo, hi;
    noc_limit_interval(spread, 1.0, value, &lo, &hi);
    return noc_figure_interval(value, lo, hi, NOC_SENDER_CONFIDENCE);
}

/* Finds the kind of senders with the larger errors among those of both classes. */
static noc_sender_kind find_trip_senders(const noc_widths *w)
{
    const noc_sender_kind request = w->senders[NOC_REQUEST], reply = w->senders[NOC_REPLY];
    if (request == NOC_SENDERS_NONE || reply == NOC_SENDERS_NONE)
        return request == NOC_SENDERS_NONE ? reply : request;
    return request > reply ? request : reply;
}

static noc_sender_kind find_latency_senders(const noc_widths *w, noc_latency kind)
{
    switch (kind) {
    case NOC_LATENCY_MAIN:
        return find_trip_senders(w);
    case NOC_LATENCY_REQUEST:
        return w->senders[NOC_REQUEST];
    case NOC_LATENCY_REPLY:
        return w->senders[NOC_REPLY];
    default:
        return NOC_SENDERS_NONE; /* no measurement of these latencies */
    }
}

static double compute_scale(const noc_widths *w, size_t scored, size_t band)
{
    const noc_interval_rule *rule = &w->rules[scored];
    const double widening = w->is_outside ? rule->widening_factors[band] : 1.0;
    return noc_difficulty_predict(&rule->difficulty, &w->features) * widening;
}

noc_figure noc_widths_limit(const noc_widths *w, size_t scored, double value, double highest)
{
    double lo, hi;
    const noc_spread senders = noc_sender_saturation_spread();
    if (!w->rules && scored == NOC_SCORED_SATURATION && find_trip_senders(w) != NOC_SENDERS_NONE)
        return make_sender_figure(&senders, value);
    if (!w->rules) return noc_figure_exact(value);
    noc_limit_interval(&w->rules[scored].spreads[0], compute_scale(w, scored, 0), value, &lo, &hi);
    return noc_figure_interval(value, lo, fmin(hi, fmax(highest, lo)),
                               w->calibration->intervals.confidence);
}

noc_figure noc_widths_latency(const noc_widths *w, noc_latency kind, double share, double value,
                              double idle)
{
    double lo, hi;
    if (!w->rules && !isnan(value) && find_latency_senders(w, kind) != NOC_SENDERS_NONE) {
        const noc_spread senders = noc_sender_latency_spread(find_latency_senders(w, kind), share);
        return make_sender_figure(&senders, value);
    }
    if (!w->rules || isnan(value)) return noc_figure_exact(value);
    const size_t band = noc_band_find(share);
    noc_latency_interval(&w->rules[kind].spreads[band], compute_scale(w, kind, band), value, idle,
                         &lo, &hi);
    return noc_figure_interval(value, lo * (1.0 - w->latency_swing), hi * (1.0 + w->latency_swing),
                               w->calibration->intervals.confidence);
}

/* True if a loop is bound by windows, slices or tokens: such loops were not measured, and have
 * other errors. */
static bool is_bound_by_senders(const noc_system *system, noc_binding binding)
{
    if (binding != NOC_BINDS_REQUESTS && binding != NOC_BINDS_REPLIES) return false;
    const noc_class class = binding == NOC_BINDS_REQUESTS ? NOC_REQUEST : NOC_REPLY;
    return noc_sender_kind_find(system, class) != NOC_SENDERS_NONE;
}

/* Finds the learned errors for a loop; NULL: none. */
static const noc_closed_calibration *find_learned_errors(const noc_widths *w,
                                                         const noc_system *system,
                                                         noc_binding binding)
{
    if (!w->calibration || is_bound_by_senders(system, binding)) return NULL;
    return noc_closed_calibration_shipped();
}

static double find_widening(const noc_widths *w)
{
    return w->is_outside ? loop_widening : 1.0;
}

noc_figure noc_widths_ipc(const noc_widths *w, const noc_system *system, noc_binding binding,
                          double value)
{
    const noc_closed_calibration *c = find_learned_errors(w, system, binding);
    double lo, hi;
    if (!c) return noc_figure_exact(value);
    noc_limit_interval(&c->ipc[noc_loop_kind(system, binding)], find_widening(w), value, &lo, &hi);
    return noc_figure_interval(value, lo, hi, c->confidence);
}

/* The interval contains the value even if all learned errors have one sign. */
noc_figure noc_widths_loop(const noc_widths *w, const noc_system *system, noc_binding binding,
                           noc_loop_figure figure, double value)
{
    const noc_closed_calibration *c = find_learned_errors(w, system, binding);
    double lo, hi;
    if (!c) return noc_figure_exact(value);
    const noc_spread *spread = &c->figures[figure][noc_loop_kind(system, binding)];
    if (isnan(spread->low)) return noc_figure_exact(value);
    if (noc_loop_figure_is_share(figure)) {
        lo = fmax(0.0, value + find_widening(w) * spread->low);
        hi = fmin(1.0, value + find_widening(w) * spread->high);
    } else {
        noc_limit_interval(spread, find_widening(w), value, &lo, &hi);
    }
    return noc_figure_interval(value, fmin(lo, value), fmax(hi, value), c->confidence);
}
