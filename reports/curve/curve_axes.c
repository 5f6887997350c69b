#include "reports/curve/curve_axes.h"

#include <math.h>
#include <stdio.h>

#include "network/kinds/traffic_keys.h"

/* Upper end of the latency axis, as a multiple of the largest zero-load latency of the designs. */
static const double latency_limit_ratio = 4.0;

/* Ends of the axes, as multiples of the largest values; and the largest drawn end of a saturation's
 * interval, as a multiple of the saturation. */
static const double load_margin = 1.06, latency_margin = 1.08, saturation_limit_ratio = 1.25;

static const struct {
    const char *name, *title;
} load_kinds[NOC_CURVE_LOADS] = {
    [NOC_CURVE_GB_PER_S] = {"GB/s", "offered data, GB/s"},
    [NOC_CURVE_BYTES] = {"bytes", "offered data, bytes/cycle"},
    [NOC_CURVE_FLITS] = {"flits", "offered load, flits/cycle per injecting node"},
    [NOC_CURVE_SHARE] = {"share", "offered load, % of the model's saturation"},
};

const char *noc_curve_load_name(size_t load)
{
    return load < NOC_CURVE_LOADS ? load_kinds[load].name : NULL;
}

const char *noc_curve_load_title(const noc_curve_axes *axes)
{
    return load_kinds[axes->load].title;
}

/* Returns the kind of the curves' latencies: 0 packets, 1 round trips, 2 both. */
static size_t latency_kind(const noc_curves *curves)
{
    size_t round_trips = 0;
    for (size_t i = 0; i < curves->count; i++)
        round_trips += noc_design_has_replies(curves->list[i].points[0].model.design);
    return round_trips == 0 ? 0 : round_trips == curves->count ? 1 : 2;
}

const char *noc_curve_latency_title(const noc_curves *curves)
{
    static const char *const titles[3][2] = {{"packet latency, ns", "packet latency, cycles"},
                                             {"round trip, ns", "round trip, cycles"},
                                             {"latency, ns", "latency, cycles"}};
    return titles[latency_kind(curves)][curves->axes.is_in_cycles];
}

/* Returns the factor from flits per cycle of an injecting node to the unit of the load axis. */
static double load_unit(const noc_curve_axes *axes, const noc_estimate *estimate)
{
    const double node_bytes = noc_work_data(&estimate->work);
    switch (axes->load) {
    case NOC_CURVE_GB_PER_S:
        return node_bytes * estimate->design->chip.clock_mhz / 1e3;
    case NOC_CURVE_BYTES:
        return node_bytes;
    case NOC_CURVE_SHARE:
        return 100.0 / estimate->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    default:
        return 1.0;
    }
}

double noc_curve_offered_load(const noc_curve_axes *axes, const noc_estimate *estimate)
{
    return estimate->load * load_unit(axes, estimate);
}

noc_metric noc_curve_saturation(const noc_curve_axes *axes, const noc_estimate *estimate)
{
    const double unit = load_unit(axes, estimate);
    noc_metric metric = estimate->metrics[NOC_METRIC_saturation_flits_per_cycle];
    metric.value *= unit;
    metric.lo *= unit;
    metric.hi *= unit;
    return metric;
}

noc_metric_id noc_curve_latency_id(const noc_curve_axes *axes, const noc_design *design)
{
    const bool round_trip = noc_latency_metric(design) == NOC_METRIC_round_trip_cycles;
    if (axes->is_in_cycles)
        return round_trip ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    return round_trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
}

noc_metric noc_curve_latency(const noc_curve_axes *axes, const noc_estimate *estimate)
{
    noc_metric metric = estimate->metrics[noc_curve_latency_id(axes, estimate->design)];
    if (noc_answer_has_growth(estimate->answer))
        metric = (noc_metric){INFINITY, NAN, NAN, NAN, metric.reason};
    return metric;
}

