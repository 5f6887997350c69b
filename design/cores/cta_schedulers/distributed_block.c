/* Distributed block CTA scheduling: each cluster has its own share of the CTAs, and each launch
 * puts two neighbouring CTAs on a core. */
#include "design/cores/cta_scheduler.h"

const noc_cta_scheduler_kind noc_cta_scheduler_distributed_block = {
    .name = "distributed-block",
    .summary = "as distributed, two neighbouring CTAs to a core at a time",
    .source = "icc section 5",
    .needs_clusters = true,
    .has_cluster_pools = true,
    .launch_size = 2,
    .find_slot = noc_cta_by_core_slot,
};
