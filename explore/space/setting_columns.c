#include "explore/space/setting_columns.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------------------- */

/* Makes a column's name of letters, digits and underscores: valid, unlike dots and brackets, in
 * SQL, R and JSON paths. */
static char *make_name(noc_arena *arena, const char *path)
{
    char *name = noc_arena_string(arena, path), *output = name;
    for (const char *input = path; name && *input; input++)
        if (*input != ']') *output++ = isalnum((unsigned char)*input) ? *input : '_';
    if (name) *output = '\0';
    return name;
}

static bool has_column(const noc_setting_columns *columns, const char *path)
{
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->list[i].path, path) == 0) return true;
    return false;
}

/* Completes a bare "flit_bytes" by its group. */
static char *complete_path(noc_arena *arena, const char *override)
{
    char *path = noc_arena_text(arena, "%.*s", (int)strcspn(override, "="), override);
    int network;
    const int setting = path ? noc_setting_find_network(path, &network) : -1;
    if (setting < 0 || network >= 0) return path;
    const noc_setting *s = noc_setting_at((size_t)setting);
    noc_arena_release(arena, path);
    return noc_arena_text(arena, "%s.%s", s->group, s->key->name);
}

noc_status noc_setting_columns_add(noc_setting_columns *columns, const char *override,
                                   noc_diag *diag)
{
    noc_arena *arena = &columns->memory;
    noc_setting_column c = {.path = complete_path(arena, override)};
    if (c.path && has_column(columns, c.path)) {
        noc_arena_release(arena, c.path);
        return NOC_OK;
    }
    if (c.path) c.name = make_name(arena, c.path);
    noc_setting_column *grown =
        noc_arena_resize(arena, columns->list, columns->count + 1, sizeof *grown);
    if (grown) columns->list = grown;
    if (arena->is_short) return noc_fail_memory(diag);
    c.setting = noc_setting_find_list(c.path, &c.network, &c.member);
    c.is_list_member = c.setting >= 0;
    if (!c.is_list_member) c.setting = noc_setting_find_network(c.path, &c.network);
    columns->list[columns->count++] = c;
    return NOC_OK;
}

noc_status noc_setting_columns_add_list(noc_setting_columns *columns, const char *overrides,
                                        noc_diag *diag)
{
    json_auto_t *list = json_loads(overrides, 0, NULL);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < json_array_size(list) && status == NOC_OK; i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item) status = noc_setting_columns_add(columns, item, diag);
    }
    return status;
}

static noc_status add_choice(noc_setting_columns *columns, const noc_space_choice *c,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < c->override_count && status == NOC_OK; i++)
        status = noc_setting_columns_add(columns, c->overrides[i], diag);
    for (size_t a = 0; a < c->axis_count; a++)
        for (size_t i = 0; i < c->axes[a].choice_count && status == NOC_OK; i++)
            status = add_choice(columns, &c->axes[a].choices[i], diag);
    return status;
}

noc_status noc_space_columns(const noc_space *space, noc_setting_columns *columns, noc_diag *diag)
{
    return add_choice(columns, &space->root, diag);
}

void noc_setting_columns_clear(noc_setting_columns *columns)
{
    noc_arena_clear(&columns->memory);
    *columns = (noc_setting_columns){0};
}

/* ---- values --------------------------------------------------------------------------------- */

static json_t *make_text_value(const char *text)
{
    json_t *value = json_string(text);
    return value ? value : json_string("?"); /* not UTF-8 */
}

/* Makes a value from a text, NULL if out of memory, and frees the text. */
static json_t *take_text_value(char *text)
{
    json_t *value = text ? make_text_value(text) : NULL;
    free(text);
    return value;
}

/* Makes the JSON value of a setting in one network: a number, a word, or else its text. */
static json_t *make_network_value(const noc_design *design, size_t setting, int network)
{
    const noc_term term = noc_setting_term(design, setting, network);
    if (term.kind == NOC_TERM_ABSENT) return json_null();
    if (term.kind == NOC_TERM_TEXT) return make_text_value(term.text);
    if (term.kind == NOC_TERM_NUMBER)
        return noc_setting_at(setting)->key->type == NOC_INTEGER
                   ? json_integer((json_int_t)term.number)
                   : json_real(term.number);
    return take_text_value(noc_setting_text(design, setting, network));
}

/* Makes the value of a key in a group of a list, in the first network with the group; null if no
 * network has it. */
static json_t *make_member_value(const noc_design *design, const noc_setting_column *c)
{
    const size_t list = (size_t)c->setting;
    const int network = c->network;
    const char *base = NULL;
    const noc_key *key = NULL;
    const int first = network < 0 ? 0 : network;
    const int end =
        network < 0 && noc_setting_is_per_network(list) ? design->network_count : first + 1;
    for (int n = first; n < end && n < design->network_count && !key; n++)
        key = noc_setting_member_key(design, list, n, &c->member, &base);
    if (!key) return json_null();
    if (key->type == NOC_INTEGER)
        return json_integer(*(const int *)(const void *)(base + key->offset));
    if (key->type == NOC_REAL)
        return json_real(*(const double *)(const void *)(base + key->offset));
    if (noc_key_is_choice(key)) return make_text_value(noc_value_choice_name(key, base));
    return take_text_value(noc_value_text(key, base));
}

json_t *noc_setting_column_value(const noc_setting_column *c, const noc_design *design)
{
    int network = c->network;
    if (c->is_list_member) return make_member_value(design, c);
    if (c->setting < 0 && strcmp(c->path, "workload") == 0 && design->workload_name)
        return make_text_value(design->workload_name);
    if (c->setting < 0 && strcmp(c->path, "networks") == 0)
        return json_integer(design->network_count);
    if (c->setting < 0 || network >= design->network_count) return json_null();
    const size_t setting = (size_t)c->setting;
    if (network >= 0 || noc_setting_has_one_value(design, setting, &network))
        return make_network_value(design, setting, network);
    return take_text_value(noc_setting_all_text(design, setting));
}
