#include "network/graph/vc_plan.h"

#include <stdlib.h>

/* Notes where pairs start, if there are virtual channels for all layers. False when out of
 * memory. */
static bool keep_starts(noc_vc_plan *plan, const noc_vc_pair *pairs, size_t count, uint32_t vcs)
{
    if (!noc_vc_layers_divide(&plan->layers, vcs, plan->sets)) return true;
    plan->start = calloc((size_t)plan->routers * plan->routers, sizeof *plan->start);
    if (!plan->start) return false;
    for (size_t p = 0; p < count; p++)
        plan->start[(size_t)pairs[p].source * plan->routers + pairs[p].destination] =
            (uint8_t)pairs[p].layer;
    return true;
}

noc_vc_plan *noc_vc_plan_make(const noc_link_table *table, noc_vc_pair *pairs, size_t count,
                              uint32_t vcs)
{
    noc_vc_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return NULL;
    plan->routers = table->routers;
    if (noc_vc_layers_find(&plan->layers, table, pairs, count) == NOC_OK &&
        keep_starts(plan, pairs, count, vcs))
        return plan;
    noc_vc_plan_free(plan);
    return NULL;
}

void noc_vc_plan_finish(noc_vc_plan *plan)
{
    free(plan->start);
    plan->start = NULL;
}

void noc_vc_plan_free(noc_vc_plan *plan)
{
    if (!plan) return;
    noc_vc_layers_clear(&plan->layers);
    free(plan->start);
    free(plan);
}
