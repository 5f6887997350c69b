#include "sampler/ports/targets.h"

#include <stdlib.h>
#include <string.h>

#include "sampler/ports/trace_schedule.h"

bool noc_target_groups_make(noc_target_groups *groups, const noc_trace_schedule *list)
{
    *groups = (noc_target_groups){0};
    if (list->other_count == 0) return true;
    groups->all = calloc(list->count + 1u, sizeof *groups->all);
    groups->flows = malloc(((size_t)list->count + list->other_count) * sizeof *groups->flows);
    if (!groups->all || !groups->flows) return false;
    uint32_t end = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const noc_planned_packet *p = &list->packets[i];
        groups->all[i + 1] = (noc_target_group){end, 1 + p->others};
        groups->flows[end++] = p->flow;
        memcpy(&groups->flows[end], &list->others[p->first_other],
               p->others * sizeof *list->others);
        end += p->others;
    }
    return true;
}

void noc_target_groups_clear(noc_target_groups *groups)
{
    free(groups->all);
    free(groups->flows);
    *groups = (noc_target_groups){0};
}
