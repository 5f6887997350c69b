#include "design/trace/trace_ids.h"

#include <stdlib.h>

/* Where an id is, or would go. Multiplying by an odd number near 2^64 over the golden ratio spreads
 * ids that follow each other (Knuth, volume 3, 6.4). */
static size_t place_of(const noc_trace_ids *ids, uint64_t id)
{
    const size_t mask = ids->capacity - 1;
    size_t place = (size_t)((id * 0x9E3779B97F4A7C15u) >> 20) & mask;
    while (ids->all[place].packet && ids->all[place].id != id) place = (place + 1) & mask;
    return place;
}

uint32_t noc_trace_ids_find(const noc_trace_ids *ids, uint64_t id)
{
    if (ids->capacity == 0) return UINT32_MAX;
    const uint32_t packet = ids->all[place_of(ids, id)].packet;
    return packet ? packet - 1 : UINT32_MAX;
}

static bool grow(noc_trace_ids *ids)
{
    noc_trace_ids larger = {.capacity = ids->capacity ? 2 * ids->capacity : 1024,
                            .count = ids->count};
    larger.all = calloc(larger.capacity, sizeof *larger.all);
    if (!larger.all) return false;
    for (size_t i = 0; i < ids->capacity; i++)
        if (ids->all[i].packet) larger.all[place_of(&larger, ids->all[i].id)] = ids->all[i];
    free(ids->all);
    *ids = larger;
    return true;
}

bool noc_trace_ids_add(noc_trace_ids *ids, uint64_t id, uint32_t packet)
{
    if (2 * ids->count >= ids->capacity && !grow(ids)) return false;
    ids->all[place_of(ids, id)] = (struct noc_trace_id){id, packet + 1};
    ids->count++;
    return true;
}

void noc_trace_ids_clear(noc_trace_ids *ids)
{
    free(ids->all);
    *ids = (noc_trace_ids){0};
}
