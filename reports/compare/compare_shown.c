#include "reports/compare/compare_shown.h"

#include <math.h>
#include <stdio.h>

#include "network/kinds/traffic_keys.h"

/* Whether all designs have it, and it means the same of all. */
static bool is_common(const noc_estimate *estimates, size_t count, noc_metric_id id)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(estimates[i].metrics[id].value)) return false;
    return true;
}

static noc_shown latency_of(const noc_estimate *estimates, size_t count)
{
    const bool round_trip = noc_design_has_replies(estimates[0].design);
    const noc_metric_id loaded =
        round_trip ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns;
    if (is_common(estimates, count, loaded) && isfinite(estimates[0].load))
        return (noc_shown){loaded, round_trip ? "round trip at the load" : "latency at the load",
                           "ns", 1.0, false};
    return (noc_shown){NOC_METRIC_zero_load_latency_ns,
                       round_trip ? "round trip, idle network" : "latency, idle network", "ns", 1.0,
                       false};
}

void noc_shown_of(const noc_estimate *estimates, size_t count, noc_shown shown[NOC_SHOWN])
{
    const noc_shown all[NOC_SHOWN] = {
        {NOC_METRIC_saturation_gb_per_s, "bandwidth at saturation", "GB/s", 1.0, true},
        latency_of(estimates, count),
        {NOC_METRIC_network_area_mm2, "network area", "mm2", 1.0, false},
        {NOC_METRIC_power_mw, "network power", "W", 1e-3, false},
        {NOC_METRIC_max_clock_mhz, "clock that routers reach", "MHz", 1.0, true},
    };
    for (size_t i = 0; i < NOC_SHOWN; i++) shown[i] = all[i];
}

noc_figure noc_shown_figure(const noc_shown *shown, double value)
{
    const double v = shown->scale * value, size = fabs(v);
    return noc_figure_of(v, size >= 1000.0 ? 0 : size >= 100.0 ? 1 : size >= 1.0 ? 2 : 3);
}

noc_figure noc_shown_change(const noc_contrast *c)
{
    noc_figure figure = {""};
    if (c->why) return figure;
    const double size = fmax(fabs(c->change), fmax(fabs(c->lo), fabs(c->hi)));
    const int digits = size < 0.0995 ? 1 : 0;
    if (c->within)
        snprintf(figure.text, sizeof figure.text, "%+.*f %%, indistinguishable", digits,
                 100.0 * c->change);
    else if (c->hi > c->lo)
        snprintf(figure.text, sizeof figure.text, "%+.*f %% (%+.*f to %+.*f %%)", digits,
                 100.0 * c->change, digits, 100.0 * c->lo, digits, 100.0 * c->hi);
    else
        snprintf(figure.text, sizeof figure.text, "%+.*f %%", digits, 100.0 * c->change);
    return figure;
}
