/* sampler/engines/hub/event_queue.h: queue of packet events (arrivals, and departures of tails): a
 * binary heap ordered by cycle. */
#ifndef NOC_SAMPLER_ENGINES_HUB_EVENT_QUEUE_H
#define NOC_SAMPLER_ENGINES_HUB_EVENT_QUEUE_H

#include <assert.h>
#include <stdint.h>

#include "base/arena.h"

static const uint64_t noc_never = UINT64_MAX; /* cycle of an event that does not occur */

/* Event of a packet: arrival (`line` is NOC_NONE), or departure of its tail on `line`. */
typedef struct noc_packet_event {
    uint64_t cycle;
    uint32_t packet, line;
} noc_packet_event;

typedef struct noc_event_queue {
    noc_packet_event *heap;
    size_t count, capacity;
} noc_event_queue;

/* Makes an empty queue for `capacity` events. False when out of memory. */
static inline bool noc_event_queue_make(noc_event_queue *queue, noc_arena *arena, size_t capacity)
{
    *queue = (noc_event_queue){noc_arena_array(arena, capacity, sizeof *queue->heap), 0, capacity};
    return queue->heap;
}

/* Cycle of the first event; noc_never: none. */
static inline uint64_t noc_event_queue_next(const noc_event_queue *queue)
{
    return queue->count ? queue->heap[0].cycle : noc_never;
}

/* Adds an event; the queue must have room. */
static inline void noc_event_queue_add(noc_event_queue *queue, noc_packet_event event)
{
    assert(queue->count < queue->capacity);
    size_t place = queue->count++;
    for (; place > 0 && queue->heap[(place - 1) / 2].cycle > event.cycle; place = (place - 1) / 2)
        queue->heap[place] = queue->heap[(place - 1) / 2];
    queue->heap[place] = event;
}

/* Removes and returns the first event; the queue must not be empty. */
static inline noc_packet_event noc_event_queue_take(noc_event_queue *queue)
{
    const noc_packet_event first = queue->heap[0], last = queue->heap[--queue->count];
    size_t place = 0;
    for (size_t child = 1; child < queue->count; child = 2 * place + 1) {
        if (child + 1 < queue->count && queue->heap[child + 1].cycle < queue->heap[child].cycle)
            child++;
        if (queue->heap[child].cycle >= last.cycle) break;
        queue->heap[place] = queue->heap[child];
        place = child;
    }
    queue->heap[place] = last;
    return first;
}

#endif
