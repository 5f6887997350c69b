/* reports/writers/plots/gnuplot_text.h: texts in gnuplot's scripts. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_TEXT_H
#define NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_TEXT_H

#include <stdio.h>

/* A text in quotes, which nothing in it can end; what may not be shown (reports/writers/glyph.h)
 * becomes a blank. */
void noc_gnuplot_quote(FILE *out, const char *text);

/* The same for the label of a tick, which gnuplot reads as a format. */
void noc_gnuplot_quote_tick(FILE *out, const char *text);

/* A line that says the text and does nothing. */
void noc_gnuplot_comment(FILE *out, const char *text);

#endif
