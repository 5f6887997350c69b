/* reports/words/design_text.h: printer of designs as complete design files, and of comments on
 * them. */
#ifndef NOC_REPORTS_WORDS_DESIGN_TEXT_H
#define NOC_REPORTS_WORDS_DESIGN_TEXT_H

#include <stdio.h>

#include "design/design.h"

/* Prints every setting, defaults included. Memory nodes have their tiles listed, so that the file
 * keeps its meaning (and hash) if placements change. */
void noc_design_print(const noc_design *design, FILE *out);

/* Prints the design as a start for a person: with the placement's name, and for each setting its
 * unit, meaning and choices. */
void noc_design_print_commented(const noc_design *design, FILE *out);

/* Prints comment lines on facts that the settings do not show: clusters and sizes of their tables,
 * CTAs, sharing of switches by nodes. Prints nothing for a design without these. */
void noc_design_explain(const noc_design *design, FILE *out);

/* Writes a text in quotes for design and space files (libconfig). Unprintable characters
 * (reports/writers/glyph.h) are escaped as bytes, harmless to a terminal. */
void noc_config_quote(FILE *out, const char *text);

#endif
