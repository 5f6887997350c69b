/* base/growing_list.h: growth of lists of unknown length, within the limit on memory. */
#ifndef NOC_BASE_GROWING_LIST_H
#define NOC_BASE_GROWING_LIST_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

/* Returns the next capacity of a full list, in elements: half again as many; for large lists an
 * eighth more. */
size_t noc_list_next_capacity(size_t capacity);

/* Resizes a list of an arena (noc_arena_resize). `list`: address of the pointer to the list, which
 * is NULL at first. Returns the list; NULL, without changes of the list, when out of memory. */
void *noc_list_resize(noc_arena *arena, void *list, size_t count, size_t size);

/* Resizes such a list to the next capacity, at least `count`. */
bool noc_list_enlarge(noc_arena *arena, void *list, size_t count, size_t *capacity, size_t size);

/* Makes room in such a list for `count` elements of `size` bytes; *capacity: elements for which the
 * list has room. False, without changes of the list, when out of memory. */
static inline bool noc_list_make_room(noc_arena *arena, void *list, size_t count, size_t *capacity,
                                      size_t size)
{
    return count <= *capacity || noc_list_enlarge(arena, list, count, capacity, size);
}

/* Makes room within the run's limit on memory (base/memory_limit.h), and zeros the new elements.
 * Above the limit, false; *needed_bytes is then the memory that the run would hold. */
bool noc_list_make_limited_room(noc_arena *arena, void *list, size_t count, size_t *capacity,
                                size_t size, double *needed_bytes);

/* Reports why a list does not grow. If `needed_bytes` is above 0: NOC_EINPUT at `place`, with the
 * subject of the message ("the trace up to here"). Else memory ran out: NOC_EFAILED. */
noc_status noc_list_report_failure(double needed_bytes, noc_place place, const char *subject,
                                   noc_diag *diag);

#endif
