/* reports/writers/plots/plot.h: plots of points on a grid of characters. */
#ifndef NOC_REPORTS_WRITERS_PLOTS_PLOT_H
#define NOC_REPORTS_WRITERS_PLOTS_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

typedef struct noc_series {
    char mark;
    const char *name;
    const double *x, *y;   /* NAN skips a point; INFINITY in y is above the drawing */
    const double *lo, *hi; /* intervals of y, drawn as bars; NULL: none */
    size_t count;
} noc_series;

typedef struct noc_plot {
    const char *x_title, *y_title;
    double y_limit; /* highest y: points above are drawn as '^' at the upper edge; 0: no limit */
    const noc_series *series;
    size_t series_count;
    bool starts_near; /* the y axis starts near the lowest point */
} noc_plot;

enum { NOC_PLOT_COLUMNS = 60, NOC_PLOT_ROWS = 16 };

/* Width of the drawing with the numbers at its left edge, columns. */
enum { NOC_PLOT_WIDTH = 11 + NOC_PLOT_COLUMNS };

/* Draws with axes from 0, unless starts_near. Series are drawn in order, the last one on top. */
noc_status noc_plot_print(const noc_plot *plot, FILE *out, noc_diag *diag);

#endif
