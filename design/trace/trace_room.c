#include "design/trace/trace_room.h"

#include <stdlib.h>

void *noc_trace_room(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return list;
    const size_t wanted = *capacity ? 2 * *capacity : 1024;
    void *grown = realloc(list, wanted * size);
    if (grown) *capacity = wanted;
    return grown;
}
