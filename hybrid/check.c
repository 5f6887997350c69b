#include "hybrid/check.h"

#include <math.h>

#include "hybrid/figures.h"
#include "hybrid/loop_sample.h"
#include "sampler/sample.h"

enum {
    STEPS = 20,
    WINDOW_CYCLES = 60000, /* per replication, as below */
    LOOP_CYCLES = 131072,  /* by then most loops settle, which stops them: EXPERIMENTS.md, 4.11 */
};
static const double precision = 0.01, loop_precision = 0.02;
static const uint64_t own_streams = 0x636865636b;
static const double stretch_most = 1.3;
static const double noise = 0.005;          /* of a short window's latency, as a share */
static const double stretched_share = 0.35; /* of the ratio of contentions, as an exponent */

/* Of the latency that is watched, cycles; NAN when saturated. */
static double contention_at(const noc_adjusted *model, const noc_check *c, double load)
{
    return noc_latencies_at(model, load).of[NOC_LATENCY_WATCHED] - c->idle.of[NOC_LATENCY_WATCHED];
}

/* The stretch at which the model's contention at the window's load becomes `wanted`; a saturated model has
 * more than that. */
static double find_stretch(const noc_adjusted *model, const noc_check *c, double wanted)
{
    double low = 1.0 / stretch_most, high = stretch_most;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (low + high) / 2.0;
        if (contention_at(model, c, middle * c->load) < wanted)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2.0;
}

noc_status noc_check_measure(const noc_system *system, const noc_sampling *sampling, double load,
                             double *latency, noc_diag *diag)
{
    noc_sample_options options = noc_figures_sample_options(sampling);
    noc_sample sample;
    options.precision = precision;
    options.max_cycles = WINDOW_CYCLES;
    options.seed ^= own_streams;
    const noc_status status = noc_sample_at(system, load, &options, &sample, diag);
    if (status != NOC_OK) return status;
    const double trip = sample.quantities[NOC_SAMPLE_ROUND_TRIP].mean;
    *latency = isnan(trip) ? sample.quantities[NOC_SAMPLE_LATENCY].mean : trip;
    if (sample.saturated) *latency = NAN;
    return NOC_OK;
}

noc_status noc_check_measure_loop(const noc_system *system, const noc_sampling *sampling,
                                  noc_estimate *e, noc_diag *diag)
{
    noc_sampling window = *sampling;
    noc_loop_quality quality;
    window.precision = loop_precision;
    window.max_cycles = LOOP_CYCLES;
    window.seed ^= own_streams;
    e->check_ipc_predicted = e->metrics[NOC_METRIC_ipc].value;
    const noc_status status = noc_loop_sample_put(system, &window, &quality, e, diag);
    if (status != NOC_OK) return status;
    e->check_ipc_measured = e->metrics[NOC_METRIC_ipc].value;
    if (!quality.settled)
        noc_figures_warn(e, "the check's window of the loop had not settled (nocsight sample "
                            "measures until it has)");
    return NOC_OK;
}

noc_check noc_check_learn(const noc_adjusted *model, double load, double latency)
{
    noc_check c = {load, latency, NAN, noc_latencies_of(&model->idle), 1.0, 1.0};
    const double idle = c.idle.of[NOC_LATENCY_WATCHED], least = noise * idle;
    const double model_here = contention_at(model, &c, load);
    const double here = fmax(latency - idle, 0.0);
    c.predicted = idle + model_here;
    if (isnan(model_here)) { /* the model is saturated where the design is not */
        c.stretch = find_stretch(model, &c, here);
        return c;
    }
    /* contentions below the noise have no ratio */
    const double ratio = (here + least) / (model_here + least);
    const double stretched = (model_here + least) * pow(ratio, stretched_share) - least;
    c.stretch = find_stretch(model, &c, stretched);
    const double left = contention_at(model, &c, c.stretch * load);
    if (left >= 0.0) c.scale = (here + least) / (left + least);
    return c;
}

noc_latency_set noc_check_latencies(const noc_adjusted *model, const noc_check *c, double load)
{
    noc_latency_set set = noc_latencies_at(model, c->stretch * load);
    for (int k = 0; k < NOC_LATENCIES; k++)
        set.of[k] = c->idle.of[k] + c->scale * (set.of[k] - c->idle.of[k]);
    return set;
}

double noc_check_limit(const noc_check *c, double limit)
{
    return limit / c->stretch;
}
