/* sampler/engines/hub/due_packets.h: event queue for packets: a binary heap ordered by cycle. */
#ifndef NOC_SAMPLER_ENGINES_HUB_DUE_PACKETS_H
#define NOC_SAMPLER_ENGINES_HUB_DUE_PACKETS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static const uint64_t noc_never = UINT64_MAX;

/* Event of a packet: arrival (`line` is NOC_NONE), or departure of its tail on `line`. */
typedef struct noc_due_packet {
    uint64_t cycle;
    uint32_t packet, line;
} noc_due_packet;

typedef struct noc_due_packets {
    noc_due_packet *heap;
    size_t count, capacity;
} noc_due_packets;

/* Makes an empty heap. False when out of memory. */
static inline bool noc_due_make(noc_due_packets *due, size_t capacity)
{
    *due = (noc_due_packets){malloc(capacity * sizeof *due->heap), 0, capacity};
    return due->heap != NULL;
}

static inline void noc_due_clear(noc_due_packets *due)
{
    free(due->heap);
    *due = (noc_due_packets){0};
}

static inline uint64_t noc_due_first(const noc_due_packets *due)
{
    return due->count ? due->heap[0].cycle : noc_never;
}

static inline void noc_due_add(noc_due_packets *due, noc_due_packet packet)
{
    assert(due->count < due->capacity);
    size_t at = due->count++;
    for (; at > 0 && due->heap[(at - 1) / 2].cycle > packet.cycle; at = (at - 1) / 2)
        due->heap[at] = due->heap[(at - 1) / 2];
    due->heap[at] = packet;
}

/* Removes and returns the first event; the queue must not be empty. */
static inline noc_due_packet noc_due_take(noc_due_packets *due)
{
    const noc_due_packet first = due->heap[0], last = due->heap[--due->count];
    size_t at = 0;
    for (size_t child = 1; child < due->count; child = 2 * at + 1) {
        if (child + 1 < due->count && due->heap[child + 1].cycle < due->heap[child].cycle) child++;
        if (due->heap[child].cycle >= last.cycle) break;
        due->heap[at] = due->heap[child];
        at = child;
    }
    due->heap[at] = last;
    return first;
}

#endif
