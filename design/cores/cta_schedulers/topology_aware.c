/* Topology-aware CTA scheduling: CTAs go to the local crossbars in turn, and each crossbar has
 * cores for every kernel. */
#include "design/cores/cta_scheduler.h"

static int find_kernel(const noc_cta_shape *shape, int core, int kernels)
{
    return core % shape->cores % kernels;
}

static int max_kernels(const noc_cta_shape *shape)
{
    return shape->cores;
}

const noc_cta_scheduler_kind noc_cta_scheduler_topology_aware = {
    .name = "topology-aware",
    .summary = "clusters (local crossbars) in turn; each kernel has cores of every one",
    .source = "cdx19 section 3.5",
    .needs_clusters = true,
    .launch_size = 1,
    .find_slot = noc_cta_by_slot_core_cluster,
    .find_kernel = find_kernel,
    .max_kernels = max_kernels,
    .lends_cores = true,
};
