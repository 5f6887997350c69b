#include "sampler/nodes/scheduler.h"

#define NOC_SCHEDULER(id) extern const noc_dram_scheduler noc_dram_scheduler_##id;
#include "network/schedulers.def"
#undef NOC_SCHEDULER

const noc_dram_scheduler *noc_dram_scheduler_at(size_t i)
{
    static const noc_dram_scheduler *const schedulers[] = {
#define NOC_SCHEDULER(id) &noc_dram_scheduler_##id,
#include "network/schedulers.def"
    };
    return schedulers[i];
}
