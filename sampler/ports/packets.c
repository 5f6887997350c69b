#include "sampler/ports/packets.h"

#include <string.h>

#include "base/min_max.h"
#include "sampler/ports/trace_schedule.h"

noc_status noc_packets_reserve(noc_packets *p, noc_arena *arena, uint32_t count)
{
    if (p->free_count >= count) return NOC_OK;
    const uint32_t growth = max_unsigned(count - p->free_count, p->capacity / 4);
    const size_t capacity = (size_t)p->capacity + growth;
    if (capacity > NOC_PACKETS_MAX) return NOC_EFAILED;
    noc_packet *grown = noc_arena_resize(arena, p->entries, capacity, sizeof *grown);
    if (!grown) return NOC_EFAILED;
    p->entries = grown;
    if (p->free_count == 0) p->first_free = NOC_NONE;
    for (uint32_t i = (uint32_t)capacity; i-- > p->capacity;) noc_packets_give_back(p, i);
    p->capacity = (uint32_t)capacity;
    return NOC_OK;
}

/* ---- targets -------------------------------------------------------------------------------- */

/* Makes room for `count` groups with `flows` flows in total. False when out of memory. */
static bool grow_groups(noc_target_groups *groups, noc_arena *arena, size_t count, size_t flows)
{
    groups->entries = noc_arena_resize(arena, groups->entries, count + 1, sizeof *groups->entries);
    groups->flows = noc_arena_resize(arena, groups->flows, flows, sizeof *groups->flows);
    groups->flits_left =
        noc_arena_resize(arena, groups->flits_left, flows, sizeof *groups->flits_left);
    return !arena->is_short;
}

bool noc_target_groups_make(noc_target_groups *groups, noc_arena *arena,
                            const noc_trace_schedule *schedule)
{
    const size_t flows = (size_t)schedule->count + schedule->extra_flow_count;
    *groups = (noc_target_groups){0};
    if (schedule->extra_flow_count == 0) return true;
    if (!grow_groups(groups, arena, schedule->count, flows)) return false;
    uint32_t end = 0;
    for (uint32_t i = 0; i < schedule->count; i++) {
        const noc_planned_packet *p = &schedule->packets[i];
        groups->entries[i + 1] = (noc_target_group){.first = end, .count = 1 + p->extra_count};
        groups->flows[end++] = p->flow;
        memcpy(&groups->flows[end], &schedule->extra_flows[p->first_extra],
               p->extra_count * sizeof *schedule->extra_flows);
        end += p->extra_count;
        groups->destinations_max = max_unsigned(groups->destinations_max, 1 + p->extra_count);
        groups->has_groups[p->type >= NOC_READ_REPLY] |= p->extra_count > 0;
        if (p->extra_count > 0) groups->bytes += (double)p->bytes;
    }
    return true;
}

bool noc_target_groups_grow(noc_target_groups *groups, noc_arena *arena, uint32_t packets)
{
    const size_t flows = (size_t)packets * groups->drawn_count;
    if (packets <= groups->capacity) return true;
    if (!grow_groups(groups, arena, packets, flows)) return false;
    for (uint32_t i = groups->capacity; i < packets; i++)
        groups->entries[i + 1] =
            (noc_target_group){.first = i * groups->drawn_count, .count = groups->drawn_count};
    groups->capacity = packets;
    return true;
}
