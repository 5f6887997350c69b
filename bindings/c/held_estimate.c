/* Estimates: public calls. */
#include "bindings/c/held_estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "bindings/c/held_design.h"
#include "bindings/c/query.h"
#include "bindings/c/system.h"
#include "bindings/c/version.h"
#include "explore/settings/settings.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/within.h"
#include "reports/estimates/estimate_json.h"
#include "reports/facts/details.h"
#include "reports/writers/json.h"

/* ---- answers -------------------------------------------------------------------------------- */

/* Measures a system: a sample at the load; without a load its closed loop or batch if it has one,
 * otherwise its saturation and knee. */
static noc_status measure(const noc_system *system, double load, const noc_sampling *sampling,
                          noc_estimate *e, noc_diag *diag)
{
    if (isfinite(load)) return noc_estimate_sample(system, load, sampling, e, diag);
    if (system->design->closed_loop || noc_traffic_is_eager(&system->design->traffic))
        return noc_estimate_sample_closed(system, sampling, e, diag);
    return noc_estimate_sample_saturation(system, sampling, e, diag);
}

/* Answers by the approach of the query. */
static noc_status ask(const noc_calibration *calibration, const noc_system *system,
                      const noc_query *query, double load, const noc_sampling *sampling,
                      const noc_measuring *measuring, noc_estimate *e, noc_diag *diag)
{
    noc_status status = NOC_EUSAGE;
    switch ((noc_approach)query->approach) {
    case NOC_APPROACH_MODEL:
        return noc_estimate_calibrated(system, calibration, load, sampling->channel_flits, e, diag);
    case NOC_APPROACH_WINDOW:
        return noc_estimate_checked(system, calibration, load, sampling, e, diag);
    case NOC_APPROACH_SAMPLE:
        status = measure(system, load, sampling, e, diag);
        break;
    case NOC_APPROACH_WITHIN: {
        const noc_precision_question question = {
            .system = system,
            .calibration = calibration,
            .load = load,
            .half_width = sampling->precision,
        };
        status = noc_estimate_refine(&question, sampling, e, diag);
        if (status == NOC_EINTERRUPTED && measuring->is_late) {
            noc_diag_clear(diag); /* the answer so far is kept */
            return NOC_OK;
        }
        break;
    }
    }
    if (status != NOC_EINTERRUPTED || !measuring->is_late) return status;
    noc_diag_clear(diag);
    return noc_fail(diag, status, NOC_NOWHERE, "max_seconds %g is too short for a sample",
                    query->max_seconds);
}

/* Answers by the approach of the query. `flits`: NULL, or room for the rates of channels. A stop is
 * told also where the measurement so far is an answer. */
static noc_status answer(noc_context *context, const noc_system *system, const noc_query *query,
                         double load, const noc_call *call, double *flits, noc_estimate *e,
                         noc_diag *diag)
{
    noc_measuring measuring;
    noc_sampling sampling = noc_context_sampling(context, query, call, &measuring);
    sampling.channel_flits = flits;
    const noc_status status =
        ask(noc_context_calibration(context), system, query, load, &sampling, &measuring, e, diag);
    return status == NOC_OK && measuring.is_stopped ? NOC_EINTERRUPTED : status;
}

/* Frees an estimate that may be incomplete. */
static void release(noc_held_estimate *held)
{
    if (!held) return;
    noc_design_release(held->design);
    noc_arena_clear(&held->memory);
    free(held);
}

noc_status noc_held_estimate_make(noc_context *context, const noc_system *system,
                                  const noc_query *query, double load, const noc_call *call,
                                  noc_held_estimate **held, noc_diag *diag)
{
    NOC_AUTO_FREE double *flits = query->wants_channels ? noc_channels_alloc_rates(system) : NULL;
    noc_held_estimate *made = malloc(sizeof *made); /* large, and filled by the answer */
    *held = NULL;
    noc_status status = made && (flits || !query->wants_channels) ? NOC_OK : noc_fail_memory(diag);
    if (made) made->estimate.requested_half_width = 0.0;
    if (status == NOC_OK)
        status = answer(context, system, query, load, call, flits, &made->estimate, diag);
    const bool is_answered = status == NOC_OK || (status == NOC_EINTERRUPTED &&
                                                  made->estimate.requested_half_width > 0.0);
    if (!is_answered) {
        free(made);
        return status;
    }
    char words[NOC_CAUSE_CHARS];
    const char *prefix = noc_limit_words(&made->estimate, words);
    const noc_calibration *calibration = noc_context_calibration(context);
    made->limit_words[0] = '\0';
    if (*words) snprintf(made->limit_words, sizeof made->limit_words, "%s %s", prefix, words);
    made->design = noc_held_design_share(system->design);
    made->memory = (noc_arena){0};
    made->calibration = NULL;
    if (calibration) made->calibration = noc_arena_string(&made->memory, calibration->id);
    if (flits) {
        made->estimate.channels = &made->channels;
        const noc_status rate_status =
            noc_channels_find_rates(system, flits, &made->memory, &made->channels, diag);
        if (status == NOC_OK) status = rate_status;
    }
    if (made->memory.is_short) status = noc_fail_memory(diag);
    if (status == NOC_OK || status == NOC_EINTERRUPTED)
        *held = made;
    else
        release(made);
    return status;
}

