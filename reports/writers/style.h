/* reports/writers/style.h: bold, dim and coloured text on a page for a terminal.
 *
 * A page has marks in it, which take no columns. When the page is sent, marks become sequences that
 * a terminal obeys, or are taken out. A mark starts with a byte that is nowhere in UTF-8, so names
 * do not hold any by chance; one that does changes colours, and nothing else. */
#ifndef NOC_REPORTS_WRITERS_STYLE_H
#define NOC_REPORTS_WRITERS_STYLE_H

#include <stdbool.h>
#include <stddef.h>

#define NOC_BOLD    "\xff\x62" /* heads */
#define NOC_DIM     "\xff\x64" /* intervals, and text that may be skipped */
#define NOC_CAUTION "\xff\x79" /* yellow: warnings */
#define NOC_ALERT   "\xff\x72" /* red: faults */
#define NOC_PLAIN   "\xff\x70" /* end of a style */

enum { NOC_MARK_BYTES = 2 };

/* True if a mark starts at `text`, of which `bytes` are left. */
bool noc_style_at(const char *text, size_t bytes);

/* Takes all marks out, in place. Returns the text's new size. */
size_t noc_style_strip(char *text, size_t size);

/* The text with ECMA-48 sequences (SGR) in place of marks, and its size in *grown; the caller frees
 * it. NULL when out of memory. */
char *noc_style_expand(const char *text, size_t size, size_t *grown);

#endif
