/* reports/words/design_text.h: designs as design files: complete, and readable by `check` again. */
#ifndef NOC_REPORTS_WORDS_DESIGN_TEXT_H
#define NOC_REPORTS_WORDS_DESIGN_TEXT_H

#include <stdio.h>

#include "design/design.h"

/* Prints every setting, defaults filled in. The tiles of the memory nodes are named one by one, so
 * that the file means the same (same hash) whatever becomes of the placements. */
void noc_design_print(const noc_design *design, FILE *out);

/* Prints the design for a person who starts from it: with the placement's name, and beside each
 * setting its unit, meaning and choices. */
void noc_design_print_commented(const noc_design *design, FILE *out);

/* Explains clusters, their tables' sizes, CTAs, and how nodes share switches, where numbers alone
 * do not tell: comment lines, or nothing. */
void noc_design_explain(const noc_design *design, FILE *out);

/* Writes a text in quotes, as design and space files (libconfig) have it. Characters that may not
 * be shown (reports/writers/glyph.h) are written by their bytes, so that the text means the same
 * and does nothing to a terminal. */
void noc_config_quote(FILE *out, const char *text);

#endif
