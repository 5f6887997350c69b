/* cli/frame/load.h: options --load, --loop, --channels and --by-node, their checks, and the reading
 * of designs with --loop. */
#ifndef NOC_CLI_FRAME_LOAD_H
#define NOC_CLI_FRAME_LOAD_H

#include "cli/frame/cases.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "hybrid/answers/figures/offered_load.h"

extern const noc_option_group noc_load_options;     /* a noc_offered_load */
extern const noc_option_group noc_channels_options; /* a bool: --channels */
extern const noc_option_group noc_by_node_options;  /* a bool: --by-node */
extern const noc_option_group noc_loop_options;     /* a bool: --loop */

/* Refuses --channels (`channels`) without a load, since channels have no rates then. */
noc_status noc_channels_check(const noc_request *request, bool channels,
                              const noc_offered_load *load, noc_diag *diag);

/* Refuses --loop (`loop`) with a load: a closed loop makes its own load. */
noc_status noc_loop_check(const noc_request *request, bool loop, const noc_offered_load *load,
                          noc_diag *diag);

/* Reads the operands by noc_cases_read. With --loop, if some design has no workload, all designs
 * get the workload of starters (reports/designs/starter_ends.h). NOC_EUSAGE if a design then has no
 * closed loop, since its nodes send a batch or limit their packets on the way. */
noc_status noc_loop_read(const noc_request *request, bool loop, const noc_texts *sets,
                         const noc_texts *varies, noc_cases *cases, noc_diag *diag);

#endif
