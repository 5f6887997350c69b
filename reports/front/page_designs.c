#include "reports/front/page_designs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "network/kinds/kinds.h"
#include "reader/design_walk.h"

/* ---- the designs ---------------------------------------------------------------------------- */

enum { DRAWN_MAX = 4500 }; /* designs; keeps a page below 3 MB */

enum { RANK_FRONT, RANK_MEASURED, RANK_POSSIBLE, RANK_OTHER };

static int find_rank(const noc_candidates *candidates, size_t i)
{
    if (candidates->marks[i].is_on_value_front) return RANK_FRONT;
    if (noc_candidate_is_sampled(candidates, &candidates->list[i])) return RANK_MEASURED;
    return noc_candidate_is_possible(candidates, i) ? RANK_POSSIBLE : RANK_OTHER;
}

/* Adds the designs of one rank, evenly thinned to `capacity`. Returns their number. */
static size_t add_rank(const noc_candidates *candidates, int rank, size_t capacity,
                       noc_page_designs *drawn)
{
    size_t member_count = 0, seen_count = 0, added_count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < candidates->count; i++) {
            if (find_rank(candidates, i) != rank) continue;
            if (pass == 0) {
                member_count++;
                continue;
            }
            /* Candidates are in the order of their hashes, so every n-th design is a fair
             * sample. */
            const size_t due_count = member_count <= capacity
                                         ? seen_count + 1
                                         : (seen_count + 1) * capacity / member_count;
            seen_count++;
            if (due_count <= added_count) continue;
            drawn->list[drawn->count++] = i;
            added_count++;
        }
    return added_count;
}

noc_status noc_page_choose_designs(const noc_candidates *candidates, noc_page_designs *drawn,
                                   noc_diag *diag)
{
    *drawn =
        (noc_page_designs){.list = malloc((DRAWN_MAX + candidates->count) * sizeof *drawn->list)};
    if (!drawn->list) return noc_fail_memory(diag);
    drawn->front_count = add_rank(candidates, RANK_FRONT, DRAWN_MAX, drawn);
    add_rank(candidates, RANK_MEASURED, DRAWN_MAX - drawn->count, drawn);
    add_rank(candidates, RANK_POSSIBLE, (DRAWN_MAX - drawn->count) * 4 / 5, drawn);
    add_rank(candidates, RANK_OTHER, DRAWN_MAX - drawn->count, drawn);
    return NOC_OK;
}

/* ---- settings ------------------------------------------------------------------------------- */

enum { VALUES_MAX = 4096 };

/* Returns the value of a setting, a number or a text. */
static json_t *parse_value(const noc_setting *s, const char *text)
{
    if (s->key->type == NOC_INTEGER) return json_integer(strtoll(text, NULL, 10));
    if (s->key->type == NOC_REAL) return json_real(strtod(text, NULL));
    return json_string(text);
}

/* Returns the position of a value, and adds a new value; -1: too many values. Values of networks
 * that differ (not are_equal) are one text. */
static int intern_value(noc_page_setting *setting, const char *text, bool are_equal)
{
    json_t *value =
        are_equal ? parse_value(noc_setting_at(setting->setting_index), text) : json_string(text);
    for (size_t i = 0; i < json_array_size(setting->values); i++)
        if (json_equal(json_array_get(setting->values, i), value)) {
            json_decref(value);
            return (int)i;
        }
    if (json_array_size(setting->values) >= VALUES_MAX) {
        json_decref(value);
        return -1;
    }
    json_array_append_new(setting->values, value);
    return (int)json_array_size(setting->values) - 1;
}

/* Returns the position of a topology in its registry. */
static int topology_position(const noc_topology_kind *topology)
{
    int i = 0;
    while (noc_topology_at((size_t)i) != topology) i++;
    return i;
}

