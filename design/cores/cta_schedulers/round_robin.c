/* Round robin over all cores. Several kernels divide the cores evenly, in consecutive numbers. */
#include "design/cores/cta_scheduler.h"

/* Returns the kernel of a core. The cores of kernel j begin at floor(j cores / kernels). */
static int find_kernel(const noc_cta_shape *shape, int core, int kernels)
{
    const long cores = (long)shape->clusters * shape->cores;
    return (int)((((long)core + 1) * kernels - 1) / cores);
}

static int max_kernels(const noc_cta_shape *shape)
{
    return shape->clusters * shape->cores;
}

const noc_cta_scheduler_kind noc_cta_scheduler_round_robin = {
    .name = "round-robin",
    .summary = "neighbouring CTAs to neighbouring cores; kernels have parts of the chip",
    .source = "cdx19 section 3.5",
    .launch_size = 1,
    .find_slot = noc_cta_by_slot_cluster_core,
    .find_kernel = find_kernel,
    .max_kernels = max_kernels,
};
