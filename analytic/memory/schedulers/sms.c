/* Staged memory scheduling: a core's accesses to one row stay together, whatever other cores ask
 * for meanwhile, and banks need not wait for each other. */
#include <math.h>

#include "analytic/memory/scheduler_model.h"

/* A batch gathers all accesses of its core that are in the queue. */
static double looked_at(double queued)
{
    return queued;
}

/* Wait for a batch to close: by its core's next access, which at random times comes after 1 /
 * accesses clocks, or by its age. */
static double gathers(const noc_memory_spec *m, double accesses)
{
    return accesses > 0.0 ? -expm1(-accesses * m->sms_age) / accesses : m->sms_age;
}

const noc_scheduler_model noc_scheduler_model_sms = {
    .clocks = noc_row_openings_clocks,
    .looked_at = looked_at,
    .gathers = gathers,
};
