/* sampler/nodes/ring.h: a queue of numbers in a ring of fixed size. */
#ifndef NOC_SAMPLER_NODES_RING_H
#define NOC_SAMPLER_NODES_RING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noc_ring {
    uint32_t *entries;
    uint32_t first, count, capacity;
} noc_ring;

static inline bool noc_ring_is_full(const noc_ring *ring)
{
    return ring->count == ring->capacity;
}

static inline void noc_ring_push(noc_ring *ring, uint32_t entry)
{
    uint32_t at = ring->first + ring->count++;
    if (at >= ring->capacity) at -= ring->capacity;
    ring->entries[at] = entry;
}

static inline uint32_t noc_ring_pop(noc_ring *ring)
{
    const uint32_t entry = ring->entries[ring->first];
    if (++ring->first == ring->capacity) ring->first = 0;
    ring->count--;
    return entry;
}

#endif
