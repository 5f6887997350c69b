#include "hybrid/answers/within.h"

#include <math.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/kinds/traffic_keys.h"

/* ---- reached width -------------------------------------------------------------------------- */

double noc_relative_half_width(const noc_metric *m)
{
    if (!(isfinite(m->value) && isfinite(m->lo) && isfinite(m->hi))) return INFINITY;
    if (m->value == 0.0) return m->lo == 0.0 && m->hi == 0.0 ? 0.0 : INFINITY;
    return fmax(m->hi - m->value, m->value - m->lo) / fabs(m->value);
}

/* True if the question is about a closed loop, or about nodes that send without a rate. */
static bool makes_own_load(const noc_precision_question *q)
{
    const noc_design *d = q->system->design;
    return isnan(q->load) && !q->asks_saturation &&
           (d->closed_loop || noc_traffic_is_eager(&d->traffic));
}

static noc_metric_id choose_metric(const noc_precision_question *q, const noc_estimate *e)
{
    const noc_design *d = q->system->design;
    if (makes_own_load(q))
        return d->closed_loop ? NOC_METRIC_ipc : NOC_METRIC_delivered_data_gb_per_s;
    if (isnan(q->load)) return NOC_METRIC_saturation_flits_per_cycle;
    const noc_metric_id latency =
        noc_design_has_replies(d) ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    return isfinite(e->metrics[latency].value) ? latency : NOC_METRIC_delivered_data_gb_per_s;
}

static void put_half_widths(const noc_precision_question *q, noc_estimate *e)
{
    e->precision_metric = choose_metric(q, e);
    e->requested_half_width = q->half_width;
    e->reached_half_width = noc_relative_half_width(&e->metrics[e->precision_metric]);
}

static bool is_precise(const noc_estimate *e)
{
    return e->reached_half_width <= e->requested_half_width;
}

/* ---- choice of a method --------------------------------------------------------------------- */

/* Replaces the answer by the candidate if this is more precise. The answer's time becomes the sum
 * of both. */
static void keep_more_precise(const noc_precision_question *q, noc_estimate *candidate,
                              noc_estimate *e)
{
    const double seconds = e->wall_s + candidate->wall_s;
    put_half_widths(q, candidate);
    if (candidate->reached_half_width < e->reached_half_width) *e = *candidate;
    e->wall_s = seconds;
}

/* Answers by the model, then with a window, which does not help for nodes that send without a
 * rate. */
static noc_status ask_model(const noc_precision_question *q, const noc_sampling *sampling,
                            noc_estimate *e, noc_diag *diag)
{
    noc_estimate checked;
    noc_status status = noc_estimate_calibrated(q->system, q->calibration, q->load, NULL, e, diag);
    if (status != NOC_OK) return status;
    put_half_widths(q, e);
    if (is_precise(e) || noc_traffic_is_eager(&q->system->design->traffic)) return NOC_OK;
    status = noc_estimate_checked(q->system, q->calibration, q->load, sampling, &checked, diag);
    if (status == NOC_OK) keep_more_precise(q, &checked, e);
    return status;
}

/* Searches for saturation, without the knee, with the least effort that reaches the precision. */
static noc_status search_saturation(const noc_precision_question *q, noc_sampling sampling,
                                    noc_estimate *e, noc_diag *diag)
{
    static const double half_widths[] = {
        [NOC_EFFORT_FULL] = 0.0, [NOC_EFFORT_BRIEF] = 0.01, [NOC_EFFORT_COARSE] = 0.04};
    enum { EFFORTS = 3 };
    static const noc_effort efforts[EFFORTS] = {NOC_EFFORT_COARSE, NOC_EFFORT_BRIEF,
                                                NOC_EFFORT_FULL};
    noc_status status = NOC_OK;
    bool has_sample = false; /* true: a sample was taken */
    sampling.skips_knee = true;
    for (size_t i = 0; i < EFFORTS; i++) {
        noc_estimate sampled;
        noc_sampling_part part = {&sampling, i, EFFORTS};
        noc_sampling part_sampling = noc_sampling_make_part(&part);
        if (q->half_width < half_widths[efforts[i]]) continue;
        part_sampling.effort = efforts[i];
        status = noc_estimate_sample_saturation(q->system, &part_sampling, &sampled, diag);
        if (status != NOC_OK) break;
        keep_more_precise(q, &sampled, e);
        if (is_precise(e)) break;
        has_sample = true;
    }
    return status == NOC_EINTERRUPTED && has_sample && sampling.keep_interrupted ? NOC_OK : status;
}

static noc_status sample_figure(const noc_precision_question *q, const noc_sampling *sampling,
                                noc_estimate *e, noc_diag *diag)
{
    noc_estimate sampled;
    noc_status status;
    if (isfinite(q->load))
        status = noc_estimate_sample(q->system, q->load, sampling, &sampled, diag);
    else if (makes_own_load(q))
        status = noc_estimate_sample_closed(q->system, sampling, &sampled, diag);
    else
        return search_saturation(q, *sampling, e, diag);
    if (status == NOC_OK) keep_more_precise(q, &sampled, e);
    return status;
}

noc_status noc_estimate_refine(const noc_precision_question *q, const noc_sampling *sampling,
                               noc_estimate *e, noc_diag *diag)
{
    enum { PARTS = 2 }; /* parts of the progress: a window and a sample */
    noc_sampling_part window_part = {sampling, 0, PARTS}, sample_part = {sampling, 1, PARTS};
    noc_sampling window_sampling = noc_sampling_make_part(&window_part),
                 sample_sampling = noc_sampling_make_part(&sample_part);
    window_sampling.channel_flits = sample_sampling.channel_flits = NULL;
    sample_sampling.precision = q->half_width;
    noc_estimate_begin(q->system, NOC_METHOD_MODEL, q->load, e);
    noc_status status = ask_model(q, &window_sampling, e, diag);
    if (status == NOC_OK && !is_precise(e)) status = sample_figure(q, &sample_sampling, e, diag);
    if (e->answer == NOC_ANSWER_OK && !is_precise(e)) e->answer = NOC_ANSWER_IMPRECISE;
    return status;
}
