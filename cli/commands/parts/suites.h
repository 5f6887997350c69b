/* cli/commands/parts/suites.h: reading and measuring of a suite for a command. */
#ifndef NOC_CLI_COMMANDS_PARTS_SUITES_H
#define NOC_CLI_COMMANDS_PARTS_SUITES_H

#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "hybrid/training/suites/suite.h"

/* Values of the options. */
typedef struct noc_suite_choice {
    const char *file;   /* file of --suite; NULL: not given */
    bool measured_only; /* only designs that are measured already */
} noc_suite_choice;

extern const noc_option_group noc_suite_options; /* a noc_suite_choice */

/* Reads the suite and its measured figures. Measures missing designs, with progress, and saves the
 * figures after each design. Invalid designs are reported and left out. With measured_only, nothing
 * is measured. The caller clears *suite in any case. */
noc_status noc_suites_open(const noc_request *request, const noc_suite_choice *choice,
                           noc_suite *suite, noc_diag *diag);

#endif
