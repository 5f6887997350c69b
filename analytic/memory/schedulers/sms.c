/* Staged memory scheduling: a core's accesses to one row stay together in a batch; banks are
 * independent. */
#include <math.h>

#include "analytic/memory/memory_model.h"

/* A batch gathers all accesses of its core in the queue. */
static double searched_accesses(double queued)
{
    return queued;
}

/* Mean wait until a batch closes: at its core's next access, which comes at random at a rate of
 * `accesses` per clock, or at its maximum age. */
static double gathering_clocks(const noc_memory_spec *m, double accesses)
{
    return accesses > 0.0 ? -expm1(-accesses * m->sms_age) / accesses : m->sms_age;
}

const noc_scheduler_model noc_scheduler_model_sms = {
    .access_clocks = noc_row_opening_clocks,
    .searched_accesses = searched_accesses,
    .gathering_clocks = gathering_clocks,
};
