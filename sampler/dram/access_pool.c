#include "sampler/dram/access_pool.h"

void noc_access_pool_start(noc_access_pool *pool, noc_waiting_access *places, uint32_t capacity)
{
    *pool = (noc_access_pool){places, capacity, 0, 0};
    for (uint32_t i = 0; i < capacity; i++) places[i].next = i + 1;
}

void noc_access_append(noc_access_pool *pool, noc_access_list *list, noc_dram_access access,
                       uint64_t now)
{
    const uint32_t at = pool->free;
    pool->free = pool->places[at].next;
    pool->used++;
    pool->places[at] = (noc_waiting_access){access, NOC_NONE, now};
    if (list->count++ == 0)
        list->first = at;
    else
        pool->places[list->last].next = at;
    list->last = at;
}

noc_dram_access noc_access_remove(noc_access_pool *pool, noc_access_list *list, uint32_t before)
{
    const uint32_t at = before == NOC_NONE ? list->first : pool->places[before].next;
    const uint32_t next = pool->places[at].next;
    if (before == NOC_NONE)
        list->first = next;
    else
        pool->places[before].next = next;
    if (list->last == at) list->last = before;
    list->count--;
    pool->places[at].next = pool->free;
    pool->free = at;
    pool->used--;
    return pool->places[at].access;
}
