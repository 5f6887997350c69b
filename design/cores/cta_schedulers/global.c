/* Global round robin: neighbouring CTAs on neighbouring cores of the chip, across clusters. */
#include "design/cores/cta_scheduler.h"

const noc_cta_scheduler_kind noc_cta_scheduler_global = {
    .name = "global",
    .summary = "neighbouring CTAs to neighbouring cores of the whole chip",
    .source = "icc section 4.1",
    .launch_size = 1,
    .find_slot = noc_cta_by_slot_cluster_core,
};
