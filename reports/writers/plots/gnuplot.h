/* reports/writers/plots/gnuplot.h: drawing of figures by gnuplot, with script and data files, and
 * quoting of texts in scripts. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_H
#define NOC_REPORTS_WRITERS_PLOTS_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

typedef struct noc_gnuplot {
    const char *path;                   /* path that ends in .svg, .pdf or .png */
    double width_pixels, height_pixels; /* size of the SVG, pixels */
    /* Scale of the PDF, pixels of the SVG in a cm; size of the PDF's letters, points. */
    double pixels_per_cm, font_points;
    const char *title;    /* first line of the script, a comment */
    const char *data;     /* CSV, named `data` in the script */
    const char *commands; /* script text, which may use the fonts `small` and `large` */
    /* Draws the picture of a path that ends in .svg without gnuplot; NULL: gnuplot draws it. */
    noc_status (*draw_svg)(const void *context, FILE *out, noc_diag *diag);
    const void *context;
} noc_gnuplot;

/* Draws into the file of `path`, and writes its data (-data.csv) and script (.gp) next to it, even
 * if gnuplot is needed and not installed; then sets *is_missing to true. NOC_EFAILED: not drawn;
 * also if `data` or `commands` are NULL, which means a shortage of memory. */
noc_status noc_gnuplot_draw(const noc_gnuplot *figure, bool *is_missing, noc_diag *diag);

/* True if gnuplot is installed. */
bool noc_gnuplot_is_installed(void);

/* Writes a text as a string of gnuplot, whose quotes in the text are doubled; unprintable
 * characters (reports/writers/glyph.h) become blanks. */
void noc_gnuplot_quote(FILE *out, const char *text);

/* Writes the label of a tick as a string of gnuplot, in which % is doubled also, since gnuplot
 * reads a label as a format. */
void noc_gnuplot_quote_tick(FILE *out, const char *text);

/* Writes the text as a comment line. */
void noc_gnuplot_comment(FILE *out, const char *text);

#endif
