/* First ready, first come first served: banks are independent. */
#include "analytic/memory/memory_model.h"

/* The whole queue. */
static double searched_accesses(double queued)
{
    return queued;
}

const noc_scheduler_model noc_scheduler_model_fr_fcfs = {
    .access_clocks = noc_row_opening_clocks,
    .searched_accesses = searched_accesses,
};
