#include "cli/commands/workload_into.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_read.h"
#include "reader/design_walk.h"

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

static const char *skip_blanks(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        const char *behind = *at == '"' ? at : skip_quoted(at);
        if (behind == at) return at;
        at = behind;
    }
}

/* Behind the bracket that closes the one which opens here. */
static const char *skip_brackets(const char *at)
{
    int depth = 0;
    do {
        const char *behind = skip_quoted(at);
        if (behind == at) {
            if (strchr("{([", *at)) depth++;
            if (strchr("})]", *at)) depth--;
            behind++;
        }
        at = behind;
    } while (*at && depth > 0);
    return at;
}

/* Behind the value that begins here: in brackets, texts in a row, or a word. */
static const char *skip_value(const char *at)
{
    if (*at && strchr("{([", *at)) return skip_brackets(at);
    if (*at != '"') return at + strcspn(at, " \t\r\n\f\v;,#/\"{}()[]");
    const char *end = at;
    for (const char *next = at; *next == '"'; next = skip_blanks(end)) end = skip_quoted(next);
    return end;
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] && strchr("_-*", at[length])))
        length++;
    return length;
}

/* Behind the setting that begins here, and the semicolon or comma that may end it. */
static const char *end_of_setting(const char *at)
{
    at = skip_blanks(at + name_length(at));
    if (*at == '=' || *at == ':') at = skip_blanks(at + 1);
    at = skip_value(at);
    const char *mark = skip_blanks(at);
    return *mark == ';' || *mark == ',' ? mark + 1 : at;
}

/* The setting at the top level, from *from to *to; nothing if there is none. */
static void find_workload(const char *text, const char **from, const char **to)
{
    static const char name[] = "workload";
    *from = *to = text + strlen(text);
    for (const char *at = skip_blanks(text); *at;) {
        const char *behind = end_of_setting(at);
        if (name_length(at) == strlen(name) && strncmp(at, name, strlen(name)) == 0) {
            const char *rest = behind + strspn(behind, " \t");
            *from = at;
            *to = strncmp(rest, "//", 2) == 0 || *rest == '#' ? skip_quoted(rest) : behind;
            return;
        }
        at = skip_blanks(behind > at ? behind : at + 1); /* a fault is told by who reads it */
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
