#include "base/growing_list.h"

#include <string.h>

#include "base/memory_limit.h"
#include "base/min_max.h"

size_t noc_list_next_capacity(size_t capacity)
{
    enum { ELEMENTS_MIN = 256, LARGE_LIST = 1 << 20 };
    return capacity + capacity / (capacity < LARGE_LIST ? 2 : 8) + ELEMENTS_MIN;
}

void *noc_list_resize(noc_arena *arena, void *list, size_t count, size_t size)
{
    void *elements;
    memcpy(&elements, list, sizeof elements);
    elements = noc_arena_resize(arena, elements, count, size);
    if (elements) memcpy(list, &elements, sizeof elements);
    return elements;
}

bool noc_list_enlarge(noc_arena *arena, void *list, size_t count, size_t *capacity, size_t size)
{
    enum { ELEMENTS_MIN = 8 };
    const size_t next = *capacity ? noc_list_next_capacity(*capacity) : ELEMENTS_MIN,
                 new_capacity = max_size(next, count);
    if (!noc_list_resize(arena, list, new_capacity, size)) return false;
    *capacity = new_capacity;
    return true;
}

/* Capacity of a list that has room for `count` elements within the limit on memory; 0: above the
 * limit. */
static size_t find_limited_capacity(size_t count, size_t capacity, size_t size,
                                    double *needed_bytes)
{
    const size_t new_capacity = max_size(noc_list_next_capacity(capacity), count);
    const double added_bytes = (double)(new_capacity - capacity) * (double)size;
    if (noc_memory_has_room(added_bytes)) return new_capacity;
    *needed_bytes = (double)noc_memory_held_bytes() + added_bytes;
    return 0;
}

bool noc_list_make_limited_room(noc_arena *arena, void *list, size_t count, size_t *capacity,
                                size_t size, double *needed_bytes)
{
    if (count <= *capacity) return true;
    const size_t new_capacity = find_limited_capacity(count, *capacity, size, needed_bytes);
    char *elements = new_capacity > 0 ? noc_list_resize(arena, list, new_capacity, size) : NULL;
    if (!elements) return false;
    if (*capacity > 0) /* a new list is zeroed */
        memset(elements + *capacity * size, 0, (new_capacity - *capacity) * size);
    *capacity = new_capacity;
    return true;
}

noc_status noc_list_report_failure(double needed_bytes, noc_place place, const char *subject,
                                   noc_diag *diag)
{
    if (needed_bytes <= 0.0) return noc_fail_memory(diag);
    return noc_memory_refuse(diag, NOC_EINPUT, place, subject, needed_bytes);
}
