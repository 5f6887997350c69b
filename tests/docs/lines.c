#include "tests/docs/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *doc_format(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (bytes < 0) abort();
    return text;
}

void doc_lines_take(doc_lines *lines, char *line)
{
    lines->list = reallocarray(lines->list, lines->count + 1, sizeof *lines->list);
    if (!lines->list || !line) abort();
    lines->list[lines->count++] = line;
}

void doc_lines_add(doc_lines *lines, const char *line, size_t indent)
{
    doc_lines_take(lines, doc_format("%*s%s", *line ? (int)indent : 0, "", line));
}

doc_lines doc_lines_of(const char *text)
{
    doc_lines lines = {0};
    while (*text) {
        const size_t bytes = strcspn(text, "\n");
        size_t kept = bytes;
        while (kept > 0 && strchr(" \t\r", text[kept - 1])) kept--;
        doc_lines_take(&lines, doc_format("%.*s", (int)kept, text));
        text += bytes + (text[bytes] == '\n');
    }
    while (lines.count > 0 && !*lines.list[lines.count - 1]) free(lines.list[--lines.count]);
    return lines;
}

void doc_lines_clear(doc_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) free(lines->list[i]);
    free(lines->list);
    *lines = (doc_lines){0};
}

bool doc_lines_read(const char *path, doc_lines *lines)
{
    *lines = (doc_lines){0};
    FILE *in = fopen(path, "r");
    if (!in) return false;
    char *line = NULL;
    size_t size = 0;
    for (ssize_t bytes; (bytes = getline(&line, &size, in)) >= 0;) {
        if (bytes > 0 && line[bytes - 1] == '\n') line[bytes - 1] = '\0';
        doc_lines_add(lines, line, 0);
    }
    free(line);
    return fclose(in) == 0;
}

bool doc_lines_write(const char *path, const doc_lines *lines)
{
    FILE *out = fopen(path, "w");
    if (!out) return false;
    for (size_t i = 0; i < lines->count; i++) fprintf(out, "%s\n", lines->list[i]);
    return fclose(out) == 0;
}
