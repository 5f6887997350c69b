#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Head of an allocation; the allocated bytes follow, aligned for any type. */
typedef struct noc_arena_part {
    _Alignas(max_align_t) struct noc_arena_part *older;
    struct noc_arena_part *newer;
} noc_arena_part;

/* Puts a part in its place in the list, in front or between its neighbours. */
static void *link_part(noc_arena *arena, noc_arena_part *part)
{
    if (part->older) part->older->newer = part;
    if (part->newer)
        part->newer->older = part;
    else
        arena->parts = part;
    return part + 1;
}

/* Finds the bytes of a part with its head. False: more than a size_t can hold. */
static bool find_part_bytes(size_t count, size_t size, size_t *bytes)
{
    return !__builtin_mul_overflow(count, size, bytes) &&
           !__builtin_add_overflow(*bytes, sizeof(noc_arena_part), bytes);
}

/* Adds a new allocation; notes a failed one. */
static void *add_part(noc_arena *arena, noc_arena_part *part)
{
    if (!part) {
        arena->is_short = true;
        return NULL;
    }
    part->older = arena->parts;
    part->newer = NULL;
    return link_part(arena, part);
}

void *noc_arena_array(noc_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    return add_part(arena, find_part_bytes(count, size, &bytes) ? calloc(1, bytes) : NULL);
}

void *noc_arena_unset_array(noc_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    return add_part(arena, find_part_bytes(count, size, &bytes) ? malloc(bytes) : NULL);
}

void *noc_arena_copy(noc_arena *arena, const void *elements, size_t count, size_t size)
{
    void *copy = noc_arena_unset_array(arena, count, size);
    if (copy && count > 0) memcpy(copy, elements, count * size);
    return copy;
}

void *noc_arena_resize(noc_arena *arena, void *list, size_t count, size_t size)
{
    size_t bytes;
    if (!list) return noc_arena_array(arena, count, size);
    noc_arena_part *part =
        find_part_bytes(count, size, &bytes) ? realloc((noc_arena_part *)list - 1, bytes) : NULL;
    if (part) return link_part(arena, part);
    arena->is_short = true;
    return NULL;
}

char *noc_arena_string(noc_arena *arena, const char *text)
{
    return noc_arena_copy(arena, text, strlen(text) + 1, 1);
}

char *noc_arena_format(noc_arena *arena, const char *format, va_list arguments)
{
    va_list copy;
    va_copy(copy, arguments);
    const int length = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    char *text = length >= 0 ? noc_arena_unset_array(arena, (size_t)length + 1, 1) : NULL;
    if (text) vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *noc_arena_text(noc_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = noc_arena_format(arena, format, arguments);
    va_end(arguments);
    return text;
}

void noc_arena_release(noc_arena *arena, void *allocated)
{
    if (!allocated) return;
    noc_arena_part *part = (noc_arena_part *)allocated - 1;
    if (part->older) part->older->newer = part->newer;
    if (part->newer)
        part->newer->older = part->older;
    else
        arena->parts = part->older;
    free(part);
}

void noc_arena_clear(noc_arena *arena)
{
    for (noc_arena_part *part = arena->parts, *older; part; part = older) {
        older = part->older;
        free(part);
    }
    *arena = (noc_arena){0};
}
