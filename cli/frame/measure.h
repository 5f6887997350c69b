/* cli/frame/measure.h: sampling of designs by commands: options, progress, interruption, and the
 * samples. */
#ifndef NOC_CLI_FRAME_MEASURE_H
#define NOC_CLI_FRAME_MEASURE_H

#include "cli/frame/cases.h"
#include "cli/frame/option.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"
#include "reports/words/label.h"

/* Values of the options. */
typedef struct noc_precision {
    /* requested relative half-width of samples */
    double precision;
    uint64_t seed, max_cycles; /* seed of the sampler; limit of a run, cycles, 0: default */
    double half_width;         /* --within: requested relative half-width, by any method; 0: none */
    double max_seconds;        /* limit of a sample, s; 0: none */
} noc_precision;

extern const noc_option_group noc_sampling_options; /* a noc_precision */
extern const noc_option_group noc_seconds_options;  /* a noc_precision: --seconds */
extern const noc_option_group noc_within_options;   /* a noc_precision: --within */
extern const noc_precision noc_default_precision;

/* Makes the sampler's options for a request, with progress. */
noc_sampling noc_sampling_options_make(const noc_request *request, const noc_precision *precision,
                                       noc_progress *progress);

/* Measurements of a command, and their progress. */
typedef struct noc_measurement {
    noc_progress progress;
    const noc_precision *precision;
    double half_width; /* requested relative half-width; 0: none */
    noc_sampling sampling;
    noc_labels labels;
    size_t design_count; /* number of designs */
    char task_name[NOC_LABEL_CHARS + 40];
} noc_measurement;

/* Approximate duration of a search for saturation, as a number of samples at one load. */
enum { NOC_SEARCH_WEIGHT = 5 };

/* Starts measuring. `total`: weight of all measurements; a sample at one load has weight 1. From
 * here on, Ctrl-C ends measurements with NOC_EINTERRUPTED. *measurement must not move. */
void noc_measure_start(const noc_request *request, const noc_precision *precision,
                       const noc_cases *cases, double total, noc_measurement *measurement);

/* Starts the next task, of this weight. `position`: index of the design; `step`: text after its
 * name, such as ", sampler at 0.02"; "": none. */
void noc_measure_task(noc_measurement *measurement, double weight, const noc_design *design,
                      size_t position, const char *step);

/* Measures design `i` by an approach: a sample, a window that corrects the model, or to the
 * requested half-width. `load`: "" for none, or load_flits where that is above 0. A sample that
 * --seconds ends is an answer, too. */
noc_status noc_measure_ask(noc_measurement *measurement, noc_cases *cases, size_t i,
                           const noc_query *query, noc_estimate *estimate, noc_diag *diag);

/* Finds the weight of a sample of a design. `loaded`: a load is given. */
double noc_measure_weight(const noc_design *design, bool loaded);

/* Clears the progress line. If the work was interrupted, reports how many designs were `finished`
 * of `total`. */
void noc_measure_end(noc_measurement *measurement, noc_status status, size_t finished, size_t total,
                     noc_diag *diag);

#endif
