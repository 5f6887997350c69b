#include "hybrid/training/suites/suite_measure.h"

#include <math.h>

#include "hybrid/answers/check_windows.h"
#include "hybrid/answers/estimate_sample.h"

/* Progress of one step of a case's work, as a share of it all. */
typedef struct step {
    const noc_suite_measuring *how;
    double before, weight;
} step;

/* A search for saturation takes about as long as the samples together. */
static const double search_share = 0.4;

static bool tick(void *context, double done)
{
    const step *s = context;
    return !s->how->progress || s->how->progress(s->how->context, s->before + s->weight * done);
}

static noc_sampling sampling_of(const noc_suite *suite, double precision, step *s)
{
    return (noc_sampling){
        .precision = precision,
        .seed = suite->seed,
        .jobs = s->how->jobs,
        .progress = tick,
        .context = s,
    };
}

static noc_status find_saturation(const noc_suite *suite, const noc_suite_case *c, step *s,
                                  noc_suite_record *record, noc_diag *diag)
{
    noc_estimate e;
    const noc_sampling sampling = sampling_of(suite, 2.0 * suite->precision, s);
    const noc_status status = noc_estimate_sample_saturation(c->system, &sampling, &e, diag);
    if (status != NOC_OK) return status;
    const noc_metric *found = &e.metrics[NOC_METRIC_saturation_flits_per_cycle];
    record->saturation = found->value;
    record->saturation_half = (found->hi - found->lo) / 2.0;
    record->knee = e.metrics[NOC_METRIC_knee_flits_per_cycle].value;
    return NOC_OK;
}

static void put_point(const noc_estimate *e, noc_suite_point *p)
{
    const noc_metric *trip = &e->metrics[NOC_METRIC_round_trip_cycles];
    const noc_metric *watched =
        isnan(trip->value) ? &e->metrics[NOC_METRIC_packet_latency_cycles] : trip;
    p->latency = watched->value;
    p->half_width = (watched->hi - watched->lo) / 2.0;
    p->network = e->metrics[NOC_METRIC_network_latency_cycles].value;
    p->request = e->metrics[NOC_METRIC_request_latency_cycles].value;
    p->reply = e->metrics[NOC_METRIC_reply_latency_cycles].value;
    p->answer = e->answer;
}

/* It is short. */
static noc_status measure_window(const noc_system *system, noc_sampling sampling,
                                 noc_suite_point *p, noc_diag *diag)
{
    noc_check_window window = {.latency = NAN};
    sampling.progress = NULL;
    const noc_status status = noc_check_measure(system, &sampling, p->load, &window, diag);
    p->window = window.latency;
    return status;
}

noc_status noc_suite_measure(noc_suite *suite, noc_suite_case *c, const noc_suite_measuring *how,
                             noc_diag *diag)
{
    noc_suite_record record = {.count = 0};
    step s = {how, 0.0, search_share};
    noc_status status = find_saturation(suite, c, &s, &record, diag);
    for (size_t i = 0; i < suite->share_count && status == NOC_OK; i++) {
        noc_suite_point *p = &record.points[record.count++];
        noc_estimate e;
        s.before += s.weight;
        s.weight = (1.0 - search_share) / (double)suite->share_count;
        const noc_sampling sampling = sampling_of(suite, suite->precision, &s);
        p->share = suite->shares[i];
        p->load = p->share * record.saturation;
        status = noc_estimate_sample(c->system, p->load, &sampling, &e, diag);
        if (status == NOC_OK) put_point(&e, p);
        if (status == NOC_OK) status = measure_window(c->system, sampling, p, diag);
    }
    if (status != NOC_OK) return status;
    if (!c->measured) suite->measured++;
    c->record = record;
    c->measured = true;
    return NOC_OK;
}
