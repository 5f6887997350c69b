/* cli/commands/parts/put_workload.h: replacement of the workload in a design file. */
#ifndef NOC_CLI_COMMANDS_PARTS_PUT_WORKLOAD_H
#define NOC_CLI_COMMANDS_PARTS_PUT_WORKLOAD_H

#include <stdio.h>

#include "base/diag.h"

/* Writes the text of a design, a file or a shipped one, with its setting `workload` replaced by the
 * output of write(out, context) at the end. NOC_EINPUT if the text is no design. */
noc_status noc_workload_replace(const char *design, void (*write)(FILE *out, void *context),
                                void *context, FILE *out, noc_diag *diag);

#endif
