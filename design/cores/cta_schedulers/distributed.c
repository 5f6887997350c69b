/* Distributed CTA scheduling: each cluster has its own share of the CTAs (MCM-GPU, Arunkumar et
 * al., ISCA 2017). */
#include "design/cores/cta_scheduler.h"

const noc_cta_scheduler_kind noc_cta_scheduler_distributed = {
    .name = "distributed",
    .summary = "each cluster has a part of the CTAs, of consecutive numbers",
    .source = "icc section 4.1; Arunkumar et al. 2017",
    .needs_clusters = true,
    .has_cluster_pools = true,
    .launch_size = 1,
    .find_slot = noc_cta_by_cluster_slot_core,
};
