#include "design/node_list.h"

#include <libconfig.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"

/* Reads "gpc:1". Returns the level's name; NULL: the text names no group. */
static char *read_group(noc_arena *arena, const char *text, int *number)
{
    const char *colon = strrchr(text, ':');
    char *end;
    if (!colon || colon == text || colon - text >= NOC_LEVEL_NAME_CHARS) return NULL;
    if (colon[1] < '0' || colon[1] > '9' || strlen(colon + 1) > 7) return NULL;
    *number = (int)strtol(colon + 1, &end, 10);
    return *end ? NULL : noc_arena_text(arena, "%.*s", (int)(colon - text), text);
}

static bool read_element(noc_arena *arena, const noc_key *key, const config_setting_t *value,
                         noc_named_nodes *out)
{
    const char *text = noc_config_text(value);
    if (text) {
        out->level = read_group(arena, text, &out->number);
        return out->level != NULL;
    }
    const double number = noc_config_number(value);
    if (!noc_config_is_number(value) || config_setting_type(value) == CONFIG_TYPE_FLOAT ||
        !(number >= key->low && number <= key->high))
        return false;
    out->number = (int)number;
    return true;
}

static bool store_nodes(noc_arena *arena, const noc_key *key, void *stored,
                        const config_setting_t *value)
{
    const bool is_list = noc_config_is_list(value);
    const int count = is_list ? config_setting_length(value) : 1;
    noc_node_list nodes = {(size_t)count,
                           count > 0 ? noc_arena_array(arena, (size_t)count, sizeof *nodes.list)
                                     : NULL};
    if (!nodes.list) return false;
    for (unsigned i = 0; i < nodes.count; i++) {
        const config_setting_t *element = is_list ? config_setting_get_elem(value, i) : value;
        if (!read_element(arena, key, element, &nodes.list[i])) return false;
    }
    *(noc_node_list *)stored = nodes;
    return true;
}

static void print_nodes(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_node_list *nodes = stored;
    fputc('(', out);
    for (size_t i = 0; i < nodes->count; i++) {
        const noc_named_nodes *element = &nodes->list[i];
        if (i) fputs(", ", out);
        if (element->level)
            fprintf(out, "\"%s:%d\"", element->level, element->number);
        else
            fprintf(out, "%d", element->number);
    }
    fputc(')', out);
}

static void expect_nodes(const noc_key *key, char *text, size_t size)
{
    snprintf(text, size,
             "numbers of nodes in %.10g..%.10g and groups of a hierarchy: (1, \"gpc:0\")", key->low,
             key->high);
}

static bool has_no_node(const void *stored)
{
    return ((const noc_node_list *)stored)->count == 0;
}

const noc_value_type noc_node_list_type = {
    .store = store_nodes,
    .print = print_nodes,
    .expect = expect_nodes,
    .is_empty = has_no_node,
    .is_read_as_text = true,
};
