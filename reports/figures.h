/* reports/figures.h: the plot of a front for papers, drawn by gnuplot from a script and data beside it. */
#ifndef NOC_REPORTS_FIGURES_H
#define NOC_REPORTS_FIGURES_H

#include "reports/front.h"

/* Writes PATH without its suffix with -data.csv and .gp (script), and runs gnuplot to draw PATH, as SVG or
 * PDF. *missing: gnuplot is not installed; script and data are there then. NOC_EFAILED. */
noc_status noc_report_figure(const char *path, bool pdf, const noc_front_view *view, bool *missing,
                             noc_diag *diag);

#endif
