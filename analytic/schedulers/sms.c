/* Staged memory scheduling: a core's accesses to one row stay together whatever other cores ask for
 * meanwhile, and banks need not wait for each other. */
#include "analytic/row_openings.h"

/* A batch takes those of its core that are in the queue. */
static double looked_at(double queued)
{
    return queued;
}

const noc_scheduler_model noc_scheduler_model_sms = {
    .clocks = noc_row_openings_clocks,
    .looked_at = looked_at,
};
