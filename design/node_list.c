#include "design/node_list.h"

#include <libconfig.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"

/* Reads "gpc:1". The caller frees the level's name; NULL: the text names no group. */
static char *read_group(const char *text, int *number)
{
    const char *colon = strrchr(text, ':');
    char *end;
    if (!colon || colon == text || colon - text >= NOC_LEVEL_NAME_CHARS) return NULL;
    if (colon[1] < '0' || colon[1] > '9' || strlen(colon + 1) > 7) return NULL;
    *number = (int)strtol(colon + 1, &end, 10);
    return *end ? NULL : strndup(text, (size_t)(colon - text));
}

static bool read_one(const noc_key *key, const config_setting_t *value, noc_named_nodes *out)
{
    const char *text = noc_config_text(value);
    if (text) {
        out->level = read_group(text, &out->number);
        return out->level != NULL;
    }
    const double number = noc_config_number(value);
    if (!noc_config_is_number(value) || config_setting_type(value) == CONFIG_TYPE_FLOAT ||
        !(number >= key->low && number <= key->high))
        return false;
    out->number = (int)number;
    return true;
}

static void clear(void *stored)
{
    noc_node_list *nodes = stored;
    for (size_t i = 0; i < nodes->count; i++) free(nodes->list[i].level);
    free(nodes->list);
    *nodes = (noc_node_list){0, NULL};
}

static bool store(const noc_key *key, void *stored, const config_setting_t *value)
{
    const bool several = noc_config_is_list(value);
    const int count = several ? config_setting_length(value) : 1;
    noc_node_list made = {0, count > 0 ? calloc((size_t)count, sizeof *made.list) : NULL};
    bool good = made.list != NULL;
    while (good && made.count < (size_t)count) {
        const config_setting_t *one =
            several ? config_setting_get_elem(value, (unsigned)made.count) : value;
        good = read_one(key, one, &made.list[made.count]);
        made.count += good;
    }
    clear(good ? stored : &made);
    if (good) *(noc_node_list *)stored = made;
    return good;
}

static void print(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_node_list *nodes = stored;
    fputc('(', out);
    for (size_t i = 0; i < nodes->count; i++) {
        const noc_named_nodes *one = &nodes->list[i];
        if (i) fputs(", ", out);
        if (one->level)
            fprintf(out, "\"%s:%d\"", one->level, one->number);
        else
            fprintf(out, "%d", one->number);
    }
    fputc(')', out);
}

static void expect(const noc_key *key, char *text, size_t size)
{
    snprintf(text, size,
             "numbers of nodes in %.10g..%.10g and groups of a hierarchy: (1, \"gpc:0\")", key->low,
             key->high);
}

static bool is_empty(const void *stored)
{
    return ((const noc_node_list *)stored)->count == 0;
}

const noc_value_type noc_node_list_type = {
    .store = store,
    .print = print,
    .expect = expect,
    .clear = clear,
    .is_empty = is_empty,
    .read_as_text = true,
};
