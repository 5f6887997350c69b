/* design/kept.h: a cache of computed values, and the settings of a design as bytes, which are keys
 * of cached results. A value is found by its kind and its key. The key consists of all bytes on
 * which the value depends, so a value found equals a value computed anew.
 *
 * The cache drops the values used least recently when those of a kind exceed its capacity. It never
 * drops a value in use. */
#ifndef NOC_DESIGN_KEPT_H
#define NOC_DESIGN_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "design/key.h"

typedef struct noc_cached_kind {
    /* capacity for all values of the kind, in bytes (about) or in values, the unit of
     * noc_cache_add */
    size_t capacity;
    void (*free_value)(void *value); /* frees the data of a value */
} noc_cached_kind;

typedef struct noc_cache_key {
    const void *bytes; /* borrowed */
    size_t size;
} noc_cache_key;

typedef struct noc_cached_value noc_cached_value;

/* Cache of one thread. Zero-initialise before use. */
typedef struct noc_value_cache {
    noc_cached_value *first; /* value used most recently */
} noc_value_cache;

/* Finds the value of a key, which the caller uses until noc_cached_release; NULL: none. */
noc_cached_value *noc_cache_find(noc_value_cache *cache, const noc_cached_kind *kind,
                                 noc_cache_key key);

/* Drops unused values of a kind, least recently used first, until a value of `bytes` (in the unit
 * of the kind's capacity) fits, or none is left. Call before the value is made. */
void noc_cache_make_room(noc_value_cache *cache, const noc_cached_kind *kind, size_t bytes);

/* Adds a value, which the cache owns and the caller uses until noc_cached_release. NULL when out of
 * memory: the value then stays the caller's. */
noc_cached_value *noc_cache_add(noc_value_cache *cache, const noc_cached_kind *kind,
                                noc_cache_key key, size_t bytes, void *value);

/* Returns the data that were added as `value`. */
void *noc_cached_data(const noc_cached_value *value);

/* True if the value has several users. */
bool noc_cached_is_shared(const noc_cached_value *value);

/* Ends the use of a value; NULL is accepted. A value in use outlives the cache. */
void noc_cached_release(noc_cached_value *value);

/* Empties the cache. Values in use are freed by their last user. */
void noc_cache_clear(noc_value_cache *cache);

/* ---- keys ---------------------------------------------------------------------------------- */

/* Number of stages whose results are cached: all stages before the closed loop. */
#define NOC_KEPT_STAGES (NOC_CONTENTION_STAGE + 1)

/* Settings of a design that the stages of an answer read, as bytes. Designs with equal bytes up to
 * a stage have equal results of this stage and of all before it. */
typedef struct noc_read_settings {
    unsigned char *bytes; /* owned; NULL: nothing written yet */
    /* [stage]: bytes of the settings that the stages up to this one read */
    size_t stage_ends[NOC_KEPT_STAGES];
    /* bytes in use, and bytes allocated */
    size_t size, capacity;
    bool is_incomplete; /* true if memory ran out, so that bytes are missing */
} noc_read_settings;

/* Append settings of the current stage; end the stage. */
void noc_read_settings_add(noc_read_settings *settings, const void *bytes, size_t size);
void noc_read_settings_end(noc_read_settings *settings, noc_answer_stage stage);

void noc_read_settings_clear(noc_read_settings *settings);

/* Returns the key of a stage's results: the settings that the stages up to this one read. Borrows
 * the bytes. */
static inline noc_cache_key noc_read_settings_key(const noc_read_settings *settings,
                                                  noc_answer_stage stage)
{
    return (noc_cache_key){settings->bytes, settings->stage_ends[stage]};
}

#endif
