#include "sampler/ports/packets.h"

#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "sampler/ports/trace_schedule.h"

noc_status noc_packets_reserve(noc_packets *p, uint32_t count)
{
    if (p->free >= count) return NOC_OK;
    const uint32_t more = max_unsigned(count - p->free, p->capacity / 4);
    const size_t capacity = (size_t)p->capacity + more;
    if (capacity > NOC_PACKETS_MAX) return NOC_EFAILED;
    noc_packet *grown = realloc(p->all, capacity * sizeof *grown);
    if (!grown) return NOC_EFAILED;
    p->all = grown;
    if (p->free == 0) p->first_free = NOC_NONE;
    for (uint32_t i = (uint32_t)capacity; i-- > p->capacity;) noc_packets_give_back(p, i);
    p->capacity = (uint32_t)capacity;
    return NOC_OK;
}

void noc_packets_clear(noc_packets *p)
{
    free(p->all);
    *p = (noc_packets){0};
}

/* ---- targets -------------------------------------------------------------------------------- */

/* Makes room for `count` groups with `flows` flows in total. False when out of memory. */
static bool grow_groups(noc_target_groups *groups, size_t count, size_t flows)
{
    noc_target_group *all = realloc(groups->all, (count + 1u) * sizeof *all);
    if (all) groups->all = all;
    uint32_t *list = realloc(groups->flows, (flows + 1u) * sizeof *list);
    if (list) groups->flows = list;
    uint32_t *left = realloc(groups->left, (flows + 1u) * sizeof *left);
    if (left) groups->left = left;
    return all && list && left;
}

bool noc_target_groups_make(noc_target_groups *groups, const noc_trace_schedule *list)
{
    *groups = (noc_target_groups){0};
    if (list->other_count == 0) return true;
    if (!grow_groups(groups, list->count, (size_t)list->count + list->other_count)) return false;
    uint32_t end = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const noc_planned_packet *p = &list->packets[i];
        groups->all[i + 1] = (noc_target_group){.first = end, .count = 1 + p->others};
        groups->flows[end++] = p->flow;
        memcpy(&groups->flows[end], &list->others[p->first_other],
               p->others * sizeof *list->others);
        end += p->others;
        groups->most = max_unsigned(groups->most, 1 + p->others);
        groups->of_class[p->type >= NOC_READ_REPLY] |= p->others > 0;
        if (p->others > 0) groups->bytes += (double)p->bytes;
    }
    return true;
}

bool noc_target_groups_grow(noc_target_groups *groups, uint32_t packets)
{
    if (packets <= groups->capacity) return true;
    if (!grow_groups(groups, packets, (size_t)packets * groups->drawn)) return false;
    for (uint32_t i = groups->capacity; i < packets; i++)
        groups->all[i + 1] = (noc_target_group){.first = i * groups->drawn, .count = groups->drawn};
    groups->capacity = packets;
    return true;
}

void noc_target_groups_clear(noc_target_groups *groups)
{
    free(groups->all);
    free(groups->flows);
    free(groups->left);
    free(groups->answers);
    *groups = (noc_target_groups){0};
}
