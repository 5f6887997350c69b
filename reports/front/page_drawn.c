#include "reports/front/page_drawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "network/kinds/kinds.h"
#include "reader/design_walk.h"

/* ---- the designs ---------------------------------------------------------------------------- */

enum { DRAWN_MOST = 4500 }; /* designs; keeps a page below 3 MB */

enum { RANK_FRONT, RANK_MEASURED, RANK_POSSIBLE, RANK_REST };

static int rank_of(const noc_candidates *all, size_t i)
{
    if (all->marks[i].by_value) return RANK_FRONT;
    if (noc_candidate_sampled(all, &all->list[i])) return RANK_MEASURED;
    return noc_candidate_possible(all, i) ? RANK_POSSIBLE : RANK_REST;
}

/* Adds the designs of one rank, evenly thinned to `capacity`. Returns their number. */
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
            /* Candidates are in the order of their hashes, so every n-th design is a fair
             * sample. */
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

/* Returns the value of a setting, a number or a text. */
static json_t *value_of(const noc_setting *s, const char *text)
{
    if (s->key->type == NOC_INTEGER) return json_integer(strtoll(text, NULL, 10));
    if (s->key->type == NOC_REAL) return json_real(strtod(text, NULL));
    return json_string(text);
}

/* Returns the position of a value, and adds a new value; -1: too many values. Values of networks
 * that differ (not are_equal) are one text. */
static int intern(noc_page_setting *c, const char *text, bool agree)
{
    json_t *value = agree ? value_of(noc_setting_at(c->setting), text) : json_string(text);
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

/* Returns the position of a topology in its registry. */
static int position_of(const noc_topology_kind *topology)
{
    int i = 0;
    while (noc_topology_at((size_t)i) != topology) i++;
    return i;
}

char *noc_page_setting_text(const noc_design *design, const noc_page_setting *s)
{
    if (s->network < 0) return noc_setting_text_of_all(design, s->setting);
    return s->network < design->network_count ? noc_setting_text(design, s->setting, s->network)
                                              : NULL;
}

static void read_design(const noc_design *design, noc_page_settings *c, size_t row)
{
    for (size_t k = 0; k < c->count; k++) {
        noc_page_setting *s = &c->list[k];
        int network;
        const bool agree = s->network >= 0 || noc_setting_agrees(design, s->setting, &network);
        char *text = noc_page_setting_text(design, s);
        s->differ = s->differ || !agree;
        c->cells[row * c->count + k] = text ? intern(s, text, agree) : -1;
        if (!text) s->absent = true;
        free(text);
    }
    c->topologies[row] = position_of(design->networks[0].topology);
}

void noc_page_setting_path(const noc_page_setting *c, char *path, size_t size)
{
    const noc_setting *s = noc_setting_at(c->setting);
    if (c->network < 0)
        snprintf(path, size, "%s.%s", s->group, s->key->name);
    else
        snprintf(path, size, "networks[%d].%s", c->network, s->key->name);
}

bool noc_page_shows(const noc_page_settings *c, size_t k)
{
    const noc_setting *s = noc_setting_at(c->list[k].setting);
    if (strcmp(s->key->name, "memory_at") == 0 || strcmp(s->key->name, "empty_at") == 0)
        return false; /* lists of tiles */
    size_t all = k;
    while (c->list[all].network >= 0) all--;
    if (c->list[all].differ == (all == k)) return false;
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

/* Counts the columns of a setting: one for all networks, then one for each network. */
static size_t columns_of(size_t setting)
{
    return noc_setting_by_network(setting) ? 1 + NOC_NETWORKS_MAX : 1;
}

static bool list_settings(size_t designs, noc_page_settings *c)
{
    size_t setting = 0;
    for (; noc_setting_at(setting); setting++) c->count += columns_of(setting);
    c->list = calloc(c->count + 1, sizeof *c->list);
    c->cells = calloc(c->count * designs + 1, sizeof *c->cells);
    c->topologies = calloc(designs + 1, sizeof *c->topologies);
    if (!c->list || !c->cells || !c->topologies) return false;
    noc_page_setting *column = c->list;
    for (setting = 0; noc_setting_at(setting); setting++) {
        const noc_type type = noc_setting_at(setting)->key->type;
        for (size_t n = 0; n < columns_of(setting); n++)
            *column++ = (noc_page_setting){.setting = setting,
                                           .network = (int)n - 1,
                                           .values = json_array(),
                                           .numeric = type == NOC_INTEGER || type == NOC_REAL};
    }
    return true;
}

noc_status noc_page_settings_read(noc_store *store, const noc_candidates *all,
                                  const noc_page_drawn *d, noc_page_settings *c, noc_diag *diag)
{
    *c = (noc_page_settings){.count = 0};
    if (!list_settings(d->count, c)) return noc_fail_memory(diag);
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
