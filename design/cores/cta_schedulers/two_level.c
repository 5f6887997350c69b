/* Two-level round robin: neighbouring CTAs in different clusters. */
#include "design/cores/cta_scheduler.h"

const noc_cta_scheduler_kind noc_cta_scheduler_two_level = {
    .name = "two-level",
    .summary = "neighbouring CTAs to different clusters, a core of each in turn",
    .source = "icc section 4.1",
    .needs_clusters = true,
    .launch_size = 1,
    .find_slot = noc_cta_by_slot_core_cluster,
};
