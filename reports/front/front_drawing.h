/* reports/front/front_drawing.h: a front as an SVG document: all designs in the plane of the first
 * two objectives, the front as steps with intervals, and numbers at its points with a key below. */
#ifndef NOC_REPORTS_FRONT_FRONT_DRAWING_H
#define NOC_REPORTS_FRONT_FRONT_DRAWING_H

#include <stdio.h>

#include "reports/drawings/chart.h"
#include "reports/front/front_order.h"

/* Writes the document to `out`. NOC_EFAILED: out of memory; then nothing is written. */
noc_status noc_front_draw(const noc_front_view *view, noc_chart_scheme scheme, FILE *out,
                          noc_diag *diag);

#endif
