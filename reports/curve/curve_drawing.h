/* reports/curve/curve_drawing.h: latency against offered load as an SVG document: the model as
 * lines with intervals as bands, samples as marks with intervals as bars, saturation as a vertical
 * rule with its interval above the plot. */
#ifndef NOC_REPORTS_CURVE_CURVE_DRAWING_H
#define NOC_REPORTS_CURVE_CURVE_DRAWING_H

#include <stdio.h>

#include "base/diag.h"
#include "reports/curve/curve_axes.h"
#include "reports/drawings/chart.h"

/* Returns the look of a curve, for other pictures of the same designs. */
noc_chart_look noc_curve_look(size_t curve);

/* Writes the document to `out`. Each curve has a point at least. NOC_EFAILED: out of memory; then
 * nothing is written. */
noc_status noc_curves_draw(const noc_curves *curves, noc_chart_scheme scheme, FILE *out,
                           noc_diag *diag);

#endif
