#include "reader/workload_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* End of a comment or quoted text that begins at `at`; `at` if none begins there. */
static const char *skip_comment_or_text(const char *at)
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
        const char *end = *at == '"' ? at : skip_comment_or_text(at);
        if (end == at) return at;
        at = end;
    }
}

/* End of the brackets that open at `at`. */
static const char *skip_brackets(const char *at)
{
    int depth = 0;
    do {
        const char *end = skip_comment_or_text(at);
        if (end == at) {
            if (strchr("{([", *at)) depth++;
            if (strchr("})]", *at)) depth--;
            end++;
        }
        at = end;
    } while (*at && depth > 0);
    return at;
}

/* End of the value at `at`: brackets, consecutive texts, or a word. */
static const char *skip_value(const char *at)
{
    if (*at && strchr("{([", *at)) return skip_brackets(at);
    if (*at != '"') return at + strcspn(at, " \t\r\n\f\v;,#/\"{}()[]");
    const char *end = at;
    for (const char *next = at; *next == '"'; next = skip_blanks(end))
        end = skip_comment_or_text(next);
    return end;
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] && strchr("_-*", at[length])))
        length++;
    return length;
}

/* End of the setting at `at`, with the semicolon or comma behind it. */
static const char *end_of_setting(const char *at)
{
    at = skip_blanks(at + name_length(at));
    if (*at == '=' || *at == ':') at = skip_blanks(at + 1);
    at = skip_value(at);
    const char *separator = skip_blanks(at);
    return *separator == ';' || *separator == ',' ? separator + 1 : at;
}

void noc_workload_text_find(const char *text, const char **from, const char **to)
{
    static const char name[] = "workload";
    *from = *to = text + strlen(text);
    for (const char *at = skip_blanks(text); *at;) {
        const char *setting_end = end_of_setting(at);
        if (name_length(at) == strlen(name) && strncmp(at, name, strlen(name)) == 0) {
            const char *after_blanks = setting_end + strspn(setting_end, " \t");
            *from = at;
            *to = strncmp(after_blanks, "//", 2) == 0 || *after_blanks == '#'
                      ? skip_comment_or_text(after_blanks)
                      : setting_end;
            return;
        }
        at = skip_blanks(setting_end > at ? setting_end : at + 1); /* the parser reports faults */
    }
}

/* Replaces a part of a text by blanks, except line ends. */
static void blank_out(char *text, const char *from, const char *to)
{
    for (char *at = text + (from - text); at < to; at++)
        if (*at != '\n') *at = ' ';
}

char *noc_workload_text_last(const char *text)
{
    const char *first, *first_end, *second, *second_end;
    char *copy = strdup(text);
    size_t dropped = 0;
    if (!copy) return NULL;
    for (noc_workload_text_find(copy, &first, &first_end); *first;
         first = second, first_end = second_end, dropped++) {
        noc_workload_text_find(first_end, &second, &second_end);
        if (!*second) break;
        blank_out(copy, first, first_end);
    }
    if (dropped > 0) return copy;
    free(copy);
    return NULL;
}
