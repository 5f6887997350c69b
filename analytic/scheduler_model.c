#include "analytic/scheduler_model.h"

#define NOC_SCHEDULER(id) extern const noc_scheduler_model noc_scheduler_model_##id;
#include "network/schedulers.def"
#undef NOC_SCHEDULER

const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory)
{
    static const noc_scheduler_model *const models[] = {
#define NOC_SCHEDULER(id) &noc_scheduler_model_##id,
#include "network/schedulers.def"
    };
    return models[memory->scheduler];
}
