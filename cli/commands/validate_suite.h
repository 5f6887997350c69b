/* cli/commands/validate_suite.h: `validate --suite`. */
#ifndef NOC_CLI_COMMANDS_VALIDATE_SUITE_H
#define NOC_CLI_COMMANDS_VALIDATE_SUITE_H

#include "cli/commands/calibrated.h"
#include "cli/commands/suites.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "hybrid/answers/figures/offered_load.h"

/* What the options of `validate` say. */
typedef struct noc_validate_request {
    noc_offered_load load;
    noc_texts sets, varies;
    noc_precision precision;
    double max_error; /* a share, not %; NAN: not given */
    noc_suite_choice suite;
    bool check;
    noc_calibration_choice calibration;
} noc_validate_request;

/* Returns the exit status. */
int noc_validate_suite(const noc_request *request, noc_diag *diag);

#endif
