#include "tests/oracles/cta_form.h"

#include <math.h>
#include <stdlib.h>

#include "base/auto.h"

bool oracle_cta_loads(const noc_cta_setup *setup, double *shares)
{
    const noc_cta_shape *shape = &setup->shape;
    const size_t slots = (size_t)shape->clusters * (size_t)shape->cores * (size_t)shape->slots;
    noc_cta_start *starts = calloc(slots, sizeof *starts);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(setup, &arena);
    const bool made = starts && dispatch;
    if (made) {
        const size_t count = noc_cta_dispatch_fill(dispatch, starts);
        for (int c = 0; c < shape->clusters; c++) shares[c] = 0.0;
        for (size_t i = 0; i < count; i++)
            shares[starts[i].start_slot.core / shape->cores] += 1.0 / (double)count;
    }
    free(starts);
    return made;
}

/* The first of the clusters has most of the CTAs, where they are divided. A core's slots take whole
 * blocks. */
double oracle_cta_makespan_equal(const noc_cta_setup *setup, double length)
{
    const noc_cta_scheduler_kind *kind = setup->scheduler;
    const noc_cta_shape *shape = &setup->shape;
    const double parts = kind->has_cluster_pools ? shape->clusters : 1.0;
    const double cores = shape->clusters * shape->cores / parts;
    const double blocks = ceil(ceil((double)setup->counts[0] / parts) / kind->launch_size);
    return length * ceil(blocks / (cores * (shape->slots / kind->launch_size)));
}

double oracle_cta_makespan_at_most(const noc_cta_setup *setup, double sum, double longest)
{
    const double slots = (double)setup->shape.clusters * setup->shape.cores * setup->shape.slots;
    return sum / slots + (1.0 - 1.0 / slots) * longest;
}

/* The longest of n uniform lengths is (n - 1) / (n + 1) of the spread above the mean. */
double oracle_cta_slots_used(const noc_cta_scheduler_kind *scheduler, double spread)
{
    const double n = scheduler->launch_size;
    return 1.0 / (1.0 + spread * (n - 1.0) / (n + 1.0));
}