int noc_design_estimate(noc_context *context, const noc_design *design, const noc_query *query,
                        noc_estimate **estimate, noc_error *error)
{
    static const noc_query plain_query = {0};
    noc_call call = noc_call_begin(error);
    noc_built_system built = {0};
    noc_held_estimate *held = NULL;
    double load;
    if (estimate) *estimate = NULL;
    if (!query) query = &plain_query;
    noc_status status =
        noc_call_require(&call, "context", context, "design", design, "estimate", estimate, NULL);
    if (status == NOC_OK) status = noc_query_check(query, &call.diag);
    if (status == NOC_OK)
        status = noc_built_system_make(context, design, query->approach == NOC_APPROACH_MODEL,
                                       &built, &call.diag);
    if (status == NOC_OK)
        status = noc_query_find_load(query, context, built.system, &load, &call.diag);
    if (status == NOC_OK)
        status =
            noc_held_estimate_make(context, built.system, query, load, &call, &held, &call.diag);
    noc_built_system_clear(&built);
    if (held) *estimate = &held->estimate;
    return noc_call_end(&call, status);
}

void noc_estimate_release(noc_estimate *estimate)
{
    release((noc_held_estimate *)estimate);
}

/* ---- parts of answers ----------------------------------------------------------------------- */

static const noc_held_estimate *find_held(const noc_estimate *estimate)
{
    return (const noc_held_estimate *)estimate;
}

/* Returns the way by which an answer was found. The command calls a window "model" unless --within
 * chose it. */
static const char *find_approach(const noc_estimate *e)
{
    return noc_estimate_is_checked(e) ? "window" : noc_answer_method_name(e);
}

static noc_status find_value(const noc_estimate *e, const char *name, noc_value *value,
                             noc_diag *diag)
{
    noc_metric_id id;
    const noc_status status = noc_metric_read(name, NOC_NOWHERE, NOC_EUSAGE, &id, diag);
    if (status != NOC_OK) return status;
    const noc_metric *m = &e->metrics[id];
    const noc_metric_info *info = noc_metric_info_of(id);
    *value = (noc_value){
        .value = m->value,
        .lo = m->lo,
        .hi = m->hi,
        .confidence = m->confidence,
        .unit = info->unit,
        .source = info->cost && e->scale.source ? e->scale.source : find_approach(e),
        .reason = m->reason ? m->reason : "",
    };
    return NOC_OK;
}

int noc_estimate_value(const noc_estimate *estimate, const char *metric, noc_value *value,
                       noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (value) *value = (noc_value){.value = NAN, .unit = "", .source = "", .reason = ""};
    noc_status status =
        noc_call_require(&call, "estimate", estimate, "metric", metric, "value", value, NULL);
    if (status == NOC_OK) status = find_value(estimate, metric, value, &call.diag);
    return noc_call_end(&call, status);
}

const char *noc_estimate_state(const noc_estimate *estimate)
{
    return estimate ? noc_answer_name(estimate->answer) : "";
}

const char *noc_estimate_approach(const noc_estimate *estimate)
{
    return estimate ? find_approach(estimate) : "";
}

double noc_estimate_load(const noc_estimate *estimate)
{
    return estimate ? estimate->load : NAN;
}

const noc_design *noc_estimate_design(const noc_estimate *estimate)
{
    return estimate ? estimate->design : NULL;
}

int noc_estimate_limit(const noc_estimate *estimate, noc_limit *limit, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (limit) *limit = (noc_limit){.kind = "", .where = "", .words = "", .utilization = NAN};
    const noc_status status = noc_call_require(&call, "estimate", estimate, "limit", limit, NULL);
    if (status == NOC_OK)
        *limit = (noc_limit){estimate->bottleneck.kind, estimate->bottleneck.where,
                             find_held(estimate)->limit_words, estimate->bottleneck.utilization};
    return noc_call_end(&call, status);
}

const char *noc_estimate_warning(const noc_estimate *estimate, size_t i)
{
    const bool has_warning = estimate && i < (size_t)estimate->warning_count;
    return has_warning ? estimate->warnings[i] : NULL;
}

static noc_status write_json(const noc_estimate *e, char **text, noc_diag *diag)
{
    size_t size;
    noc_labels labels = {0};
    const noc_run_info run = {
        .version = noc_version(), .commit = noc_commit(), .calibration = find_held(e)->calibration};
    FILE *out = open_memstream(text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_labels_add_design(&labels, e->design);
    const noc_status status = noc_json_write(out, noc_json_estimate(&run, e, &labels, NULL), diag);
    return noc_stream_close(out, text, status, diag);
}

int noc_estimate_json(const noc_estimate *estimate, char **json, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (json) *json = NULL;
    noc_status status = noc_call_require(&call, "estimate", estimate, "json", json, NULL);
    if (status == NOC_OK) status = write_json(estimate, json, &call.diag);
    return noc_call_end(&call, status);
}

static noc_status draw(noc_context *context, const noc_estimate *e, char **svg, noc_diag *diag)
{
    size_t size;
    noc_built_system built = {0};
    if (!e->channels)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "the answer has no rates of channels (set wants_channels in its query)");
    noc_status status = noc_built_system_make(context, e->design, true, &built, diag);
    FILE *out = status == NOC_OK ? open_memstream(svg, &size) : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(diag);
    const noc_sheet sheet = {.out = out,
                             .load = {isfinite(e->load) ? NOC_LOAD_FLITS : NOC_LOAD_NONE, e->load}};
    if (status == NOC_OK)
        status = noc_detail_draw(&sheet, &noc_channel_detail, built.system, e, false, diag);
    status = noc_stream_close(out, svg, status, diag);
    noc_built_system_clear(&built);
    return status;
}

int noc_estimate_svg(noc_context *context, const noc_estimate *estimate, char **svg,
                     noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (svg) *svg = NULL;
    noc_status status =
        noc_call_require(&call, "context", context, "estimate", estimate, "svg", svg, NULL);
    if (status == NOC_OK) status = draw(context, estimate, svg, &call.diag);
    return noc_call_end(&call, status);
}
