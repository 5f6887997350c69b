/* cli/validate_suite.h: `validate --suite`. */
#ifndef NOC_CLI_VALIDATE_SUITE_H
#define NOC_CLI_VALIDATE_SUITE_H

#include "cli/request.h"

/* Returns the exit status. */
int noc_validate_suite(const noc_request *request, noc_diag *diag);

#endif
