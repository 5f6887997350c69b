/* cli/commands/parts/put_workload.h: a design file with another workload in place of its own. */
#ifndef NOC_CLI_COMMANDS_PARTS_PUT_WORKLOAD_H
#define NOC_CLI_COMMANDS_PARTS_PUT_WORKLOAD_H

#include <stdio.h>

#include "base/diag.h"

/* Writes the text of a design, a file or a shipped one, without its setting `workload`, and with
 * the workload that write(out, context) writes at the end. NOC_EINPUT if the text is no design. */
noc_status noc_put_workload(const char *design, void (*write)(FILE *out, void *context),
                            void *context, FILE *out, noc_diag *diag);

#endif
