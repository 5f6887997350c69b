/* cli/commands/parts/measure_front.h: sampling of the designs that decide a front, with
 * progress. */
#ifndef NOC_CLI_COMMANDS_PARTS_MEASURE_FRONT_H
#define NOC_CLI_COMMANDS_PARTS_MEASURE_FRONT_H

#include "cli/commands/parts/front.h"
#include "cli/frame/measure.h"
#include "explore/front/measure.h"

/* Options of the sampling. */
typedef struct noc_front_sampling {
    noc_precision precision;
    uint64_t budget;              /* largest number of samples */
    double tolerance, confidence; /* shares, as in noc_measure_options */
} noc_front_sampling;

/* Default of --budget, samples. */
enum { NOC_FRONT_BUDGET = 1000 };

/* Makes the options of a sampling whose tolerance and precision are both `half_width`. */
noc_front_sampling noc_front_sampling_within(double half_width, const noc_precision *precision);

/* Measures the front of a store by noc_measure_front. Ctrl-C keeps finished samples. */
noc_status noc_front_measure(const noc_request *request, const noc_front_sampling *sampling,
                             noc_stored_front *front, noc_measure_totals *totals, noc_diag *diag);

#endif
