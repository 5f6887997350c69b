/* reports/writers/plots/plot.h: plots of points on a grid of characters. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_PLOT_H
#define NOC_REPORTS_WRITERS_PLOTS_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

/* Points of one curve. */
typedef struct noc_series {
    char mark;             /* character drawn at each point */
    const char *name;      /* name beside the mark, in the title */
    const double *x, *y;   /* NAN skips a point; INFINITY in y is above the drawing */
    const double *lo, *hi; /* intervals of y, drawn as bars; NULL: none */
    size_t count;          /* number of points */
} noc_series;

/* Series with their axes. */
typedef struct noc_plot {
    const char *x_title, *y_title;
    double y_limit; /* highest y: points above are drawn as '^' at the upper edge; 0: no limit */
    const noc_series *series;
    size_t series_count;
    bool
        starts_at_lowest; /* the y axis starts at a round value below the lowest point; false: at 0 */
} noc_plot;

enum { NOC_PLOT_COLUMNS = 60, NOC_PLOT_ROWS = 16 };

/* Width of the drawing with the numbers at its left edge, columns. */
enum { NOC_PLOT_WIDTH = 11 + NOC_PLOT_COLUMNS };

/* Draws the plot. The x axis starts at 0. Series are drawn in order, the last one on top.
 * NOC_EFAILED: out of memory. */
noc_status noc_plot_print(const noc_plot *plot, FILE *out, noc_diag *diag);

#endif
