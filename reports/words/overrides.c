#include "reports/words/overrides.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 30 }; /* longest shown value, characters */

static size_t key_length(const char *item)
{
    return item ? strcspn(item, "=") : 0;
}

static bool holds(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item && strcmp(item, text) == 0) return true;
    }
    return false;
}

static void begin(noc_overrides *o, const json_t *list)
{
    o->begun = true;
    o->common = calloc(json_array_size(list) + 1, sizeof *o->common);
    for (size_t i = 0; o->common && i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        o->common[o->count] = item ? strdup(item) : NULL;
        if (o->common[o->count]) o->count++;
    }
}

void noc_overrides_see(noc_overrides *o, const char *json)
{
    json_t *list = json_loads(json, 0, NULL);
    if (!o->begun) begin(o, list);
    size_t kept = 0;
    for (size_t i = 0; i < o->count; i++) {
        if (holds(list, o->common[i]))
            o->common[kept++] = o->common[i];
        else
            free(o->common[i]);
    }
    o->count = kept;
    json_decref(list);
}

void noc_overrides_clear(noc_overrides *o)
{
    for (size_t i = 0; i < o->count; i++) free(o->common[i]);
    free(o->common);
    *o = (noc_overrides){0};
}

static bool is_common(const noc_overrides *o, const char *item)
{
    for (size_t i = 0; i < o->count; i++)
        if (strcmp(o->common[i], item) == 0) return true;
    return false;
}

static size_t append(char *text, size_t size, size_t used, const char *separator, const char *item)
{
    const size_t room = used < size ? size - used : 0;
    return used +
           (size_t)snprintf(text + (room ? used : 0), room, "%s%s", used ? separator : "", item);
}

/* Finds the override without its group: "flit_bytes=16". The group of one of several networks
 * stays. */
static const char *bare(const char *item)
{
    if (strncmp(item, "networks[", strlen("networks[")) == 0) return item;
    const char *equals = strchr(item, '=');
    const char *dot = strchr(item, '.');
    return dot && equals && dot < equals ? dot + 1 : item;
}

void noc_overrides_differing(const noc_overrides *o, const char *json, char *text, size_t size)
{
    json_t *list = json_loads(json, 0, NULL);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        char shown[80];
        if (!item || is_common(o, item)) continue;
        const char *own = bare(item);
        if (strlen(own) - key_length(own) > LONGEST) /* mostly lists of tiles */
            snprintf(shown, sizeof shown, "%.*s=(...)", (int)key_length(own), own);
        else
            snprintf(shown, sizeof shown, "%s", own);
        used = append(text, size, used, " ", shown);
    }
    json_decref(list);
}

void noc_overrides_text(const char *json, char *text, size_t size)
{
    json_t *list = json_loads(json, 0, NULL);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item) used = append(text, size, used, "; ", item);
    }
    json_decref(list);
}
