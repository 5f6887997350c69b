/* sampler/engines/vc/check.h: conservation, and why a network is stuck. */
#ifndef NOC_SAMPLER_ENGINES_VC_CHECK_H
#define NOC_SAMPLER_ENGINES_VC_CHECK_H

#include "sampler/engines/vc/state.h"

/* For each VC credits held + credits and flits under way + flits buffered = its depth. Adds the
 * flits on channels and in buffers to *held. NOC_EFAILED with what is violated. */
noc_status noc_vc_check(const noc_vc_engine *engine, uint64_t *held, noc_diag *diag);

#endif
