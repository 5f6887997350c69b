#include "hybrid/answers/within.h"

#include <math.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/kinds/traffic_keys.h"

/* ---- reached width -------------------------------------------------------------------------- */

double noc_half_width(const noc_metric *m)
{
    if (!(isfinite(m->value) && isfinite(m->lo) && isfinite(m->hi))) return INFINITY;
    if (m->value == 0.0) return m->lo == 0.0 && m->hi == 0.0 ? 0.0 : INFINITY;
    return fmax(m->hi - m->value, m->value - m->lo) / fabs(m->value);
}

/* True if the question is about a closed loop, or about nodes that send without a rate. */
static bool runs_itself(const noc_within_question *q)
{
    const noc_design *d = q->system->design;
    return isnan(q->load) && !q->saturation &&
           (d->closed_loop || noc_traffic_is_eager(&d->traffic));
}

static noc_metric_id figure_of(const noc_within_question *q, const noc_estimate *e)
{
    const noc_design *d = q->system->design;
    if (runs_itself(q)) return d->closed_loop ? NOC_METRIC_ipc : NOC_METRIC_delivered_data_gb_per_s;
    if (isnan(q->load)) return NOC_METRIC_saturation_flits_per_cycle;
    const noc_metric_id latency =
        noc_design_has_replies(d) ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles;
    return isfinite(e->metrics[latency].value) ? latency : NOC_METRIC_delivered_data_gb_per_s;
}

static void judge(const noc_within_question *q, noc_estimate *e)
{
    e->within_figure = figure_of(q, e);
    e->within_asked = q->half;
    e->within_reached = noc_half_width(&e->metrics[e->within_figure]);
}

static bool is_sure(const noc_estimate *e)
{
    return e->within_reached <= e->within_asked;
}

/* ---- choice of a method --------------------------------------------------------------------- */

/* Replaces the answer if the candidate is more precise; times add up. */
static void take(const noc_within_question *q, noc_estimate *surer, noc_estimate *e)
{
    const double seconds = e->wall_s + surer->wall_s;
    judge(q, surer);
    if (surer->within_reached < e->within_reached) *e = *surer;
    e->wall_s = seconds;
}

/* Answers by the model, then with a window, which does not help for nodes that send without a
 * rate. */
static noc_status ask_model(const noc_within_question *q, const noc_sampling *sampling,
                            noc_estimate *e, noc_diag *diag)
{
    noc_estimate checked;
    noc_status status = noc_estimate_calibrated(q->system, q->calibration, q->load, NULL, e, diag);
    if (status != NOC_OK) return status;
    judge(q, e);
    if (is_sure(e) || noc_traffic_is_eager(&q->system->design->traffic)) return NOC_OK;
    status = noc_estimate_checked(q->system, q->calibration, q->load, sampling, &checked, diag);
    if (status == NOC_OK) take(q, &checked, e);
    return status;
}

/* Searches for saturation, without the knee, with the least effort that reaches the precision. */
static noc_status search(const noc_within_question *q, noc_sampling sampling, noc_estimate *e,
                         noc_diag *diag)
{
    static const double widest[] = {
        [NOC_EFFORT_FULL] = 0.0, [NOC_EFFORT_BRIEF] = 0.01, [NOC_EFFORT_COARSE] = 0.04};
    enum { EFFORTS = 3 };
    static const noc_effort efforts[EFFORTS] = {NOC_EFFORT_COARSE, NOC_EFFORT_BRIEF,
                                                NOC_EFFORT_FULL};
    noc_status status = NOC_OK;
    bool began = false; /* true: a sample was taken */
    sampling.no_knee = true;
    for (size_t i = 0; i < EFFORTS; i++) {
        noc_estimate sampled;
        noc_sampling_part part = {&sampling, i, EFFORTS};
        noc_sampling own = noc_sampling_of_part(&part);
        if (q->half < widest[efforts[i]]) continue;
        own.effort = efforts[i];
        status = noc_estimate_sample_saturation(q->system, &own, &sampled, diag);
        if (status != NOC_OK) break;
        take(q, &sampled, e);
        if (is_sure(e)) break;
        began = true;
    }
    return status == NOC_EINTERRUPTED && began && sampling.keep_interrupted ? NOC_OK : status;
}

static noc_status sample(const noc_within_question *q, const noc_sampling *sampling,
                         noc_estimate *e, noc_diag *diag)
{
    noc_estimate sampled;
    noc_status status;
    if (isfinite(q->load))
        status = noc_estimate_sample(q->system, q->load, sampling, &sampled, diag);
    else if (runs_itself(q))
        status = noc_estimate_sample_closed(q->system, sampling, &sampled, diag);
    else
        return search(q, *sampling, e, diag);
    if (status == NOC_OK) take(q, &sampled, e);
    return status;
}

noc_status noc_estimate_within(const noc_within_question *q, const noc_sampling *sampling,
                               noc_estimate *e, noc_diag *diag)
{
    enum { PARTS = 2 }; /* parts of the progress: a window and a sample */
    noc_sampling_part window = {sampling, 0, PARTS}, rest = {sampling, 1, PARTS};
    noc_sampling of_window = noc_sampling_of_part(&window), of_rest = noc_sampling_of_part(&rest);
    of_window.channel_flits = of_rest.channel_flits = NULL;
    of_rest.precision = q->half;
    noc_estimate_begin(q->system, NOC_METHOD_MODEL, q->load, e);
    noc_status status = ask_model(q, &of_window, e, diag);
    if (status == NOC_OK && !is_sure(e)) status = sample(q, &of_rest, e, diag);
    if (e->answer == NOC_ANSWER_OK && !is_sure(e)) e->answer = NOC_ANSWER_IMPRECISE;
    return status;
}
