/* design/cores/cta_check.h: which settings of CTAs do not go together. */
#ifndef NOC_DESIGN_CORES_CTA_CHECK_H
#define NOC_DESIGN_CORES_CTA_CHECK_H

#include "design/cores/cta_dispatch.h"
#include "design/refusal.h"

/* Whether a chip can run so. `clustered`: cores share ports in clusters, or local crossbars. What
 * follows from the answer's true: every core has a slot, every pool a CTA, every kernel a core. */
bool noc_cta_check(const noc_cta_setup *setup, bool clustered, noc_refusal *refusal);

#endif
