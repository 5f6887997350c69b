/* sampler/policies/ring.h: queue of numbers in a ring of fixed size. */
#ifndef NOC_SAMPLER_POLICIES_RING_H
#define NOC_SAMPLER_POLICIES_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct noc_ring {
    uint32_t *entries;
    uint32_t first, count, capacity;
} noc_ring;

/* Makes an empty ring; out of memory: arena->is_short. */
static inline noc_ring noc_ring_make(uint32_t capacity, noc_arena *arena)
{
    return (noc_ring){noc_arena_array(arena, capacity, sizeof(uint32_t)), 0, 0, capacity};
}

static inline bool noc_ring_is_full(const noc_ring *ring)
{
    return ring->count == ring->capacity;
}

/* Appends an entry; the ring must not be full. */
static inline void noc_ring_push(noc_ring *ring, uint32_t entry)
{
    uint32_t index = ring->first + ring->count++;
    if (index >= ring->capacity) index -= ring->capacity;
    ring->entries[index] = entry;
}

/* Removes the first entry, and returns it; the ring must not be empty. */
static inline uint32_t noc_ring_pop(noc_ring *ring)
{
    const uint32_t entry = ring->entries[ring->first];
    if (++ring->first == ring->capacity) ring->first = 0;
    ring->count--;
    return entry;
}

/* Finds the entry `place` places behind the first one. */
static inline uint32_t *noc_ring_entry(const noc_ring *ring, uint32_t place)
{
    const uint32_t index = ring->first + place;
    return &ring->entries[index < ring->capacity ? index : index - ring->capacity];
}

/* Removes `count` entries from the place `place` on; the entries before them move up. */
static inline void noc_ring_remove(noc_ring *ring, uint32_t place, uint32_t count)
{
    for (uint32_t i = place; i-- > 0;) *noc_ring_entry(ring, i + count) = *noc_ring_entry(ring, i);
    ring->first = (uint32_t)(noc_ring_entry(ring, count) - ring->entries);
    ring->count -= count;
}

#endif
