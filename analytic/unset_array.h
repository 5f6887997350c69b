/* analytic/unset_array.h: arrays of an arena that are not zeroed: for large arrays that are written
 * at once, in models of which a sweep makes thousands. */
#ifndef NOC_ANALYTIC_UNSET_ARRAY_H
#define NOC_ANALYTIC_UNSET_ARRAY_H

#include "base/arena.h"

/* Allocates `count` elements of `size` bytes. NULL, and is_short, when out of memory. */
static inline void *noc_unset_array(noc_arena *arena, size_t count, size_t size)
{
    void *list = noc_arena_array(arena, 0, size);
    return list ? noc_arena_resize(arena, list, count, size) : NULL;
}

#endif
