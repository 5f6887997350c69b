/* cli/commands/parts/booksim_comparison.h: comparison of BookSim, the sampler and the model on the
 * same designs, for validate --booksim. */
#ifndef NOC_CLI_COMMANDS_PARTS_BOOKSIM_COMPARISON_H
#define NOC_CLI_COMMANDS_PARTS_BOOKSIM_COMPARISON_H

#include "cli/commands/parts/calibration_choice.h"
#include "cli/frame/cases.h"
#include "cli/frame/measure.h"
#include "cli/frame/request.h"
#include "hybrid/answers/figures/offered_load.h"

typedef struct noc_booksim_request {
    const char *program; /* path of BookSim */
    /* NOC_LOAD_NONE: compares at 20, 40, 60 and 80 % of the model's saturation */
    const noc_offered_load *load;
    const noc_precision *precision;
    /* Largest accepted mean error of the model's latencies against BookSim's, a share; NAN: no
     * limit. */
    double max_error;
} noc_booksim_request;

/* Exports each design for BookSim into a temporary folder, imports the export, and answers the
 * imported design by BookSim, the sampler and the model. Prints the comparison. Returns the exit
 * status. */
int noc_booksim_compare(const noc_request *request, const noc_calibration_use *calibrated,
                        const noc_cases *cases, const noc_booksim_request *booksim_request,
                        noc_diag *diag);

#endif
