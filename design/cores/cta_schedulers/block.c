/* Block CTA scheduling (Lee et al., HPCA 2014): two neighbouring CTAs per launch on a core. */
#include "design/cores/cta_scheduler.h"

const noc_cta_scheduler_kind noc_cta_scheduler_block = {
    .name = "block",
    .summary = "two neighbouring CTAs to a core at a time; all refill from one pool",
    .source = "icc section 4.1; Lee et al. 2014",
    .launch_size = 2,
    .find_slot = noc_cta_by_core_slot,
};
