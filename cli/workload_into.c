#include "cli/workload_into.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "network/design_read.h"

/* Behind a comment or a text in quotes that begins here; where it stands if none does. */
static const char *skip_quoted(const char *at)
{
    if (*at == '#' || strncmp(at, "//", 2) == 0) return at + strcspn(at, "\n");
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"') return at;
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

/* Behind the semicolon that ends the setting which begins here. */
static const char *end_of_setting(const char *at)
{
    int depth = 0;
    while (*at) {
        const char *behind = skip_quoted(at);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (strchr("{([", *at)) depth++;
        if (strchr("})]", *at)) depth--;
        if (*at++ == ';' && depth == 0) break;
    }
    return at;
}

static bool names_workload(const char *at)
{
    static const char name[] = "workload";
    const size_t length = sizeof name - 1;
    return strncmp(at, name, length) == 0 && !isalnum((unsigned char)at[length]) &&
           !strchr("_-", at[length]);
}

/* The setting at the top level, from *from to *to; nothing if there is none. */
static void find_workload(const char *text, const char **from, const char **to)
{
    *from = *to = text + strlen(text);
    for (const char *at = text; *at;) {
        const char *behind = skip_quoted(at);
        if (behind != at || isspace((unsigned char)*at)) {
            at = behind != at ? behind : at + 1;
            continue;
        }
        behind = end_of_setting(at);
        if (names_workload(at)) {
            const char *rest = behind + strspn(behind, " \t");
            *from = at;
            *to = strncmp(rest, "//", 2) == 0 || *rest == '#' ? skip_quoted(rest) : behind;
            return;
        }
        at = behind;
    }
}

noc_status noc_workload_into(const noc_source *source, const char *workload, char **text,
                             noc_diag *diag)
{
    const char *from, *to;
    noc_design *design = NULL;
    find_workload(source->text, &from, &to);
    if (asprintf(text, "%.*s%s%s%s", (int)(from - source->text), source->text, to,
                 *source->text ? "\n" : "", workload) < 0) {
        *text = NULL;
        return noc_fail_memory(diag);
    }
    const noc_source made = {.path = source->path, .text = *text};
    const noc_status status = noc_design_read(&made, NULL, 0, &design, diag);
    noc_design_free(design);
    if (status == NOC_OK) return NOC_OK;
    free(*text);
    *text = NULL;
    return status;
}
