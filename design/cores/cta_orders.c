#include "design/cores/cta_orders.h"

noc_cta_slot noc_cta_by_slot_core_cluster(const noc_cta_shape *shape, int place)
{
    const int cluster = place % shape->clusters, rest = place / shape->clusters;
    return (noc_cta_slot){cluster * shape->cores + rest % shape->cores, rest / shape->cores};
}

noc_cta_slot noc_cta_by_slot_cluster_core(const noc_cta_shape *shape, int place)
{
    const int cores = shape->clusters * shape->cores;
    return (noc_cta_slot){place % cores, place / cores};
}

noc_cta_slot noc_cta_by_cluster_slot_core(const noc_cta_shape *shape, int place)
{
    const int slots = shape->cores * shape->slots, cluster = place / slots, rest = place % slots;
    return (noc_cta_slot){cluster * shape->cores + rest % shape->cores, rest / shape->cores};
}

noc_cta_slot noc_cta_by_core_slot(const noc_cta_shape *shape, int place)
{
    return (noc_cta_slot){place / shape->slots, place % shape->slots};
}
