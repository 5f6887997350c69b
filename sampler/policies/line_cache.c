#include "sampler/policies/line_cache.h"

#include <stdlib.h>
#include <string.h>

bool noc_line_cache_make(noc_line_cache *cache, uint32_t capacity)
{
    *cache = (noc_line_cache){.capacity = capacity};
    cache->lines = calloc(capacity + 1, sizeof *cache->lines);
    return cache->lines != NULL;
}

void noc_line_cache_clear(noc_line_cache *cache)
{
    free(cache->lines);
    *cache = (noc_line_cache){0};
}

/* `count` if it is not there. */
static uint32_t find(const noc_line_cache *cache, uint64_t line)
{
    uint32_t i = 0;
    while (i < cache->count && cache->lines[i] != line) i++;
    return i;
}

/* To the front, in the place of the one at `from`. */
static void move_up(noc_line_cache *cache, uint32_t from, uint64_t line)
{
    memmove(cache->lines + 1, cache->lines, from * sizeof *cache->lines);
    cache->lines[0] = line;
}

bool noc_line_cache_use(noc_line_cache *cache, uint64_t line)
{
    const uint32_t at = find(cache, line);
    if (at == cache->count) return false;
    move_up(cache, at, line);
    return true;
}

void noc_line_cache_insert(noc_line_cache *cache, uint64_t line)
{
    if (cache->capacity == 0 || noc_line_cache_use(cache, line)) return;
    if (cache->count < cache->capacity) cache->count++;
    move_up(cache, cache->count - 1, line);
}

void noc_line_cache_drop(noc_line_cache *cache, uint64_t line)
{
    const uint32_t at = find(cache, line);
    if (at == cache->count) return;
    cache->count--;
    memmove(cache->lines + at, cache->lines + at + 1, (cache->count - at) * sizeof *cache->lines);
}
