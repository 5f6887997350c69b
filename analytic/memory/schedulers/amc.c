/* dapper's approximate memory controller: accesses keep their order within a bank, and banks need
 * not wait for each other. Its bursts gather accesses of one row, but need more approximable
 * accesses in one queue than there are as a rule. */
#include "analytic/memory/scheduler_model.h"

/* An access finds its row open if it is the next one for its bank. */
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
