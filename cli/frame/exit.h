/* cli/frame/exit.h: exit statuses of the program, and their meanings. */
#ifndef NOC_CLI_FRAME_EXIT_H
#define NOC_CLI_FRAME_EXIT_H

#include <stddef.h>

#include "base/diag.h"

/* Exit statuses that correspond to no noc_status. */
enum {
    NOC_EXIT_LIMITS = 4,          /* an answer is outside the requested limits */
    NOC_EXIT_FAILED_POINTS = 5,   /* finished, but some points failed */
    NOC_EXIT_MISSING_PROGRAM = 6, /* an optional program is missing */
    NOC_EXIT_INTERRUPTED = 130,
};

/* Converts a status into an exit status. */
int noc_exit_from_status(noc_status status);

typedef struct noc_exit_meaning {
    int status;
    const char *meaning;
} noc_exit_meaning;

/* Returns exit status i with its meaning, for help and manual; NULL past the end. */
const noc_exit_meaning *noc_exit_meaning_at(size_t i);

#endif
