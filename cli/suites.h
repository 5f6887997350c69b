/* cli/suites.h: a suite as a command needs it: read, and measured. */
#ifndef NOC_CLI_SUITES_H
#define NOC_CLI_SUITES_H

#include "cli/request.h"
#include "hybrid/suites/suite.h"

/* Reads the request's suite and what is measured of it; measures the rest, with progress, and saves each
 * design's figures as they come. Bad designs are told of, and left out. The caller clears *suite in either
 * case. */
noc_status noc_suites_open(const noc_request *request, noc_suite *suite, noc_diag *diag);

#endif
