/* tests/docs/lines.h: a text as a list of its lines. */
#ifndef TESTS_DOCS_LINES_H
#define TESTS_DOCS_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Lines without their ends; each belongs to the list. */
typedef struct doc_lines {
    char **list;
    size_t count;
} doc_lines;

/* Takes `line`, which is on the heap. */
void doc_lines_take(doc_lines *lines, char *line);

/* Adds a copy of the line, behind `indent` blanks unless it is empty. */
void doc_lines_add(doc_lines *lines, const char *line, size_t indent);

/* The lines of a text, without blanks at their ends and without empty lines at the end. */
doc_lines doc_lines_of(const char *text);

void doc_lines_clear(doc_lines *lines);

/* Reads a file, as it is; false if it cannot be read. */
bool doc_lines_read(const char *path, doc_lines *lines);

/* Writes a file; false if it cannot be written. */
bool doc_lines_write(const char *path, const doc_lines *lines);

/* A formatted text on the heap. The program ends if memory does. */
char *doc_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
