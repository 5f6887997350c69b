#include "reports/compare/differences.h"

#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"

static bool read_settings(const noc_design *design, noc_settings *s)
{
    *s = (noc_settings){.text = noc_design_canonical(design)};
    size_t lines = 1;
    for (const char *c = s->text; c && *c; c++) lines += *c == '\n';
    s->paths = calloc(lines, sizeof *s->paths);
    s->values = calloc(lines, sizeof *s->values);
    if (!s->text || !s->paths || !s->values) return false;
    char *rest = s->text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *equals = strstr(line, " = ");
        if (!equals) continue;
        *equals = '\0';
        s->paths[s->count] = line;
        s->values[s->count++] = equals + 3;
    }
    return true;
}

void noc_settings_clear(noc_settings *all, size_t count)
{
    for (size_t i = 0; all && i < count; i++) {
        free(all[i].text);
        free(all[i].paths);
        free(all[i].values);
    }
    free(all);
}

const char *noc_settings_value(const noc_settings *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->paths[i], path) == 0) return s->values[i];
    return NULL;
}

noc_settings *noc_settings_of(const noc_estimate *estimates, size_t count)
{
    noc_settings *all = calloc(count, sizeof *all);
    for (size_t i = 0; all && i < count; i++) {
        if (read_settings(estimates[i].design, &all[i])) continue;
        noc_settings_clear(all, count);
        return NULL;
    }
    return all;
}

static bool differs(const noc_settings *all, size_t count, const char *path)
{
    const char *first = noc_settings_value(&all[0], path);
    for (size_t i = 1; i < count; i++) {
        const char *other = noc_settings_value(&all[i], path);
        if (!first != !other || (first && strcmp(first, other) != 0)) return true;
    }
    return false;
}

/* Whether an earlier design has the setting too, so that it was looked at there. */
static bool seen_before(const noc_settings *all, size_t design, const char *path)
{
    for (size_t i = 0; i < design; i++)
        if (noc_settings_value(&all[i], path)) return true;
    return false;
}

void noc_settings_differing(const noc_settings *all, size_t count,
                            void (*call)(void *context, const char *path), void *context)
{
    for (size_t d = 0; d < count; d++)
        for (size_t i = 0; i < all[d].count; i++)
            if (!seen_before(all, d, all[d].paths[i]) && differs(all, count, all[d].paths[i]))
                call(context, all[d].paths[i]);
}
