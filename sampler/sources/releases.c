#include "sampler/sources/releases.h"

void noc_releases_push(noc_releases *heap, noc_release r)
{
    size_t place = heap->count++;
    for (; place > 0 && noc_release_is_before(r, heap->entries[(place - 1) / 2]);
         place = (place - 1) / 2)
        heap->entries[place] = heap->entries[(place - 1) / 2];
    heap->entries[place] = r;
}

void noc_releases_pop(noc_releases *heap)
{
    const noc_release last = heap->entries[--heap->count];
    size_t place = 0;
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= heap->count) break;
        if (child + 1 < heap->count &&
            noc_release_is_before(heap->entries[child + 1], heap->entries[child]))
            child++;
        if (!noc_release_is_before(heap->entries[child], last)) break;
        heap->entries[place] = heap->entries[child];
        place = child;
    }
    heap->entries[place] = last;
}
