#include "tests/house/breaches.h"

#include <stdlib.h>
#include <string.h>

#include "tests/house/sources.h"

const house_breach *house_breach_find(const house_breaches *b, const char *key)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->list[i].key, key) == 0) return &b->list[i];
    return NULL;
}

void house_breach_add(house_breaches *b, char *key, char *text)
{
    if (house_breach_find(b, key)) {
        free(key);
        free(text);
        return;
    }
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 64;
        b->list = house_allocated(realloc(b->list, b->capacity * sizeof *b->list));
    }
    b->list[b->count++] = (house_breach){key, text};
}

void house_breaches_clear(house_breaches *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->list[i].key);
        free(b->list[i].text);
    }
    free(b->list);
    *b = (house_breaches){0};
}

/* Whether `known` has the line `key`. */
static bool is_known(const char *known, const char *key)
{
    const size_t length = strlen(key);
    for (const char *at = known; (at = strstr(at, key)); at += length)
        if ((at == known || at[-1] == '\n') && (at[length] == '\n' || !at[length])) return true;
    return false;
}

/* Lines of the rule that no breach has. */
static size_t report_stale(const house_breaches *b, const char *rule, const char *known, FILE *out)
{
    size_t stale = 0;
    for (const char *line = known; line && *line;) {
        const size_t length = strcspn(line, "\n");
        char *const key = house_format("%.*s", (int)length, line);
        const size_t start = strlen(rule);
        if (strncmp(key, rule, start) == 0 && key[start] == ' ' && !house_breach_find(b, key)) {
            fprintf(out, "%s: mended; take this line out of tests/house/known.txt\n", key);
            stale++;
        }
        free(key);
        line += length + (line[length] == '\n');
    }
    return stale;
}

size_t house_breaches_report(const house_breaches *b, const char *rule, const char *known,
                             FILE *out)
{
    size_t fresh = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (is_known(known, b->list[i].key)) continue;
        fprintf(out, "%s\n", b->list[i].text);
        fresh++;
    }
    return fresh + report_stale(b, rule, known, out);
}
