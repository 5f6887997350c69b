#include "design/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"

struct noc_cached_value {
    noc_cached_value *next;
    const noc_cached_kind *kind;
    void *value;
    size_t bytes;
    unsigned user_count;
    bool is_listed; /* true while the value is in the cache's list */
    size_t key_size;
    unsigned char key[];
};

static void free_cached(noc_cached_value *v)
{
    v->kind->free_value(v->value);
    free(v);
}

static bool has_key(const noc_cached_value *v, const noc_cached_kind *kind, noc_cache_key key)
{
    return v->kind == kind && v->key_size == key.size && memcmp(v->key, key.bytes, key.size) == 0;
}

static void put_first(noc_value_cache *cache, noc_cached_value *v)
{
    v->next = cache->first;
    cache->first = v;
}

noc_cached_value *noc_cache_find(noc_value_cache *cache, const noc_cached_kind *kind,
                                 noc_cache_key key)
{
    noc_cached_value **at = &cache->first;
    while (*at && !has_key(*at, kind, key)) at = &(*at)->next;
    noc_cached_value *found = *at;
    if (!found) return NULL;
    *at = found->next;
    put_first(cache, found);
    found->user_count++;
    return found;
}

/* Marks a value as removed from the list, and frees it if unused. */
static void unlist(noc_cached_value *v)
{
    v->is_listed = false;
    if (v->user_count == 0) free_cached(v);
}

void noc_cache_make_room(noc_value_cache *cache, const noc_cached_kind *kind, size_t bytes)
{
    size_t sum = bytes;
    for (noc_cached_value **at = &cache->first; *at;) {
        noc_cached_value *v = *at;
        if (v->kind == kind) sum += v->bytes;
        if (v->kind == kind && v->user_count == 0 && sum > kind->capacity) {
            sum -= v->bytes;
            *at = v->next;
            unlist(v);
        } else {
            at = &v->next;
        }
    }
}

noc_cached_value *noc_cache_add(noc_value_cache *cache, const noc_cached_kind *kind,
                                noc_cache_key key, size_t bytes, void *value)
{
    noc_cached_value *v = malloc(sizeof *v + key.size);
    if (!v) return NULL;
    *v = (noc_cached_value){.kind = kind,
                            .value = value,
                            .bytes = bytes,
                            .user_count = 1,
                            .is_listed = true,
                            .key_size = key.size};
    if (key.size) memcpy(v->key, key.bytes, key.size);
    put_first(cache, v);
    return v;
}

void *noc_cached_data(const noc_cached_value *v)
{
    return v->value;
}

bool noc_cached_is_shared(const noc_cached_value *v)
{
    return v->user_count > 1;
}

void noc_cached_release(noc_cached_value *v)
{
    if (v && --v->user_count == 0 && !v->is_listed) free_cached(v);
}

void noc_cache_clear(noc_value_cache *cache)
{
    while (cache->first) {
        noc_cached_value *v = cache->first;
        cache->first = v->next;
        unlist(v);
    }
}

/* ---- keys ---------------------------------------------------------------------------------- */

void noc_read_settings_add(noc_read_settings *r, const void *bytes, size_t size)
{
    if (r->is_incomplete || size == 0) return;
    if (r->size + size > r->capacity) {
        const size_t capacity = noc_list_next_capacity(r->capacity) + size;
        unsigned char *grown = realloc(r->bytes, capacity);
        r->is_incomplete = !grown;
        if (!grown) return;
        r->bytes = grown;
        r->capacity = capacity;
    }
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
}

void noc_read_settings_end(noc_read_settings *r, noc_answer_stage stage)
{
    r->stage_ends[stage] = r->size;
}

void noc_read_settings_clear(noc_read_settings *r)
{
    free(r->bytes);
    *r = (noc_read_settings){.bytes = NULL};
}
