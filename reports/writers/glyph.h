/* reports/writers/glyph.h: characters of UTF-8 text, and which of them may be shown.
 *
 * Names come from files that anyone may have written, so nothing that a terminal obeys, or that
 * shows a text in another order than it is read in, is sent to one: controls of seven and of eight
 * bits, directions of writing, line separators, bytes that are no UTF-8. Each such character is
 * shown as '?', alike in every locale. */
#ifndef NOC_REPORTS_WRITERS_GLYPH_H
#define NOC_REPORTS_WRITERS_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

/* One character of a text: its bytes, its columns on the screen, and whether it may be shown. */
typedef struct noc_glyph {
    size_t bytes, columns;
    bool shown;
} noc_glyph;

/* The character that starts at `text`, of which `bytes` (1 or more) are left. */
noc_glyph noc_glyph_at(const char *text, size_t bytes);

/* Puts '?' in place of characters that may not be shown, but for the ends of lines and tabs if
 * `lines`. Returns the text's new size, which is never larger; `text` need not end with a null
 * character, and gets none. */
size_t noc_text_clean(char *text, size_t size, bool lines);

/* Cleans the text of a page: ends of lines, tabs and marks of style (reports/writers/style.h) stay.
 * Returns the text's new size. */
size_t noc_text_clean_page(char *text, size_t size);

/* Cuts a text of more than `columns` (3 or more) behind a whole character, and ends it with
 * "...". */
void noc_text_cut(char *text, size_t columns);

#endif
