/* reports/writers/pen.h: text for a terminal: no trailing blanks, nothing that a terminal would
 * obey. */
#ifndef NOC_REPORTS_WRITERS_PEN_H
#define NOC_REPORTS_WRITERS_PEN_H

#include <stdio.h>

/* Writes a line from left to right. Start with {.out = file}. */
typedef struct noc_pen {
    FILE *out;
    size_t at;     /* columns written or owed */
    size_t blanks; /* owed: written when text follows */
} noc_pen;

/* Columns that a text takes on the screen. */
size_t noc_text_width(const char *text, size_t bytes);

/* Writes text; characters that may not be shown (reports/writers/glyph.h) become '?'. */
void noc_pen_text(noc_pen *pen, const char *text, size_t bytes);
/* Sets a style (reports/writers/style.h), which takes no column. */
void noc_pen_mark(noc_pen *pen, const char *mark);

void noc_pen_blanks(noc_pen *pen, size_t count);
/* Blanks that `used` columns need to fill `width`; none where they are more. */
void noc_pen_fill(noc_pen *pen, size_t width, size_t used);
void noc_pen_newline(noc_pen *pen);

/* Length of the first part of a text that fits `width` columns, in bytes, cut between words where
 * possible. Sets *next to where the following line starts. At least one byte, unless the text is
 * empty. */
size_t noc_text_fit(const char *text, size_t width, const char **next);

/* Writes a paragraph, folded at `width`; all lines but the first are indented. Ends with a
 * newline. */
void noc_pen_paragraph(FILE *out, int width, size_t indent, const char *text);

#endif