double noc_curve_idle_latency(const noc_curve_axes *axes, const noc_estimate *estimate)
{
    return estimate
        ->metrics[axes->is_in_cycles ? NOC_METRIC_zero_load_latency_cycles
                                     : NOC_METRIC_zero_load_latency_ns]
        .value;
}

double noc_curve_latency_limit(const noc_curves *curves)
{
    double largest_idle = 0.0;
    for (size_t i = 0; i < curves->count; i++)
        largest_idle = fmax(
            largest_idle, noc_curve_idle_latency(&curves->axes, &curves->list[i].points[0].model));
    return latency_limit_ratio * largest_idle;
}

bool noc_curve_is_sampled(const noc_curve_line *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        if (curve->points[i].has_sample) return true;
    return false;
}

/* ---- figures -------------------------------------------------------------------------------- */

/* Returns the latency of an answer up to a limit; 0 without one. */
static double drawn_latency(const noc_curve_axes *axes, const noc_estimate *estimate, double limit)
{
    const double latency = noc_curve_latency(axes, estimate).value;
    return isfinite(latency) ? fmin(latency, limit) : 0.0;
}

noc_curve_ends noc_curves_find_ends(const noc_curves *curves)
{
    const double limit = noc_curve_latency_limit(curves);
    noc_curve_ends ends = {0.0, 0.0};
    for (size_t i = 0; i < curves->count; i++) {
        const noc_curve_line *curve = &curves->list[i];
        const noc_metric saturation = noc_curve_saturation(&curves->axes, &curve->points[0].model);
        if (isfinite(saturation.value))
            ends.load = fmax(ends.load,
                             fmax(saturation.value,
                                  fmin(saturation.hi, saturation_limit_ratio * saturation.value)));
        for (size_t k = 0; k < curve->count; k++) {
            const noc_comparison *point = &curve->points[k];
            ends.load = fmax(ends.load, noc_curve_offered_load(&curves->axes, &point->model));
            ends.latency = fmax(ends.latency, drawn_latency(&curves->axes, &point->model, limit));
            if (point->has_sample)
                ends.latency =
                    fmax(ends.latency, drawn_latency(&curves->axes, &point->sample, limit));
        }
    }
    if (!(ends.latency > 0.0)) ends.latency = limit > 0.0 ? limit : 1.0;
    return (noc_curve_ends){ends.load > 0.0 ? load_margin * ends.load : 1.0,
                            latency_margin * ends.latency};
}

void noc_curves_write_title(const noc_curves *curves, char title[NOC_CURVES_TITLE_CHARS])
{
    const bool has_one_name = !curves->labels.has_several_names;
    snprintf(title, NOC_CURVES_TITLE_CHARS, "%.240s%satency against offered load",
             has_one_name ? curves->list[0].points[0].model.design->name : "",
             has_one_name ? ": l" : "L");
}

const char *noc_curve_write_saturation(const noc_curves *curves, const noc_curve_line *curve,
                                       char text[NOC_CURVE_FACTS_CHARS])
{
    const noc_metric_id id = curves->axes.load == NOC_CURVE_FLITS
                                 ? NOC_METRIC_saturation_flits_per_cycle
                                 : NOC_METRIC_saturation_data_gb_per_s;
    snprintf(text, NOC_CURVE_FACTS_CHARS, "%s %s",
             noc_metric_figure(&curve->points[0].model, id).text, noc_metric_info_of(id)->unit);
    return text;
}

void noc_curve_write_facts(const noc_curves *curves, const noc_curve_line *curve,
                           char facts[NOC_CURVE_FACTS_CHARS])
{
    const double idle = noc_curve_idle_latency(&curves->axes, &curve->points[0].model);
    char saturation[NOC_CURVE_FACTS_CHARS];
    noc_curve_write_saturation(curves, curve, saturation);
    snprintf(facts, NOC_CURVE_FACTS_CHARS, "idle %s %s, saturation %.100s",
             noc_figure_make(idle, 1).text, curves->axes.is_in_cycles ? "cycles" : "ns",
             saturation);
}
