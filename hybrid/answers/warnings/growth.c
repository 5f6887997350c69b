#include "hybrid/answers/warnings/growth.h"

#include <math.h>

const char noc_growth_at_load[] = "a queue grows without end at this load";
const char noc_growth_by_check[] = "by the check a queue grows without end at this load";

void noc_growth_warn(const noc_figures *f, noc_estimate *e)
{
    if (e->answer == NOC_ANSWER_UNBOUNDED)
        noc_estimate_warn(e, "98 %% of the load is accepted, but a queue grows without end: "
                             "latencies have no value");
    else if (e->answer == NOC_ANSWER_SATURATED &&
             isnan(f->of[NOC_METRIC_saturation_flits_per_cycle].value))
        noc_estimate_warn(e,
                          "less than 98 %% of the load is accepted, and queues grow without end: "
                          "latencies have no value");
}
