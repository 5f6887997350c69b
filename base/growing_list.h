/* base/growing_list.h: lists filled from the lines of a file, which may exceed memory. */
#ifndef NOC_BASE_GROWING_LIST_H
#define NOC_BASE_GROWING_LIST_H

#include <stddef.h>

#include "base/diag.h"

/* New room of a full list with `room` elements: half as many more; for large lists an eighth. */
size_t noc_list_next_room(size_t room);

/* Returns the list with room for `count` elements of `size` bytes, zeroed beyond the old *room.
 * NULL, and an unchanged list, when out of memory, or when the limit of the run forbids it
 * (base/memory_limit.h): then *beyond is the memory that the run would hold, in bytes. */
void *noc_list_with_room(void *list, size_t count, size_t *room, size_t size, double *beyond);

/* Reports why a list has no room: NOC_EINPUT at `place` where the limit forbids it, as `what` ("the
 * trace up to here") would need too much; else NOC_EFAILED. */
noc_status noc_list_refuse(double beyond, noc_place place, const char *what, noc_diag *diag);

#endif
