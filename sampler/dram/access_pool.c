#include "sampler/dram/access_pool.h"

noc_access_pool noc_access_pool_make(uint32_t capacity, noc_arena *arena)
{
    noc_waiting_access *places = noc_arena_array(arena, capacity, sizeof *places);
    for (uint32_t i = 0; i < capacity && places; i++) places[i].next = i + 1;
    return (noc_access_pool){places, capacity, 0, 0};
}

void noc_access_append(noc_access_pool *pool, noc_access_list *list, noc_dram_access access,
                       uint64_t now)
{
    const uint32_t place = pool->first_free;
    pool->first_free = pool->places[place].next;
    pool->used_count++;
    pool->places[place] = (noc_waiting_access){access, NOC_NONE, now};
    if (list->count++ == 0)
        list->first = place;
    else
        pool->places[list->last].next = place;
    list->last = place;
}

noc_dram_access noc_access_remove(noc_access_pool *pool, noc_access_list *list, uint32_t previous)
{
    const uint32_t place = previous == NOC_NONE ? list->first : pool->places[previous].next;
    const uint32_t next = pool->places[place].next;
    if (previous == NOC_NONE)
        list->first = next;
    else
        pool->places[previous].next = next;
    if (list->last == place) list->last = previous;
    list->count--;
    pool->places[place].next = pool->first_free;
    pool->first_free = place;
    pool->used_count--;
    return pool->places[place].access;
}
