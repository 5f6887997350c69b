#include "reports/front/page_drawn.h"

#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "network/kinds/kinds.h"
#include "reader/design_walk.h"

/* ---- the designs ---------------------------------------------------------------------------- */

enum { DRAWN_MOST = 4500 }; /* a page with intervals and pictures stays below 3 MB */

enum { RANK_FRONT, RANK_MEASURED, RANK_POSSIBLE, RANK_REST };

static int rank_of(const noc_candidates *all, size_t i)
{
    if (all->marks[i].by_value) return RANK_FRONT;
    if (noc_candidate_sampled(all, &all->list[i])) return RANK_MEASURED;
    return all->marks[i].membership != NOC_FRONT_OFF ? RANK_POSSIBLE : RANK_REST;
}

/* The designs of one rank, evenly thinned to a room. */
static size_t add_rank(const noc_candidates *all, int rank, size_t room, noc_page_drawn *d)
{
    size_t members = 0, seen = 0, added = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < all->count; i++) {
            if (rank_of(all, i) != rank) continue;
            if (pass == 0) {
                members++;
                continue;
            }
            /* candidates are in order of their hashes, so every n-th is a fair part */
            const size_t due = members <= room ? seen + 1 : (seen + 1) * room / members;
            seen++;
            if (due <= added) continue;
            d->list[d->count++] = i;
            added++;
        }
    return added;
}

noc_status noc_page_choose(const noc_candidates *all, noc_page_drawn *d, noc_diag *diag)
{
    *d = (noc_page_drawn){.list = malloc((DRAWN_MOST + all->count) * sizeof *d->list)};
    if (!d->list) return noc_fail_memory(diag);
    d->front = add_rank(all, RANK_FRONT, DRAWN_MOST, d);
    add_rank(all, RANK_MEASURED, DRAWN_MOST - d->count, d);
    add_rank(all, RANK_POSSIBLE, (DRAWN_MOST - d->count) * 4 / 5, d);
    add_rank(all, RANK_REST, DRAWN_MOST - d->count, d);
    return NOC_OK;
}

/* ---- settings ------------------------------------------------------------------------------- */

enum { VALUES_MOST = 4096 };

/* A number stays one. */
static json_t *value_of(const noc_setting *s, const char *text)
{
    if (s->key->type == NOC_INTEGER) return json_integer(strtoll(text, NULL, 10));
    if (s->key->type == NOC_REAL) return json_real(strtod(text, NULL));
    return json_string(text);
}

static int intern(noc_page_setting *c, const char *text)
{
    json_t *value = value_of(noc_setting_at(c->setting), text);
    for (size_t i = 0; i < json_array_size(c->values); i++)
        if (json_equal(json_array_get(c->values, i), value)) {
            json_decref(value);
            return (int)i;
        }
    if (json_array_size(c->values) >= VALUES_MOST) {
        json_decref(value);
        return -1;
    }
    json_array_append_new(c->values, value);
    return (int)json_array_size(c->values) - 1;
}

/* Position of a topology in its registry. */
static int position_of(const noc_topology_kind *topology)
{
    int i = 0;
    while (noc_topology_at((size_t)i) != topology) i++;
    return i;
}

static void read_design(const noc_design *design, noc_page_settings *c, size_t row)
{
    for (size_t k = 0; k < c->count; k++) {
        char *text = noc_setting_text(design, c->list[k].setting);
        c->cells[row * c->count + k] = text ? intern(&c->list[k], text) : -1;
        if (!text) c->list[k].absent = true;
        free(text);
    }
    c->topologies[row] = position_of(design->networks[0].topology);
}

bool noc_page_shows(const noc_page_settings *c, size_t k)
{
    const noc_setting *s = noc_setting_at(c->list[k].setting);
    if (strcmp(s->key->name, "memory_at") == 0 || strcmp(s->key->name, "empty_at") == 0)
        return false; /* lists of tiles */
    return json_array_size(c->list[k].values) > 1 ||
           (json_array_size(c->list[k].values) == 1 && c->list[k].absent);
}

void noc_page_settings_clear(noc_page_settings *c)
{
    for (size_t k = 0; k < c->count; k++) json_decref(c->list[k].values);
    free(c->list);
    free(c->cells);
    free(c->topologies);
}

noc_status noc_page_settings_read(noc_store *store, const noc_candidates *all,
                                  const noc_page_drawn *d, noc_page_settings *c, noc_diag *diag)
{
    *c = (noc_page_settings){.count = 0};
    while (noc_setting_at(c->count)) c->count++;
    c->list = calloc(c->count + 1, sizeof *c->list);
    c->cells = calloc(c->count * d->count + 1, sizeof *c->cells);
    c->topologies = calloc(d->count + 1, sizeof *c->topologies);
    if (!c->list || !c->cells || !c->topologies) return noc_fail_memory(diag);
    for (size_t k = 0; k < c->count; k++) {
        const noc_type type = noc_setting_at(k)->key->type;
        c->list[k] =
            (noc_page_setting){k, json_array(), type == NOC_INTEGER || type == NOC_REAL, false};
    }
    noc_status status = NOC_OK;
    for (size_t i = 0; i < d->count && status == NOC_OK; i++) {
        const noc_entry *e = noc_candidate_entry(&all->list[d->list[i]]);
        noc_design *design = NULL;
        status = noc_store_rebuild(store, e->source, e->overrides, &design, diag);
        if (status == NOC_OK) read_design(design, c, i);
        noc_design_free(design);
    }
    return status;
}
