/* Greedy clustering: fills one cluster after the other, and refills all from one shared pool. */
#include "design/cores/cta_scheduler.h"

const noc_cta_scheduler_kind noc_cta_scheduler_greedy = {
    .name = "greedy",
    .summary = "fills one cluster after the other; all refill from one pool",
    .source = "icc section 4.1",
    .needs_clusters = true,
    .launch_size = 1,
    .find_slot = noc_cta_by_cluster_slot_core,
};
