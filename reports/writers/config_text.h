/* reports/writers/config_text.h: texts in design and space files (libconfig). */
#ifndef NOC_REPORTS_WRITERS_CONFIG_TEXT_H
#define NOC_REPORTS_WRITERS_CONFIG_TEXT_H

#include <stdio.h>

/* A text in quotes. What may not be shown (reports/writers/glyph.h) is written by its bytes, so
 * that the text means the same and does nothing to a terminal. */
void noc_config_quote(FILE *out, const char *text);

#endif
