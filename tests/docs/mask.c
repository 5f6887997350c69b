#include "tests/docs/mask.h"

#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/docs/lines.h"

typedef struct mask {
    const char *pattern, *name;
} mask;

/* Times of networks are in ns, and stay. */
static const mask masks[] = {
    {"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]+Z)?", "DATE"},
    {"\\<[0-9]+(\\.[0-9]+)? (designs|samples|points|placements)/s", "RATE"},
    {"\\<[0-9]+(\\.[0-9]+)? (ms|s|min|h)\\>", "TIME"},
    {"\\<[0-9]+ designs timed", "SEVERAL designs timed"},
    {"\\(([0-9a-f]{12}(-dirty)?|unknown)\\)", "(COMMIT)"},
    {"\"wall_s\": [0-9.e-]+", "\"wall_s\": TIME"},
    {"\"commit\": \"[^\"]*\"", "\"commit\": \"COMMIT\""},
};

/* Replaces what matches, everywhere in *text. */
static bool replace(char **text, const mask *m)
{
    regex_t pattern;
    if (regcomp(&pattern, m->pattern, REG_EXTENDED) != 0) abort();
    bool found = false;
    regmatch_t at;
    size_t from = 0; /* names may look like what they stand for */
    while (regexec(&pattern, *text + from, 1, &at, from ? REG_NOTBOL : 0) == 0) {
        char *changed = doc_format("%.*s%s%s", (int)(from + (size_t)at.rm_so), *text, m->name,
                                   *text + from + at.rm_eo);
        from += (size_t)at.rm_so + strlen(m->name);
        free(*text);
        *text = changed;
        found = true;
    }
    regfree(&pattern);
    return found;
}

static void single_blanks(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || to == text || to[-1] != ' ') *to++ = *from;
    *to = '\0';
}

char *doc_mask(const char *line)
{
    char *text = strdup(line);
    if (!text) abort();
    bool found = false;
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        found = replace(&text, &masks[i]) || found;
    if (found) single_blanks(text);
    return text;
}
