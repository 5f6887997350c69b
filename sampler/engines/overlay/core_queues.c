#include "sampler/engines/overlay/core_queues.h"

#include <stdlib.h>

bool noc_core_queues_make(noc_core_queues *q, uint32_t cores, uint32_t places)
{
    *q = (noc_core_queues){.places = places};
    if (places == 0) return true;
    q->all = calloc(cores + 1u, sizeof *q->all);
    q->gone = calloc((size_t)cores * places + 1, sizeof *q->gone);
    return q->all && q->gone;
}

void noc_core_queues_clear(noc_core_queues *q)
{
    free(q->all);
    free(q->gone);
}

bool noc_core_queues_enter(noc_core_queues *q, uint32_t core, uint64_t now, unsigned flits)
{
    if (q->places == 0) return true;
    noc_core_queue *queue = &q->all[core];
    uint64_t *gone = &q->gone[(size_t)core * q->places];
    for (; queue->count > 0 && gone[queue->first] <= now; queue->count--)
        queue->first = (queue->first + 1) % q->places;
    if (queue->count == q->places) return false;
    const uint64_t start = queue->free_at > now ? queue->free_at : now + 1;
    queue->free_at = start + flits;
    gone[(queue->first + queue->count++) % q->places] = queue->free_at;
    return true;
}
