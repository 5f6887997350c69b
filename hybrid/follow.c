/* Figures that follow from others: payload from flits, nanoseconds and GB/s from the network's clock. */
#include <math.h>

#include "hybrid/figures.h"

static const double ns_per_us = 1e3, mb_per_gb = 1e3;

static noc_metric times(noc_metric m, double factor)
{
    m.value *= factor;
    m.lo *= factor;
    m.hi *= factor;
    return m;
}

/* Bytes of the channels that a flit of load fills: those of the networks that take a node's packets, in the shares in
 * which they do. */
static double channel_bytes_of_flit(const noc_system *system)
{
    double bytes = 0.0, flits = 0.0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        if (!net->carries[NOC_REQUEST]) continue;
        const double mean = noc_system_mean_flits(system, NOC_REQUEST, n);
        flits += mean;
        bytes += mean * net->flit_bytes;
    }
    return bytes / flits;
}

/* Bytes over the whole network, for a load of a flit. */
static double payload_of_flit(const noc_work *work)
{
    return work->injectors * work->transaction_bytes / work->flits;
}

static void follow_saturation(const noc_system *system, noc_estimate *e)
{
    noc_metric *m = e->metrics;
    const noc_metric saturation = m[NOC_METRIC_saturation_flits_per_cycle];
    const noc_metric *area = &m[NOC_METRIC_chip_area_mm2];
    const noc_metric payload = times(saturation, payload_of_flit(&e->work));
    m[NOC_METRIC_saturation_bytes_per_cycle] = times(saturation, channel_bytes_of_flit(system));
    m[NOC_METRIC_saturation_delivered_bytes_per_cycle] = payload;
    m[NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2] = times(payload, 1.0 / area->value);
    if (isfinite(payload.value) && !(area->value > 0.0))
        noc_figures_miss(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2,
                         area->why ? area->why : "the design has no area");
}

/* Of a closed loop and of a trace what is delivered is there; its interval is that of the packets. */
static void follow_delivered(noc_estimate *e)
{
    noc_metric *delivered = &e->metrics[NOC_METRIC_delivered_bytes_per_cycle];
    const noc_metric accepted = e->metrics[NOC_METRIC_accepted_flits_per_cycle];
    double factor = payload_of_flit(&e->work);
    if (isnan(e->load) && isnan(delivered->value)) return;
    if (isnan(e->load)) factor = delivered->value / accepted.value;
    if (isfinite(factor)) *delivered = times(accepted, factor);
}

void noc_figures_follow(const noc_system *system, noc_estimate *e)
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
    follow_saturation(system, e);
    follow_delivered(e);
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++)
        e->metrics[twins[i].metric] = times(e->metrics[twins[i].of], twins[i].factor);
    if (isfinite(e->load))
        noc_figures_put(e, NOC_METRIC_offered_gb_per_s, e->load * payload_of_flit(&e->work) * gb);
}
