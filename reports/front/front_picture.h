/* reports/front/front_picture.h: the plot of a front for papers. */
#ifndef NOC_REPORTS_FRONT_FRONT_PICTURE_H
#define NOC_REPORTS_FRONT_FRONT_PICTURE_H

#include "reports/front/front_order.h"

/* Draws PATH, which ends in .svg, .pdf or .png, as noc_gnuplot_draw does. */
noc_status noc_report_figure(const char *path, const noc_front_view *view, bool *missing,
                             noc_diag *diag);

#endif
