/* cli/commands/workload_into.h: a design file with another workload in it. */
#ifndef NOC_CLI_COMMANDS_WORKLOAD_INTO_H
#define NOC_CLI_COMMANDS_WORKLOAD_INTO_H

#include "design/design.h"

/* The text of a design file without its setting `workload`, and `workload` (the text of one) behind
 * it. NOC_EINPUT if that is no design. The caller frees *text. */
noc_status noc_workload_into(const noc_source *design, const char *workload, char **text,
                             noc_diag *diag);

#endif