char *noc_page_setting_text(const noc_design *design, const noc_page_setting *s)
{
    if (s->network < 0) return noc_setting_all_text(design, s->setting_index);
    return s->network < design->network_count
               ? noc_setting_text(design, s->setting_index, s->network)
               : NULL;
}

static void read_design(const noc_design *design, noc_page_settings *settings, size_t row)
{
    for (size_t k = 0; k < settings->count; k++) {
        noc_page_setting *s = &settings->list[k];
        int network;
        const bool are_equal =
            s->network >= 0 || noc_setting_has_one_value(design, s->setting_index, &network);
        char *text = noc_page_setting_text(design, s);
        s->has_differing_networks = s->has_differing_networks || !are_equal;
        settings->cells[row * settings->count + k] = text ? intern_value(s, text, are_equal) : -1;
        if (!text) s->is_absent = true;
        free(text);
    }
    settings->topologies[row] = topology_position(design->networks[0].topology);
}

void noc_page_setting_path(const noc_page_setting *column, char *path, size_t size)
{
    const noc_setting *s = noc_setting_at(column->setting_index);
    if (column->network < 0)
        snprintf(path, size, "%s.%s", s->group, s->key->name);
    else
        snprintf(path, size, "networks[%d].%s", column->network, s->key->name);
}

bool noc_page_setting_is_shown(const noc_page_settings *settings, size_t k)
{
    const noc_setting *s = noc_setting_at(settings->list[k].setting_index);
    if (strcmp(s->key->name, "memory_at") == 0 || strcmp(s->key->name, "empty_at") == 0)
        return false; /* lists of tiles */
    size_t first_column = k;
    while (settings->list[first_column].network >= 0) first_column--;
    if (settings->list[first_column].has_differing_networks == (first_column == k)) return false;
    return json_array_size(settings->list[k].values) > 1 ||
           (json_array_size(settings->list[k].values) == 1 && settings->list[k].is_absent);
}

void noc_page_settings_clear(noc_page_settings *settings)
{
    for (size_t k = 0; k < settings->count; k++) json_decref(settings->list[k].values);
    free(settings->list);
    free(settings->cells);
    free(settings->topologies);
}

/* Counts the columns of a setting: one for all networks, then one for each network. */
static size_t count_columns(size_t setting)
{
    return noc_setting_is_per_network(setting) ? 1 + NOC_NETWORKS_MAX : 1;
}

static bool list_settings(size_t design_count, noc_page_settings *settings)
{
    size_t setting = 0;
    for (; noc_setting_at(setting); setting++) settings->count += count_columns(setting);
    settings->list = calloc(settings->count + 1, sizeof *settings->list);
    settings->cells = calloc(settings->count * design_count + 1, sizeof *settings->cells);
    settings->topologies = calloc(design_count + 1, sizeof *settings->topologies);
    if (!settings->list || !settings->cells || !settings->topologies) return false;
    noc_page_setting *column = settings->list;
    for (setting = 0; noc_setting_at(setting); setting++) {
        const noc_type type = noc_setting_at(setting)->key->type;
        for (size_t n = 0; n < count_columns(setting); n++)
            *column++ = (noc_page_setting){.setting_index = setting,
                                           .network = (int)n - 1,
                                           .values = json_array(),
                                           .is_numeric = type == NOC_INTEGER || type == NOC_REAL};
    }
    return true;
}

noc_status noc_page_settings_read(noc_store *store, const noc_candidates *candidates,
                                  const noc_page_designs *drawn, noc_page_settings *settings,
                                  noc_diag *diag)
{
    *settings = (noc_page_settings){.count = 0};
    if (!list_settings(drawn->count, settings)) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < drawn->count && status == NOC_OK; i++) {
        const noc_entry *entry = noc_candidate_entry(&candidates->list[drawn->list[i]]);
        noc_design *design = NULL;
        status = noc_store_rebuild_design(store, entry->source, entry->overrides, &design, diag);
        if (status == NOC_OK) read_design(design, settings, i);
        noc_design_free(design);
    }
    return status;
}
