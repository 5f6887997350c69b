/* design/trace/trace_room.h: lists of a trace, which grow while it is read. */
#ifndef NOC_DESIGN_TRACE_TRACE_ROOM_H
#define NOC_DESIGN_TRACE_TRACE_ROOM_H

#include <stddef.h>

/* The list, of elements of `size` bytes, with room for one more than `count`. NULL when out of
 * memory; then the list is as it was. */
void *noc_trace_room(void *list, size_t count, size_t *capacity, size_t size);

#endif
