#include "cli/frame/measure.h"

#include <math.h>

#include "cli/frame/interrupt.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/figures/sampling.h"
#include "hybrid/answers/within.h"

static const noc_option sampling_options[] = {
    {"precision", 0, "P",
     "half-width of the 95 % interval of the mean latency, or of the saturation, as a share of it "
     "(0.02)",
     NOC_OPTION_REAL, .offset = offsetof(noc_precision, precision), .above = 0.0, .below = 1.0,
     .expected = "a share between 0 and 1, for example 0.02 or 2%", .unit = ""},
    {"cycles", 0, "N", "most cycles of a run, of which each sample has four (1000000)",
     NOC_OPTION_COUNT, .offset = offsetof(noc_precision, cycles), .least = 1000,
     .most = 1000000000000},
    {"seed", 0, "N", "seed of the random streams (1)", NOC_OPTION_COUNT,
     .offset = offsetof(noc_precision, seed), .least = 0, .most = INT64_MAX},
    {0},
};

/* Options of commands that can show an unfinished sample. */
static const noc_option seconds_options[] = {
    {"seconds", 0, "S",
     "at most S seconds for a sample (or 2min), which then has the precision that it has",
     NOC_OPTION_REAL, .offset = offsetof(noc_precision, seconds), .above = 0.0, .below = 1e7,
     .expected = "a time above 0, in seconds", .unit = "s"},
    {0},
};

const noc_option_group noc_seconds_options = {NULL, seconds_options, NULL, 0};

static const noc_option within_options[] = {
    {"within", 0, "P",
     "as sure as P (5%), however it is found: by the model where its interval is no wider than "
     "+-P, "
     "else by a short window of the design, else by a sample",
     NOC_OPTION_REAL, .offset = offsetof(noc_precision, within), .above = 0.0, .below = 1.0,
     .expected = "a share between 0 and 1, for example 5% or 0.05", .unit = ""},
    {0},
};

const noc_option_group noc_within_options = {NULL, within_options, NULL, 0};

const noc_precision noc_usual_precision = {.precision = 0.02, .seed = 1};

const noc_option_group noc_sampling_options = {"Measuring:", sampling_options, &noc_usual_precision,
                                               sizeof(noc_precision)};

noc_sampling noc_sampling_for(const noc_request *r, const noc_precision *p, noc_progress *progress)
{
    return (noc_sampling){
        .precision = p->precision,
        .seed = p->seed,
        .max_cycles = p->cycles,
        .jobs = r->jobs,
        .progress = noc_progress_tick,
        .context = progress,
    };
}

void noc_measure_start(const noc_request *r, const noc_precision *precision, const noc_cases *cases,
                       double total, noc_measurement *m)
{
    *m = (noc_measurement){.all = cases->count};
    for (size_t i = 0; i < cases->count; i++) noc_labels_see(&m->labels, cases->designs[i]);
    noc_interrupt_catch();
    noc_progress_start(&m->progress, total, r->quiet);
    m->progress.limit = precision->seconds;
    m->within = precision->within;
    m->sampling = noc_sampling_for(r, precision, &m->progress);
    m->sampling.keep_interrupted = precision->seconds > 0.0 || precision->within > 0.0;
}

void noc_measure_task(noc_measurement *m, double weight, const noc_design *design, size_t position,
                      const char *step)
{
    char label[NOC_LABEL_CHARS];
    noc_label(&m->labels, design, label);
    if (m->all > 1)
        snprintf(m->what, sizeof m->what, "%zu of %zu: %s%s", position + 1, m->all, label, step);
    else
        snprintf(m->what, sizeof m->what, "%s%s", label, step);
    noc_progress_task(&m->progress, weight, m->what);
}

static bool runs(const noc_design *design)
{
    return design->closed_loop || noc_traffic_is_eager(&design->traffic);
}

noc_status noc_measure_system(noc_measurement *m, const noc_system *system, double load,
                              noc_estimate *sample, noc_diag *diag)
{
    if (isfinite(load)) return noc_estimate_sample(system, load, &m->sampling, sample, diag);
    if (runs(system->design)) return noc_estimate_sample_closed(system, &m->sampling, sample, diag);
    return noc_estimate_sample_saturation(system, &m->sampling, sample, diag);
}

noc_status noc_measure_within(noc_measurement *m, const noc_system *system,
                              const struct noc_calibration *calibration, double load,
                              noc_estimate *e, noc_diag *diag)
{
    const noc_within_question question = {
        .system = system, .calibration = calibration, .load = load, .half = m->within};
    const noc_status status = noc_estimate_within(&question, &m->sampling, e, diag);
    const bool late = status == NOC_EINTERRUPTED && m->progress.late && !noc_interrupted();
    /* the answer so far is kept */
    if (status == NOC_OK && noc_interrupted()) return NOC_EINTERRUPTED;
    if (!late) return status;
    noc_diag_clear(diag);
    return NOC_OK;
}

double noc_measure_weight(const noc_design *design, bool loaded)
{
    return loaded || runs(design) ? 1.0 : (double)NOC_SEARCH_WEIGHT;
}

void noc_measure_end(noc_measurement *m, noc_status status, size_t finished, size_t all,
                     noc_diag *diag)
{
    noc_progress_end(&m->progress);
    if (status != NOC_EINTERRUPTED) return;
    noc_diag_clear(diag);
    if (m->progress.late && !noc_interrupted()) {
        noc_fail(diag, status, (noc_place){"--seconds", 0},
                 "too short for a sample (%s); %zu of %zu finished%s", m->what, finished, all,
                 finished > 0 ? " and shown" : "");
        return;
    }
    const bool partly = m->sampling.keep_interrupted && finished > 0;
    noc_fail(diag, status, NOC_NOWHERE, "interrupted: %zu of %zu %s", finished, all,
             partly         ? "shown, the last as far as it was measured"
             : finished > 0 ? "finished and shown"
                            : "finished; nothing is shown");
}
