/* cli/exit.h: exit statuses. */
#ifndef NOC_CLI_EXIT_H
#define NOC_CLI_EXIT_H

#include "network/diag.h"

/* Those that no noc_status stands for. */
enum {
    NOC_EXIT_LIMITS = 4,  /* outside the limits that were set */
    NOC_EXIT_POINTS = 5,  /* finished, but some points failed */
    NOC_EXIT_PROGRAM = 6, /* an optional program is missing */
    NOC_EXIT_INTERRUPTED = 130,
};

/* The exit status that a status stands for. */
int noc_exit_of(noc_status status);

#endif
