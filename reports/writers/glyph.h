/* reports/writers/glyph.h: characters of UTF-8 texts, and replacement of unsafe ones.
 *
 * Names come from files by anyone. Characters that a terminal would obey, or that change the
 * direction of a text, are not sent to it: controls of 7 and 8 bits, marks of direction, line
 * separators, and bytes that are not UTF-8. Each is shown as '?', in every locale. */
#ifndef NOC_REPORTS_WRITERS_GLYPH_H
#define NOC_REPORTS_WRITERS_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

/* One character of a text. */
typedef struct noc_glyph {
    size_t bytes, columns; /* size of its encoding; width on the screen */
    bool is_printable;     /* safe to print */
} noc_glyph;

/* Finds the character at `text`, of which `bytes` (1 or more) are left. */
noc_glyph noc_glyph_at(const char *text, size_t bytes);

/* Replaces unprintable characters by '?', except ends of lines and tabs if `keeps_lines`. Returns
 * the text's new size, which is never larger. `text` needs no null character at its end, and gets
 * none. */
size_t noc_text_clean(char *text, size_t size, bool keeps_lines);

/* Cleans the text of a page: ends of lines, tabs and marks of style (reports/writers/style.h) stay.
 * Returns the text's new size. */
size_t noc_text_clean_page(char *text, size_t size);

/* Cuts a text wider than `columns` (3 or more) after a whole character, and ends it with "...". */
void noc_text_cut(char *text, size_t columns);

#endif
