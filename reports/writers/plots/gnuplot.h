/* reports/writers/plots/gnuplot.h: figures for papers, drawn by gnuplot from a script and data that
 * are written beside them; and the texts in such a script. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_H
#define NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

typedef struct noc_gnuplot {
    const char *path;            /* ends in .svg, .pdf or .png; NULL: none */
    double width, height;        /* pixels of the SVG */
    double pixels_per_cm, point; /* scale of the PDF, size of its letters */
    const char *title;           /* first line of the script, a comment */
    const char *data;            /* CSV; the script knows its name as `data` */
    const char *commands;        /* may use the fonts `small` and `large` */
} noc_gnuplot;

/* Draws into the file of `path`: writes the path without its suffix with -data.csv and .gp
 * (script), and runs gnuplot. Without a path, draws into *svg, from its <svg> on, as a page can
 * hold it, and writes no file; the caller frees it. `svg` may be NULL where there is a path.
 * *missing: gnuplot is not installed; script and data are there then. Data or commands that are
 * NULL are a shortage of memory. NOC_EFAILED. */
noc_status noc_gnuplot_draw(const noc_gnuplot *figure, char **svg, bool *missing, noc_diag *diag);

/* Tells whether gnuplot is installed. */
bool noc_gnuplot_is_there(void);

/* Writes a text in quotes, which nothing in the text can end; characters that may not be shown
 * (reports/writers/glyph.h) become blanks. */
void noc_gnuplot_quote(FILE *out, const char *text);

/* Writes the label of a tick in quotes; gnuplot reads it as a format. */
void noc_gnuplot_quote_tick(FILE *out, const char *text);

/* Writes a line that says the text and does nothing. */
void noc_gnuplot_comment(FILE *out, const char *text);

#endif
