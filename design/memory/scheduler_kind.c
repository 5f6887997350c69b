#include "design/memory/scheduler_kind.h"

#include "design/registry.h"

#define NOC_SCHEDULER(id) extern const noc_scheduler_kind noc_scheduler_##id;
#include "design/memory/schedulers.def"

static const noc_scheduler_kind *const schedulers[] = {
#define NOC_SCHEDULER(id) &noc_scheduler_##id,
#include "design/memory/schedulers.def"
};

NOC_REGISTRY(scheduler, schedulers)
