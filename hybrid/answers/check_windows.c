#include "hybrid/answers/check_windows.h"

#include <math.h>

#include "hybrid/answers/loop_sample.h"

enum {
    WINDOW_CYCLES = 60000, /* cycles per replication */
    /* cycles per replication; most loops settle earlier, which ends their runs (experiments.md,
     * 4.11) */
    LOOP_CYCLES = 131072,
};
static const double precision = 0.01, loop_precision = 0.02;
static const uint64_t check_seed_mask = 0x636865636b;

noc_status noc_check_measure(const noc_system *system, const noc_sampling *sampling, double load,
                             noc_check_window *window, noc_diag *diag)
{
    noc_sample_options options = noc_sampler_options(sampling);
    noc_sample sample;
    options.precision = precision;
    options.max_cycles = WINDOW_CYCLES;
    options.seed ^= check_seed_mask;
    const noc_status status = noc_sample_at(system, load, &options, &sample, diag);
    if (status != NOC_OK) return status;
    const double trip = sample.quantities[NOC_SAMPLE_ROUND_TRIP].mean;
    const double latency = isnan(trip) ? sample.quantities[NOC_SAMPLE_LATENCY].mean : trip;
    *window = (noc_check_window){.load = load,
                                 .accepted = sample.quantities[NOC_SAMPLE_ACCEPTED].mean,
                                 .latency = sample.is_saturated ? NAN : latency,
                                 .p50 = sample.p50,
                                 .p95 = sample.p95,
                                 .p99 = sample.p99};
    return NOC_OK;
}

noc_status noc_check_measure_loop(const noc_system *system, const noc_sampling *sampling,
                                  noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_sampling window = *sampling;
    noc_loop_quality quality;
    window.precision = loop_precision;
    window.max_cycles = LOOP_CYCLES;
    window.seed ^= check_seed_mask;
    window.skips_cause = true; /* the model's cause stays */
    const noc_status status = noc_loop_sample_put(system, &window, &quality, f, e, diag);
    if (status != NOC_OK) return status;
    e->check_ipc_measured = f->metrics[NOC_METRIC_ipc].value;
    if (!quality.is_settled)
        noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                          "the check's window of the loop had not settled (nocsight sample "
                          "measures until it has)");
    return NOC_OK;
}
