#include "sampler/dram/scheduler.h"

#include "design/memory/scheduler_kind.h"

#define NOC_SCHEDULER(id)                               \
    extern const noc_scheduler_kind noc_scheduler_##id; \
    extern const noc_dram_scheduler noc_dram_scheduler_##id;
#include "design/memory/schedulers.def"

const noc_dram_scheduler *noc_dram_find_scheduler(const noc_memory_spec *memory)
{
    static const struct {
        const noc_scheduler_kind *kind;
        const noc_dram_scheduler *scheduler;
    } schedulers[] = {
#define NOC_SCHEDULER(id) {&noc_scheduler_##id, &noc_dram_scheduler_##id},
#include "design/memory/schedulers.def"
    };
    size_t i = 0;
    while (schedulers[i].kind != memory->scheduler) i++;
    return schedulers[i].scheduler;
}
