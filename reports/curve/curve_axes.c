#include "reports/curve/curve_axes.h"

#include <math.h>

#include "network/kinds/traffic_keys.h"

/* Upper end of the latency axis, as a multiple of the largest zero-load latency of the designs. */
static const double limit_times = 4.0;

static const struct {
    const char *name, *title;
} loads[NOC_CURVE_LOADS] = {
    [NOC_CURVE_GB_PER_S] = {"GB/s", "offered data, GB/s"},
    [NOC_CURVE_BYTES] = {"bytes", "offered data, bytes/cycle"},
    [NOC_CURVE_FLITS] = {"flits", "offered load, flits/cycle per injecting node"},
    [NOC_CURVE_SHARE] = {"share", "offered load, % of the model's saturation"},
};

const char *noc_curve_load_name(size_t load)
{
    return load < NOC_CURVE_LOADS ? loads[load].name : NULL;
}

const char *noc_curve_load_title(const noc_curve_axes *axes)
{
    return loads[axes->load].title;
}

/* Returns the kind of the curves' latencies: 0 packets, 1 round trips, 2 both. */
static size_t kind_of(const noc_curves *curves)
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
    return titles[kind_of(curves)][curves->axes.cycles];
}

/* Returns the factor from flits per cycle of an injecting node to the unit of the load axis. */
static double unit_of(const noc_curve_axes *axes, const noc_estimate *e)
{
    const double data = noc_work_data(&e->work);
    switch (axes->load) {
    case NOC_CURVE_GB_PER_S:
        return data * e->design->chip.clock_mhz / 1e3;
    case NOC_CURVE_BYTES:
        return data;
    case NOC_CURVE_SHARE:
        return 100.0 / e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    default:
        return 1.0;
    }
}

double noc_curve_load_of(const noc_curve_axes *axes, const noc_estimate *e)
{
    return e->load * unit_of(axes, e);
}

noc_metric noc_curve_saturation(const noc_curve_axes *axes, const noc_estimate *e)
{
    const double unit = unit_of(axes, e);
    noc_metric m = e->metrics[NOC_METRIC_saturation_flits_per_cycle];
    m.value *= unit;
    m.lo *= unit;
    m.hi *= unit;
    return m;
}

noc_metric_id noc_curve_latency_id(const noc_curve_axes *axes, const noc_design *design)
{
    const bool round_trip = noc_latency_metric(design) == NOC_METRIC_round_trip_cycles;
    if (axes->cycles)
        return round_trip ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    return round_trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
}

noc_metric noc_curve_latency(const noc_curve_axes *axes, const noc_estimate *e)
{
    noc_metric m = e->metrics[noc_curve_latency_id(axes, e->design)];
    if (noc_answer_grows(e->answer)) m = (noc_metric){INFINITY, NAN, NAN, NAN, m.why};
    return m;
}

double noc_curve_idle(const noc_curve_axes *axes, const noc_estimate *e)
{
    return e
        ->metrics[axes->cycles ? NOC_METRIC_zero_load_latency_cycles
                               : NOC_METRIC_zero_load_latency_ns]
        .value;
}

double noc_curve_limit(const noc_curves *curves)
{
    double idle = 0.0;
    for (size_t i = 0; i < curves->count; i++)
        idle = fmax(idle, noc_curve_idle(&curves->axes, &curves->list[i].points[0].model));
    return limit_times * idle;
}

bool noc_curve_is_sampled(const noc_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        if (curve->points[i].sampled) return true;
    return false;
}
