#include "tests/oracles/overlay_form.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/overlay_latency.h"
#include "analytic/circuits/overlay_openings.h"
#include "network/circuits/overlay_windows.h"

/* Cycles from a tail's injection to its delivery: the mean over all cores. */
static double transit(const noc_overlay *overlay, const noc_overlay_load *load, int memory)
{
    int in_row = 0;
    for (int c = 0; c < load->cores; c++)
        in_row += load->core_points[c].row == load->memory_points[memory].row;
    const int spared = NOC_OVERLAY_TRANSIT - overlay->row_transit_cycles;
    return NOC_OVERLAY_TRANSIT - 1.0 - (double)spared * in_row / load->cores;
}

/* Cycles from the creation of a memory node's packet to the delivery of its tail, with windows of
 * these lengths: the mean over all cores and over creation in every cycle of a period. */
static double alone(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                    int memory, int flits)
{
    const double reachable = noc_overlay_reachable_share(overlay, load, memory);
    double sent = 0.0;
    for (int as_partner = 0; as_partner < 2; as_partner++) {
        const double share = as_partner ? reachable : 1.0 - reachable;
        if (share <= 0.0) continue;
        const noc_openings openings =
            noc_overlay_openings(overlay, windows, load->memory_nodes, memory, as_partner);
        sent += share * noc_openings_latency(&openings, flits);
    }
    return sent + transit(overlay, load, memory);
}

double oracle_overlay_zero_load(const noc_overlay *overlay, const noc_overlay_load *load,
                                const int *windows, double by_kind[NOC_REPLY_KINDS])
{
    double mean = 0.0;
    for (int kind = 0; kind < NOC_REPLY_KINDS; kind++) {
        double sum = 0.0;
        for (int m = 0; m < load->memory_nodes; m++)
            sum += load->shares[m] * alone(overlay, load, windows, m, load->mix.flits[kind]);
        mean += load->mix.shares[kind] * sum;
        if (by_kind) by_kind[kind] = sum;
    }
    return mean;
}

/* Turns waits into latencies; returns their mean over all packets. */
static double add_up(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                     double *waits)
{
    double mean = 0.0;
    for (int m = 0; m < load->memory_nodes; m++) {
        for (int kind = 0; kind < NOC_REPLY_KINDS; kind++)
            waits[m] +=
                load->mix.shares[kind] * alone(overlay, load, windows, m, load->mix.flits[kind]);
        mean += load->shares[m] * waits[m];
    }
    return mean;
}

double oracle_overlay_latency(const noc_overlay *overlay, const noc_overlay_load *load, int queue,
                              double rate, double *by_memory)
{
    const size_t count = (size_t)load->memory_nodes;
    int *windows = malloc(count * sizeof *windows);
    double *waits = malloc(count * sizeof *waits), latency = NAN;
    if (windows && waits) {
        noc_windows_divide_equally(overlay->period_cycles, load->memory_nodes, windows);
        if (noc_overlay_waits(overlay, load, windows, queue, rate, waits))
            latency = add_up(overlay, load, windows, waits);
    }
    for (size_t m = 0; m < count && by_memory; m++) by_memory[m] = isnan(latency) ? NAN : waits[m];
    free(windows);
    free(waits);
    return latency;
}

/* Flits a cycle that are sent at a rate, each memory node's up to its capacity. */
static double sent_at(const noc_overlay *overlay, const noc_overlay_load *load, const int *windows,
                      double rate)
{
    const double flits = rate * noc_reply_mix_flits(&load->mix);
    double sent = 0.0;
    for (int m = 0; m < load->memory_nodes; m++)
        sent += fmin(load->shares[m] * flits, noc_overlay_capacity(overlay, load, windows, m));
    return sent;
}

/* Memory nodes with equal windows go on where others are full: the share that is sent falls in
 * straight lines of 1 / rate, so halving an interval finds the rate at which it is `accepted`. */
noc_overlay_limit oracle_overlay_saturation(const noc_overlay *overlay,
                                            const noc_overlay_load *load, const int *windows,
                                            double accepted)
{
    noc_overlay_limit limit = noc_overlay_saturation(overlay, load, windows);
    if (overlay->window_sizing == NOC_WINDOWS_ADAPTIVE) {
        limit.rate /= accepted;
        return limit;
    }
    const double flits = noc_reply_mix_flits(&load->mix);
    double low = limit.rate, high = limit.rate;
    while (sent_at(overlay, load, windows, high) >= accepted * high * flits) high *= 2.0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (sent_at(overlay, load, windows, middle) >= accepted * middle * flits)
            low = middle;
        else
            high = middle;
    }
    limit.rate = low;
    return limit;
}
