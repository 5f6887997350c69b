/* reports/curve/curve_picture.h: curves of latency against offered load as a figure, drawn by
 * gnuplot: lines and bands (intervals) of the model, points and bars (intervals) of samples,
 * saturation as an upright line with its interval at the upper edge. */
#ifndef NOC_REPORTS_CURVE_CURVE_PICTURE_H
#define NOC_REPORTS_CURVE_CURVE_PICTURE_H

#include "base/diag.h"
#include "reports/curve/curve_axes.h"
#include "reports/writers/sheet.h"

/* The colour of a curve, which other pictures of the same designs can share. */
const char *noc_curve_colour(size_t curve);

/* Draws a file that ends in .svg, .pdf or .png, with script and data beside it. *missing: gnuplot
 * is not installed. NOC_EFAILED. */
noc_status noc_curves_draw(const noc_curves *curves, const char *path, bool *missing,
                           noc_diag *diag);

/* Length of a title: "te13-baseline: latency against offered load". */
enum { NOC_CURVES_TITLE = NOC_LABEL_CHARS + 60 };
void noc_curves_title(const noc_curves *curves, char title[NOC_CURVES_TITLE]);

/* Draws SVG for a page. The caller frees *svg. */
noc_status noc_curves_svg(const noc_curves *curves, char **svg, bool *missing, noc_diag *diag);

/* Writes a page: the figure, and its figures as a table below. *missing: gnuplot is not installed.
 * NOC_EFAILED. */
noc_status noc_curves_page(const noc_sheet *sheet, const noc_curves *curves, bool *missing,
                           noc_diag *diag);

#endif
