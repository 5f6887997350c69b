/* base/growing_list.h: lists that the lines of a file fill, which may be longer than there is
 * memory for. */
#ifndef NOC_BASE_GROWING_LIST_H
#define NOC_BASE_GROWING_LIST_H

#include <stddef.h>

#include "base/diag.h"

/* Elements that a full list of `room` gets room for: half as many more, of very many an eighth. */
size_t noc_list_next_room(size_t room);

/* The list with room for `count` elements of `size` bytes, zeroed beyond the *room that it had.
 * NULL, and the list as it was, when out of memory, or when the limit of the run forbids it
 * (base/memory_limit.h): then *beyond is what the run would hold, in bytes. */
void *noc_list_with_room(void *list, size_t count, size_t *room, size_t size, double *beyond);

/* Tells why there was no room: NOC_EINPUT at `place` where the limit forbids it, as `what` ("the
 * trace up to here") would need too much; else NOC_EFAILED. */
noc_status noc_list_refuse(double beyond, noc_place place, const char *what, noc_diag *diag);

#endif
