/* Approximate memory controller (dapper): accesses are served in order within a bank; banks are
 * independent. Its bursts of accesses to one row are ignored: they need more approximable accesses
 * in a queue than traffic usually has. */
#include "analytic/memory/memory_model.h"

/* Only the next access of a bank can hit its open row. */
static double searched_accesses(double queued)
{
    (void)queued;
    return 1.0;
}

const noc_scheduler_model noc_scheduler_model_amc = {
    .access_clocks = noc_row_opening_clocks,
    .searched_accesses = searched_accesses,
    .has_in_order_banks = true,
};
