/* tests/docs/document.h: what a document in Markdown shows of the program: files and commands with
 * what they print. CONTRIBUTING.md has the rules for writers. */
#ifndef TESTS_DOCS_DOCUMENT_H
#define TESTS_DOCS_DOCUMENT_H

#include "tests/docs/lines.h"

/* A command, or a file that is written before the commands below it. Lines count from 0. */
typedef struct doc_step {
    char *command;     /* for the shell; NULL: a file */
    char *file;        /* its name; NULL: a command */
    size_t line;       /* where it begins */
    size_t first, end; /* the lines [first, end) are the file, or what the command prints; none:
                        * what it prints is not shown */
    size_t indent;     /* of these lines */
    int status;        /* with which the command must exit */
    bool slow;
} doc_step;

typedef struct document {
    const char *path;
    doc_lines lines;
    doc_step *steps;
    size_t step_count;
    doc_lines faults; /* of the document itself: "PATH:LINE: what is wrong" */
} document;

/* Reads and parses a document; false if it cannot be read. The path must live as long. */
bool document_read(const char *path, document *d);
void document_clear(document *d);

/* The lines of a step without their indentation. */
doc_lines document_shown(const document *d, const doc_step *step);

#endif
