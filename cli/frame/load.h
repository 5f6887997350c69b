/* cli/frame/load.h: --load and --channels. */
#ifndef NOC_CLI_FRAME_LOAD_H
#define NOC_CLI_FRAME_LOAD_H

#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "hybrid/answers/figures/offered_load.h"

extern const noc_option_group noc_load_options;     /* a noc_offered_load */
extern const noc_option_group noc_channels_options; /* a bool */

/* Channels have no rates without a load. */
noc_status noc_channels_check(const noc_request *request, bool channels,
                              const noc_offered_load *load, noc_diag *diag);

#endif
