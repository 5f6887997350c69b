/* sampler/policies/line_cache.h: a small fully associative cache of lines, of which the least
 * recently used leaves (icc: 24 lines).
 *
 * Lines stand in the order of their last use, so whatever is used moves over all before it: made
 * for tens of lines. */
#ifndef NOC_SAMPLER_POLICIES_LINE_CACHE_H
#define NOC_SAMPLER_POLICIES_LINE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noc_line_cache {
    uint64_t *lines; /* most recently used first */
    uint32_t count, capacity;
} noc_line_cache;

/* An empty cache of `capacity` lines, 0 or more. False when out of memory; the caller clears it in
 * either case. */
bool noc_line_cache_make(noc_line_cache *cache, uint32_t capacity);
void noc_line_cache_clear(noc_line_cache *cache);

/* Whether the line is there; then it is the most recently used one. */
bool noc_line_cache_use(noc_line_cache *cache, uint64_t line);

/* Puts a line in, as the most recently used one. */
void noc_line_cache_insert(noc_line_cache *cache, uint64_t line);

/* Drops a line, if it is there. */
void noc_line_cache_drop(noc_line_cache *cache, uint64_t line);

#endif
