#include "design/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"

struct noc_kept_value {
    noc_kept_value *next;
    const noc_kept_kind *kind;
    void *value;
    size_t bytes;
    unsigned users;
    bool listed; /* true while the value is in the cache's list */
    size_t key_size;
    unsigned char key[];
};

static void drop(noc_kept_value *v)
{
    v->kind->drop(v->value);
    free(v);
}

static bool has_key(const noc_kept_value *v, const noc_kept_kind *kind, noc_kept_key key)
{
    return v->kind == kind && v->key_size == key.size && memcmp(v->key, key.bytes, key.size) == 0;
}

static void list_first(noc_kept *kept, noc_kept_value *v)
{
    v->next = kept->first;
    kept->first = v;
}

noc_kept_value *noc_kept_find(noc_kept *kept, const noc_kept_kind *kind, noc_kept_key key)
{
    noc_kept_value **at = &kept->first;
    while (*at && !has_key(*at, kind, key)) at = &(*at)->next;
    noc_kept_value *found = *at;
    if (!found) return NULL;
    *at = found->next;
    list_first(kept, found);
    found->users++;
    return found;
}

/* Marks a value as removed from the list, and frees it if unused. */
static void unlist(noc_kept_value *v)
{
    v->listed = false;
    if (v->users == 0) drop(v);
}

void noc_kept_make_room(noc_kept *kept, const noc_kept_kind *kind, size_t bytes)
{
    size_t sum = bytes;
    for (noc_kept_value **at = &kept->first; *at;) {
        noc_kept_value *v = *at;
        if (v->kind == kind) sum += v->bytes;
        if (v->kind == kind && v->users == 0 && sum > kind->room) {
            sum -= v->bytes;
            *at = v->next;
            unlist(v);
        } else {
            at = &v->next;
        }
    }
}

noc_kept_value *noc_kept_add(noc_kept *kept, const noc_kept_kind *kind, noc_kept_key key,
                             size_t bytes, void *value)
{
    noc_kept_value *v = malloc(sizeof *v + key.size);
    if (!v) return NULL;
    *v = (noc_kept_value){.kind = kind,
                          .value = value,
                          .bytes = bytes,
                          .users = 1,
                          .listed = true,
                          .key_size = key.size};
    if (key.size) memcpy(v->key, key.bytes, key.size);
    list_first(kept, v);
    return v;
}

void *noc_kept_of(const noc_kept_value *v)
{
    return v->value;
}

bool noc_kept_is_shared(const noc_kept_value *v)
{
    return v->users > 1;
}

void noc_kept_let_go(noc_kept_value *v)
{
    if (v && --v->users == 0 && !v->listed) drop(v);
}

void noc_kept_clear(noc_kept *kept)
{
    while (kept->first) {
        noc_kept_value *v = kept->first;
        kept->first = v->next;
        unlist(v);
    }
}

/* ---- keys ---------------------------------------------------------------------------------- */

void noc_settings_read_add(noc_settings_read *r, const void *bytes, size_t size)
{
    if (r->failed || size == 0) return;
    if (r->size + size > r->room) {
        const size_t room = noc_list_next_room(r->room) + size;
        unsigned char *grown = realloc(r->bytes, room);
        r->failed = !grown;
        if (!grown) return;
        r->bytes = grown;
        r->room = room;
    }
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
}

void noc_settings_read_end(noc_settings_read *r, noc_answer_stage stage)
{
    r->end[stage] = r->size;
}

void noc_settings_read_clear(noc_settings_read *r)
{
    free(r->bytes);
    *r = (noc_settings_read){.bytes = NULL};
}
