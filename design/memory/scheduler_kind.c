#include "design/memory/scheduler_kind.h"

#define NOC_SCHEDULER(id) extern const noc_scheduler_kind noc_scheduler_##id;
#include "design/memory/schedulers.def"

static const noc_scheduler_kind *const schedulers[] = {
#define NOC_SCHEDULER(id) &noc_scheduler_##id,
#include "design/memory/schedulers.def"
};

const noc_scheduler_kind *noc_scheduler_at(size_t i)
{
    return i < sizeof schedulers / sizeof schedulers[0] ? schedulers[i] : NULL;
}

const char *noc_scheduler_name(size_t i)
{
    return noc_scheduler_at(i) ? noc_scheduler_at(i)->name : NULL;
}

static const void *kind_at(size_t i)
{
    return noc_scheduler_at(i);
}

const noc_value_type noc_scheduler_type = NOC_CHOICE_AMONG(kind_at);
