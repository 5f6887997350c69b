#include "analytic/memory/scheduler_model.h"

#include "design/memory/scheduler_kind.h"

#define NOC_SCHEDULER(id)                               \
    extern const noc_scheduler_kind noc_scheduler_##id; \
    extern const noc_scheduler_model noc_scheduler_model_##id;
#include "design/memory/schedulers.def"

const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory)
{
    static const struct {
        const noc_scheduler_kind *kind;
        const noc_scheduler_model *model;
    } models[] = {
#define NOC_SCHEDULER(id) {&noc_scheduler_##id, &noc_scheduler_model_##id},
#include "design/memory/schedulers.def"
    };
    size_t i = 0;
    while (models[i].kind != memory->scheduler) i++;
    return models[i].model;
}
