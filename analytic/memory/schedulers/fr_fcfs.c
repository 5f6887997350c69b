/* First ready, first come first served: banks are independent. */
#include "analytic/memory/scheduler_model.h"

/* The whole queue. */
static double looked_at(double queued)
{
    return queued;
}

const noc_scheduler_model noc_scheduler_model_fr_fcfs = {
    .clocks = noc_row_openings_clocks,
    .looked_at = looked_at,
};
