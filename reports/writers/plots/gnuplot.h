/* reports/writers/plots/gnuplot.h: drawing of figures by gnuplot, with script and data files, and
 * quoting of texts in scripts. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_H
#define NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

typedef struct noc_gnuplot {
    const char *path;                   /* path that ends in .svg, .pdf or .png; NULL: none */
    double width_pixels, height_pixels; /* size of the SVG, pixels */
    double pixels_per_cm,
        font_points;      /* scale of the PDF, pixels/cm; size of its letters, points */
    const char *title;    /* first line of the script, a comment */
    const char *data;     /* CSV, named `data` in the script */
    const char *commands; /* script text, which may use the fonts `small` and `large` */
} noc_gnuplot;

/* Draws into the file of `path`, and writes its data (-data.csv) and script (.gp) next to it.
 * Without a path, draws into *svg, from its <svg> on, for use in a page, and writes no file; the
 * caller frees it. `svg` may be NULL with a path. *is_missing: gnuplot is not installed; script and
 * data are written. Data or commands that are NULL mean a shortage of memory. NOC_EFAILED. */
noc_status noc_gnuplot_draw(const noc_gnuplot *figure, char **svg, bool *is_missing,
                            noc_diag *diag);

/* True if gnuplot is installed. */
bool noc_gnuplot_is_installed(void);

/* Writes a text in quotes that the text cannot end; unprintable characters
 * (reports/writers/glyph.h) become blanks. */
void noc_gnuplot_quote(FILE *out, const char *text);

/* Writes the label of a tick in quotes; gnuplot reads it as a format. */
void noc_gnuplot_quote_tick(FILE *out, const char *text);

/* Writes the text as a comment line. */
void noc_gnuplot_comment(FILE *out, const char *text);

#endif
