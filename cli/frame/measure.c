#include "cli/frame/measure.h"

#include <math.h>

#include "cli/frame/interrupt.h"
#include "hybrid/answers/figures/sampling.h"

static const noc_option sampling_options[] = {
    {"precision", 0, "P",
     "half-width of the 95 % interval of the mean latency, or of the saturation, as a share of it "
     "(0.02)",
     NOC_OPTION_REAL, .offset = offsetof(noc_precision, precision), .exclusive_min = 0.0,
     .exclusive_max = 1.0, .expected_text = "a share between 0 and 1, for example 0.02 or 2%",
     .unit = ""},
    {"cycles", 0, "N", "most cycles of a run; a sample has four runs (1000000)", NOC_OPTION_COUNT,
     .offset = offsetof(noc_precision, max_cycles), .min_count = 1000, .max_count = 1000000000000},
    {"seed", 0, "N", "seed of the random streams (1)", NOC_OPTION_COUNT,
     .offset = offsetof(noc_precision, seed), .min_count = 0, .max_count = INT64_MAX},
    {0},
};

/* Options of commands that can show an unfinished sample. */
static const noc_option seconds_options[] = {
    {"seconds", 0, "S", "at most S seconds for a sample (or 2min), whatever its precision",
     NOC_OPTION_REAL, .offset = offsetof(noc_precision, max_seconds), .exclusive_min = 0.0,
     .exclusive_max = 1e7, .expected_text = "a time above 0, in seconds", .unit = "s"},
    {0},
};

const noc_option_group noc_seconds_options = {.options = seconds_options};

const noc_option_group noc_within_options =
    NOC_ONE_OPTION("within", 0, "P",
                   "as sure as P (5%), however it is found: by the model where its interval is no "
                   "wider than +-P, else by a short window of the design, else by a sample",
                   NOC_OPTION_REAL, .offset = offsetof(noc_precision, half_width),
                   .exclusive_min = 0.0, .exclusive_max = 1.0,
                   .expected_text = "a share between 0 and 1, for example 5% or 0.05", .unit = "");

const noc_precision noc_default_precision = {.precision = 0.02, .seed = 1};

const noc_option_group noc_sampling_options = {
    sampling_options, "Measuring:", &noc_default_precision, sizeof(noc_precision)};

noc_sampling noc_sampling_options_make(const noc_request *r, const noc_precision *p,
                                       noc_progress *progress)
{
    return (noc_sampling){
        .precision = p->precision,
        .seed = p->seed,
        .max_cycles = p->max_cycles,
        .jobs = r->jobs,
        .progress = noc_progress_tick,
        .context = progress,
    };
}

void noc_measure_start(const noc_request *r, const noc_precision *precision, const noc_cases *cases,
                       double total, noc_measurement *m)
{
    *m = (noc_measurement){.design_count = cases->count, .precision = precision};
    for (size_t i = 0; i < cases->count; i++) noc_labels_add_design(&m->labels, cases->designs[i]);
    noc_interrupt_catch();
    noc_progress_start(&m->progress, total, r->is_quiet);
    m->progress.task_limit_s = precision->max_seconds;
    m->half_width = precision->half_width;
    m->sampling = noc_sampling_options_make(r, precision, &m->progress);
    noc_context_set_seed(cases->context, precision->seed, NULL);
    noc_context_set_threads(cases->context, r->jobs, NULL);
    m->sampling.keep_interrupted = precision->max_seconds > 0.0 || precision->half_width > 0.0;
}

void noc_measure_task(noc_measurement *m, double weight, const noc_design *design, size_t position,
                      const char *step)
{
    char label[NOC_LABEL_CHARS];
    noc_label_write(&m->labels, design, label);
    if (m->design_count > 1)
        snprintf(m->task_name, sizeof m->task_name, "%zu of %zu: %s%s", position + 1,
                 m->design_count, label, step);
    else
        snprintf(m->task_name, sizeof m->task_name, "%s%s", label, step);
    noc_progress_task(&m->progress, weight, m->task_name);
}

static bool has_own_load(const noc_design *design)
{
    return design->closed_loop || noc_traffic_is_eager(&design->traffic);
}

/* Passes the share that is done to the progress line. */
static int tick(void *data, double share)
{
    return noc_progress_tick(data, share);
}

noc_status noc_measure_ask(noc_measurement *m, noc_cases *cases, size_t i, const noc_query *query,
                           noc_estimate *e, noc_diag *diag)
{
    noc_query complete = *query;
    const bool is_within = query->approach == NOC_APPROACH_WITHIN;
    complete.precision = is_within ? m->half_width : m->precision->precision;
    complete.max_seconds = m->precision->max_seconds;
    complete.max_cycles = m->precision->max_cycles;
    complete.progress = tick;
    complete.progress_data = &m->progress;
    const noc_status status = noc_cases_ask(cases, i, &complete, e, diag);
    if (!is_within) return status;
    const bool is_late = status == NOC_EINTERRUPTED && m->progress.is_late && !noc_is_interrupted();
    /* the answer so far is kept */
    if (status == NOC_OK && noc_is_interrupted()) return NOC_EINTERRUPTED;
    if (!is_late) return status;
    noc_diag_clear(diag);
    return NOC_OK;
}

double noc_measure_weight(const noc_design *design, bool loaded)
{
    return loaded || has_own_load(design) ? 1.0 : (double)NOC_SEARCH_WEIGHT;
}

void noc_measure_end(noc_measurement *m, noc_status status, size_t finished, size_t total,
                     noc_diag *diag)
{
    noc_progress_end(&m->progress);
    if (status != NOC_EINTERRUPTED) return;
    noc_diag_clear(diag);
    if (m->progress.is_late && !noc_is_interrupted()) {
        noc_fail(diag, status, (noc_place){"--seconds", 0},
                 "too short for a sample (%s); %zu of %zu finished%s", m->task_name, finished,
                 total, finished > 0 ? " and shown" : "");
        return;
    }
    const bool is_partial = m->sampling.keep_interrupted && finished > 0;
    noc_fail(diag, status, NOC_NOWHERE, "interrupted: %zu of %zu %s", finished, total,
             is_partial     ? "shown, the last as far as it was measured"
             : finished > 0 ? "finished and shown"
                            : "finished; nothing is shown");
}
