/* reports/writers/markup.h: reports for people as Markdown (GitHub's tables) or LaTeX (booktabs),
 * in place of the terminal's form. A LaTeX report is a part of a document, for \input. */
#ifndef NOC_REPORTS_WRITERS_MARKUP_H
#define NOC_REPORTS_WRITERS_MARKUP_H

#include <stdio.h>

#include "reports/writers/table.h"

typedef enum noc_markup {
    NOC_MARKUP_NONE, /* form of the terminal */
    NOC_MARKUP_MARKDOWN,
    NOC_MARKUP_LATEX,
} noc_markup;

/* Writes a paragraph: escapes characters that have a meaning, and turns marks of style
 * (reports/writers/style.h) into bold text. */
void noc_markup_paragraph(FILE *out, noc_markup markup, const char *text);

/* Writes a table without its columns for programs. */
void noc_markup_table(FILE *out, noc_markup markup, const noc_table *table);

/* Joins several empty lines of a report, in place. Returns the text's new size. */
size_t noc_markup_join_lines(char *text, size_t size);

#endif
