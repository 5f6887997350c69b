#include "cli/commands/put_workload.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/shipped.h"
#include "design/design.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* The end of a comment or of a text in quotes that begins here; `at` if none does. */
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

/* The end of the brackets that open here. */
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

/* The end of the value that begins here: one in brackets, texts in a row, or a word. */
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

/* The end of the setting that begins here, with the semicolon or comma that may end it. */
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

/* The text of a design file without its setting `workload`, and `workload` (the text of one) behind
 * it. NOC_EINPUT if that is no design. The caller frees *text. */
static noc_status put_into(const noc_source *source, const char *workload, char **text,
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

noc_status noc_put_workload(const char *design, const char *workload, FILE *out, noc_diag *diag)
{
    noc_source source = {0};
    char *file = NULL, *text = NULL;
    noc_status status = noc_shipped_resolve(design, &file, diag);
    if (status == NOC_OK) status = noc_source_read(file, &source, diag);
    if (status == NOC_OK) status = put_into(&source, workload, &text, diag);
    if (status == NOC_OK) fputs(text, out);
    noc_source_clear(&source);
    free(text);
    free(file);
    return status;
}
