/* cli/frame/measure.h: what the commands that measure share: progress, stopping, what is finished
 * by then. */
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
    double precision;
    uint64_t seed, cycles; /* cycles: limit of a run; 0: as usual */
    double within;         /* half-width that is asked for, however it is found; 0: not asked */
    double seconds;        /* limit of a sample's time; 0: as long as the precision asks for */
} noc_precision;

extern const noc_option_group noc_sampling_options; /* a noc_precision */
extern const noc_option_group noc_seconds_options;  /* the same one */
extern const noc_option_group noc_within_options;   /* the same one */
extern const noc_precision noc_usual_precision;

/* How samples are taken for the request, with progress. */
noc_sampling noc_sampling_for(const noc_request *request, const noc_precision *precision,
                              noc_progress *progress);

struct noc_calibration;

typedef struct noc_measurement {
    noc_progress progress;
    double within; /* half-width that is asked for, a share; 0: none */
    noc_sampling sampling;
    noc_labels labels;
    size_t all; /* designs */
    char what[NOC_LABEL_CHARS + 40];
} noc_measurement;

/* A search for saturation takes about as long as this many samples at one load. */
enum { NOC_SEARCH_WEIGHT = 5 };

/* `total`: the weight of all that will be measured, 1 for a sample at one load. Ctrl-C from here on
 * ends measurements with NOC_EINTERRUPTED. *measurement must stay where it is. */
void noc_measure_start(const noc_request *request, const noc_precision *precision,
                       const noc_cases *cases, double total, noc_measurement *measurement);

/* The next task: some `step` of the work on one of the designs. */
void noc_measure_task(noc_measurement *measurement, double weight, const noc_design *design,
                      size_t position, const char *step);

/* Measures what the model is asked: a sample at the load; without one (NAN) the closed loop or the
 * batch, where the design has one, else its saturation and knee. */
noc_status noc_measure_system(noc_measurement *measurement, const noc_system *system, double load,
                              noc_estimate *sample, noc_diag *diag);

/* Answers to the half-width that was asked for, by the model, a window or a sample
 * (hybrid/answers/within.h). What --seconds ends is an answer, too. */
noc_status noc_measure_within(noc_measurement *measurement, const noc_system *system,
                              const struct noc_calibration *calibration, double load,
                              noc_estimate *estimate, noc_diag *diag);

/* Time of that measurement in samples at one load. */
double noc_measure_weight(const noc_design *design, bool loaded);

/* Clears the progress line. If the work was interrupted, says so and how much of it was finished.
 */
void noc_measure_end(noc_measurement *measurement, noc_status status, size_t finished, size_t all,
                     noc_diag *diag);

#endif
