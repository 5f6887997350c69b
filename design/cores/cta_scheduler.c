#include "design/cores/cta_scheduler.h"

#define NOC_CTA_SCHEDULER(id) extern const noc_cta_scheduler_kind noc_cta_scheduler_##id;
#include "design/cores/cta_schedulers.def"
#undef NOC_CTA_SCHEDULER

static const noc_cta_scheduler_kind *const schedulers[] = {
#define NOC_CTA_SCHEDULER(id) &noc_cta_scheduler_##id,
#include "design/cores/cta_schedulers.def"
};

const noc_cta_scheduler_kind *noc_cta_scheduler_at(size_t i)
{
    return i < sizeof(schedulers) / sizeof(schedulers[0]) ? schedulers[i] : NULL;
}

const char *noc_cta_scheduler_name(size_t i)
{
    return noc_cta_scheduler_at(i) ? noc_cta_scheduler_at(i)->name : NULL;
}

const char *noc_cta_choice_name(size_t i)
{
    return i == 0 ? "none" : noc_cta_scheduler_name(i - 1);
}

static const void *chosen_kind(size_t i)
{
    return i == 0 ? NULL : noc_cta_scheduler_at(i - 1);
}

const noc_value_type noc_cta_scheduler_type = NOC_CHOICE_AMONG(chosen_kind);

noc_cta_slot noc_cta_by_slot_core_cluster(const noc_cta_shape *shape, int place)
{
    const int cluster = place % shape->clusters, remainder = place / shape->clusters;
    return (noc_cta_slot){cluster * shape->cores + remainder % shape->cores,
                          remainder / shape->cores};
}

noc_cta_slot noc_cta_by_slot_cluster_core(const noc_cta_shape *shape, int place)
{
    const int cores = shape->clusters * shape->cores;
    return (noc_cta_slot){place % cores, place / cores};
}

noc_cta_slot noc_cta_by_cluster_slot_core(const noc_cta_shape *shape, int place)
{
    const int slots = shape->cores * shape->slots, cluster = place / slots,
              remainder = place % slots;
    return (noc_cta_slot){cluster * shape->cores + remainder % shape->cores,
                          remainder / shape->cores};
}

noc_cta_slot noc_cta_by_core_slot(const noc_cta_shape *shape, int place)
{
    return (noc_cta_slot){place / shape->slots, place % shape->slots};
}
