#include "reports/words/overrides.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_CHARS_MAX = 30 }; /* longest shown value, characters */

static size_t key_length(const char *item)
{
    return item ? strcspn(item, "=") : 0;
}

static bool has_text(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item && strcmp(item, text) == 0) return true;
    }
    return false;
}

static void start_list(noc_common_overrides *o, const json_t *list)
{
    o->has_started = true;
    o->list = calloc(json_array_size(list) + 1, sizeof *o->list);
    for (size_t i = 0; o->list && i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        o->list[o->count] = item ? strdup(item) : NULL;
        if (o->list[o->count]) o->count++;
    }
}

void noc_overrides_intersect(noc_common_overrides *o, const char *json)
{
    json_t *list = json_loads(json, 0, NULL);
    if (!o->has_started) start_list(o, list);
    size_t kept_count = 0;
    for (size_t i = 0; i < o->count; i++) {
        if (has_text(list, o->list[i]))
            o->list[kept_count++] = o->list[i];
        else
            free(o->list[i]);
    }
    o->count = kept_count;
    json_decref(list);
}

void noc_overrides_clear(noc_common_overrides *o)
{
    for (size_t i = 0; i < o->count; i++) free(o->list[i]);
    free(o->list);
    *o = (noc_common_overrides){0};
}

static bool is_common(const noc_common_overrides *o, const char *item)
{
    for (size_t i = 0; i < o->count; i++)
        if (strcmp(o->list[i], item) == 0) return true;
    return false;
}

static size_t append_item(char *text, size_t size, size_t length, const char *separator,
                          const char *item)
{
    const size_t free_bytes = length < size ? size - length : 0;
    return length + (size_t)snprintf(text + (free_bytes ? length : 0), free_bytes, "%s%s",
                                     length ? separator : "", item);
}

/* Returns an override without its group: "flit_bytes=16". The group of one of several networks,
 * "networks[1]", stays. */
static const char *remove_group(const char *item)
{
    if (strncmp(item, "networks[", strlen("networks[")) == 0) return item;
    const char *equals = strchr(item, '=');
    const char *dot = strchr(item, '.');
    return dot && equals && dot < equals ? dot + 1 : item;
}

void noc_overrides_write_varied(const noc_common_overrides *o, const char *json, char *text,
                                size_t size)
{
    json_t *list = json_loads(json, 0, NULL);
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        char shown_item[80];
        if (!item || is_common(o, item)) continue;
        const char *short_item = remove_group(item);
        if (strlen(short_item) - key_length(short_item) >
            VALUE_CHARS_MAX) /* mostly lists of tiles */
            snprintf(shown_item, sizeof shown_item, "%.*s=(...)", (int)key_length(short_item),
                     short_item);
        else
            snprintf(shown_item, sizeof shown_item, "%s", short_item);
        length = append_item(text, size, length, " ", shown_item);
    }
    json_decref(list);
}

void noc_overrides_write_all(const char *json, char *text, size_t size)
{
    json_t *list = json_loads(json, 0, NULL);
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item) length = append_item(text, size, length, "; ", item);
    }
    json_decref(list);
}
