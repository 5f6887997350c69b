/* Figures that follow from others: payload from flits, nanoseconds and GB/s from the network's clock. */
#include <math.h>

#include "hybrid/answers/figures.h"

static const double ns_per_us = 1e3, mb_per_gb = 1e3;

static noc_metric times(noc_metric m, double factor)
{
    m.value *= factor;
    m.lo *= factor;
    m.hi *= factor;
    return m;
}

double noc_work_payload(const noc_work *work)
{
    return work->injectors * work->transaction_bytes / work->flits;
}

/* A figure over the area of the chip. Areas have bounds by judgement, so a ratio with one has no level. */
static noc_metric over_area(noc_metric m, const noc_metric *area)
{
    const noc_metric none = {NAN, NAN, NAN, NAN, area->why ? area->why : "the design has no area"};
    if (!isfinite(m.value)) return m;
    if (!(area->value > 0.0)) return none;
    if (isnan(area->lo)) return times(m, 1.0 / area->value);
    return (noc_metric){m.value / area->value, (isnan(m.lo) ? m.value : m.lo) / area->hi,
                        (isnan(m.hi) ? m.value : m.hi) / area->lo, NAN, NULL};
}

static void follow_saturation(noc_estimate *e)
{
    noc_metric *m = e->metrics;
    const noc_metric saturation = m[NOC_METRIC_saturation_flits_per_cycle];
    const noc_metric payload = times(saturation, noc_work_payload(&e->work));
    m[NOC_METRIC_saturation_bytes_per_cycle] = times(saturation, e->work.flit_bytes);
    m[NOC_METRIC_saturation_delivered_bytes_per_cycle] = payload;
    m[NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2] =
        over_area(payload, &m[NOC_METRIC_chip_area_mm2]);
}

/* Of a closed loop and of a trace what is delivered is there; its interval is that of the packets. */
static void follow_delivered(noc_estimate *e)
{
    noc_metric *delivered = &e->metrics[NOC_METRIC_delivered_bytes_per_cycle];
    const noc_metric accepted = e->metrics[NOC_METRIC_accepted_flits_per_cycle];
    double factor = noc_work_payload(&e->work);
    if (isnan(e->load) && isnan(delivered->value)) return;
    if (isnan(e->load)) factor = delivered->value / accepted.value;
    if (isfinite(factor)) *delivered = times(accepted, factor);
}

void noc_figures_follow(noc_estimate *e)
{
    const double mhz = e->design->chip.clock_mhz, ns = ns_per_us / mhz, gb = mhz / mb_per_gb;
    const struct {
        noc_metric_id metric, of;
        double factor;
    } twins[] = {
        {NOC_METRIC_zero_load_latency_ns, NOC_METRIC_zero_load_latency_cycles, ns},
        {NOC_METRIC_packet_latency_ns, NOC_METRIC_packet_latency_cycles, ns},
        {NOC_METRIC_round_trip_ns, NOC_METRIC_round_trip_cycles, ns},
        {NOC_METRIC_saturation_gb_per_s, NOC_METRIC_saturation_delivered_bytes_per_cycle, gb},
        {NOC_METRIC_delivered_gb_per_s, NOC_METRIC_delivered_bytes_per_cycle, gb},
    };
    follow_saturation(e);
    follow_delivered(e);
    if (isfinite(e->metrics[NOC_METRIC_ipc_per_mm2].value))
        e->metrics[NOC_METRIC_ipc_per_mm2] =
            over_area(e->metrics[NOC_METRIC_ipc], &e->metrics[NOC_METRIC_chip_area_mm2]);
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++)
        e->metrics[twins[i].metric] = times(e->metrics[twins[i].of], twins[i].factor);
    if (isfinite(e->load))
        noc_figures_put(e, NOC_METRIC_offered_gb_per_s, e->load * noc_work_payload(&e->work) * gb);
}
