/* sampler/dram/access_pool.h: lists of waiting DRAM accesses, in a pool with a fixed number of
 * places. */
#ifndef NOC_SAMPLER_DRAM_ACCESS_POOL_H
#define NOC_SAMPLER_DRAM_ACCESS_POOL_H

#include "network/graph/graph.h"
#include "sampler/dram/dram.h"

typedef struct noc_waiting_access {
    noc_dram_access access;
    uint32_t next;          /* next access of the list; NOC_NONE: the last */
    uint64_t arrival_clock; /* memory clock of the arrival */
} noc_waiting_access;

/* List of accesses, oldest first. */
typedef struct noc_access_list {
    uint32_t first, last, count;
} noc_access_list;

/* Places of all lists; free places are linked by `next`. */
typedef struct noc_access_pool {
    noc_waiting_access *places;
    uint32_t capacity, used_count, first_free;
} noc_access_pool;

/* Makes a pool with `capacity` free places; out of memory: arena->is_short. */
noc_access_pool noc_access_pool_make(uint32_t capacity, noc_arena *arena);

static inline bool noc_access_pool_has_room(const noc_access_pool *pool)
{
    return pool->used_count < pool->capacity;
}

/* Appends an access, which arrives in memory clock `now`, to a list; the pool must have room. */
void noc_access_append(noc_access_pool *pool, noc_access_list *list, noc_dram_access access,
                       uint64_t now);

/* Removes an access from its list, and returns it. `previous`: place of the access before it;
 * NOC_NONE: the first access is removed. */
noc_dram_access noc_access_remove(noc_access_pool *pool, noc_access_list *list, uint32_t previous);

#endif
