/* base/arena.h: arena: memory of one owner (a run, a system, an answer), released at once.
 *
 * Zero-initialise an arena; noc_arena_clear at the end. Each allocation is one of the C library, so
 * memory checkers see its ends, and a large zeroed array takes no pages before it is written. An
 * arena belongs to one thread at a time. */
#ifndef NOC_BASE_ARENA_H
#define NOC_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct noc_arena {
    struct noc_arena_part *parts; /* allocations, the newest first */
    bool is_short;                /* an allocation has failed since the last noc_arena_clear */
} noc_arena;

/* Allocates `count` elements of `size` bytes, zeroed; not NULL for a count of 0. NULL when out of
 * memory: is_short stays set, so that a maker of several arrays checks once. */
void *noc_arena_array(noc_arena *arena, size_t count, size_t size);

/* Copies `count` elements of `size` bytes. NULL as above. */
void *noc_arena_copy(noc_arena *arena, const void *elements, size_t count, size_t size);

/* Resizes an array of the arena to `count` elements of `size` bytes; elements beyond the old size
 * are not zeroed. NULL list: a new array. NULL, without changes of the list, when out of memory. */
void *noc_arena_resize(noc_arena *arena, void *list, size_t count, size_t size);

/* Allocates an array that is not zeroed, for many elements that are all written. NULL as above. */
void *noc_arena_unset_array(noc_arena *arena, size_t count, size_t size);

/* Copies a text. NULL when out of memory. */
char *noc_arena_string(noc_arena *arena, const char *text);

/* Makes a text from its arguments, or from their list. NULL when out of memory. */
char *noc_arena_text(noc_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *noc_arena_format(noc_arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Releases one allocation before the others; NULL: nothing. */
void noc_arena_release(noc_arena *arena, void *allocated);

/* Releases all allocations. The arena is empty, and can be used again. */
void noc_arena_clear(noc_arena *arena);

#endif
