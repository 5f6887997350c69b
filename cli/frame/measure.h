/* cli/frame/measure.h: tools of commands that measure: progress, stopping, designs finished by
 * then. */
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
    uint64_t seed, cycles; /* seed of the sampler; `cycles`: limit of a run, 0: as usual */
    double within;         /* half-width asked for, by any method; 0: not asked */
    double seconds;        /* limit of a sample, seconds; 0: as long as the precision needs */
} noc_precision;

extern const noc_option_group noc_sampling_options; /* a noc_precision */
extern const noc_option_group noc_seconds_options;  /* a noc_precision: --seconds */
extern const noc_option_group noc_within_options;   /* a noc_precision: --within */
extern const noc_precision noc_usual_precision;

/* Options of samples for the request, with progress. */
noc_sampling noc_sampling_for(const noc_request *request, const noc_precision *precision,
                              noc_progress *progress);

struct noc_calibration;

typedef struct noc_measurement {
    noc_progress progress;
    double within; /* half-width asked for, a share; 0: none */
    noc_sampling sampling;
    noc_labels labels;
    size_t all; /* number of designs */
    char what[NOC_LABEL_CHARS + 40];
} noc_measurement;

/* Time of a search for saturation, in samples at one load, about. */
enum { NOC_SEARCH_WEIGHT = 5 };

/* Starts measuring. `total`: weight of all measurements, 1 for a sample at one load. Ctrl-C from
 * here on ends measurements with NOC_EINTERRUPTED. *measurement must stay where it is. */
void noc_measure_start(const noc_request *request, const noc_precision *precision,
                       const noc_cases *cases, double total, noc_measurement *measurement);

/* Begins the next task: some `step` of the work on one of the designs. */
void noc_measure_task(noc_measurement *measurement, double weight, const noc_design *design,
                      size_t position, const char *step);

/* Measures a design: a sample at the load; without one (NAN) the closed loop or the batch, where
 * the design has one, else its saturation and knee. */
noc_status noc_measure_system(noc_measurement *measurement, const noc_system *system, double load,
                              noc_estimate *sample, noc_diag *diag);

/* Answers to the half-width that was asked for, by the model, a window or a sample
 * (hybrid/answers/within.h). A sample that --seconds ends is an answer, too. */
noc_status noc_measure_within(noc_measurement *measurement, const noc_system *system,
                              const struct noc_calibration *calibration, double load,
                              noc_estimate *estimate, noc_diag *diag);

/* Time of noc_measure_system for a design, in samples at one load. */
double noc_measure_weight(const noc_design *design, bool loaded);

/* Clears the progress line. If the work was interrupted, says so and how much of it was
 * finished. */
void noc_measure_end(noc_measurement *measurement, noc_status status, size_t finished, size_t all,
                     noc_diag *diag);

#endif
