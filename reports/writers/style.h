/* reports/writers/style.h: marks for bold, dim and coloured text on a page for a terminal.
 *
 * Marks have no width. When a page is sent, marks are replaced by sequences for a terminal, or
 * removed. A mark starts with a byte that UTF-8 never has, so a name has no mark by chance; a name
 * with a mark can change colours only. */
#ifndef NOC_REPORTS_WRITERS_STYLE_H
#define NOC_REPORTS_WRITERS_STYLE_H

#include <stdbool.h>
#include <stddef.h>

#define NOC_BOLD    "\xff\x62" /* headings */
#define NOC_DIM     "\xff\x64" /* intervals, and less important text */
#define NOC_CAUTION "\xff\x79" /* yellow: warnings */
#define NOC_ALERT   "\xff\x72" /* red: faults */
#define NOC_PLAIN   "\xff\x70" /* end of a style */

enum { NOC_MARK_BYTES = 2 };

/* True if a mark starts at `text`, of which `bytes` are left. */
bool noc_style_is_mark(const char *text, size_t bytes);

/* Removes all marks, in place. Returns the text's new size. */
size_t noc_style_remove_marks(char *text, size_t size);

/* Makes the text with ECMA-48 sequences (SGR) in place of marks, and sets *new_size to its size,
 * bytes. NULL when out of memory; the caller frees the text. */
char *noc_style_replace_marks(const char *text, size_t size, size_t *new_size);

#endif
