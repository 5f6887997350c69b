/* cli/commands/parts/beside.h: comparison of designs in BookSim with sampler and model: validate
 * --booksim. */
#ifndef NOC_CLI_COMMANDS_PARTS_BESIDE_H
#define NOC_CLI_COMMANDS_PARTS_BESIDE_H

#include "cli/commands/parts/calibrated.h"
#include "cli/frame/cases.h"
#include "cli/frame/measure.h"
#include "cli/frame/request.h"
#include "hybrid/answers/figures/offered_load.h"

typedef struct noc_booksim_request {
    const char *program;          /* path of BookSim */
    const noc_offered_load *load; /* NULL or none: 20, 40, 60 and 80 % of the model's saturation */
    const noc_precision *precision;
    double max_error; /* Largest mean error of the model's latencies against BookSim's; NAN: any. */
} noc_booksim_request;

/* Exports each design into a folder, imports the export, and answers the import by BookSim, the
 * sampler and the model. Returns the exit status. */
int noc_booksim_compare(const noc_request *request, const noc_calibration_use *calibrated,
                        const noc_cases *cases, const noc_booksim_request *wish, noc_diag *diag);

#endif
