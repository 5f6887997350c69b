/* Approximate memory controller (dapper): accesses are served in order within a bank; banks are
 * independent. Its bursts of accesses to one row are ignored: they need more approximable accesses
 * in a queue than traffic usually has. */
#include "analytic/memory/scheduler_model.h"

/* Only the next access of a bank can hit its open row. */
static double looked_at(double queued)
{
    (void)queued;
    return 1.0;
}

const noc_scheduler_model noc_scheduler_model_amc = {
    .clocks = noc_row_openings_clocks,
    .looked_at = looked_at,
    .banks_in_order = true,
};
