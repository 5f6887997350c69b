/* reports/writers/pen.h: writer of lines for a terminal, without trailing blanks or control
 * characters. */
#ifndef NOC_REPORTS_WRITERS_PEN_H
#define NOC_REPORTS_WRITERS_PEN_H

#include <stdio.h>

/* State of a line, written from left to right. Start with {.out = file}. */
typedef struct noc_pen {
    FILE *out;
    size_t column;         /* columns so far, pending blanks included */
    size_t pending_blanks; /* blanks to be written before the next text */
} noc_pen;

/* Finds the width of a text on the screen, columns. */
size_t noc_text_width(const char *text, size_t bytes);

/* Writes text; unprintable characters (reports/writers/glyph.h) become '?'. */
void noc_pen_text(noc_pen *pen, const char *text, size_t bytes);
/* Writes a mark of style (reports/writers/style.h), which has no width. */
void noc_pen_mark(noc_pen *pen, const char *mark);

/* Adds blanks, which are written only before further text. */
void noc_pen_blanks(noc_pen *pen, size_t count);
/* Adds `width` - `used` blanks; none if `used` is larger. */
void noc_pen_fill(noc_pen *pen, size_t width, size_t used);
/* Ends the line, without pending blanks. */
void noc_pen_newline(noc_pen *pen);

/* Finds the longest start of a text that fits into `width` columns, cut between words if possible.
 * Returns its bytes, at least one unless the text is empty; *next: start of the following line. */
size_t noc_text_fit_line(const char *text, size_t width, const char **next);

/* Writes a paragraph, folded at `width` columns; all lines but the first are indented by `indent`
 * columns. Ends with a newline. */
void noc_pen_paragraph(FILE *out, int width, size_t indent, const char *text);

#endif
