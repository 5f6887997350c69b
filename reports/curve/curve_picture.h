/* reports/curve/curve_picture.h: figure of latency against offered load, drawn by gnuplot: the
 * model as lines with intervals as bands, samples as points with intervals as bars, saturation as a
 * vertical line with its interval at the upper edge. */
#ifndef NOC_REPORTS_CURVE_CURVE_PICTURE_H
#define NOC_REPORTS_CURVE_CURVE_PICTURE_H

#include "base/diag.h"
#include "reports/curve/curve_axes.h"
#include "reports/writers/sheet.h"

/* Returns the colour of a curve, for other pictures of the same designs. */
const char *noc_curve_colour(size_t curve);

/* Draws the figure into the file `path`, which ends in .svg, .pdf or .png; script and data are
 * written beside it. Sets *is_missing to true if gnuplot is not installed. NOC_EFAILED: gnuplot
 * failed, or out of memory. */
noc_status noc_curves_draw_file(const noc_curves *curves, const char *path, bool *is_missing,
                                noc_diag *diag);

/* Size of a title, bytes: "te13-baseline: latency against offered load". */
enum { NOC_CURVES_TITLE_CHARS = NOC_LABEL_CHARS + 60 };
/* Writes the title of the figure. */
void noc_curves_write_title(const noc_curves *curves, char title[NOC_CURVES_TITLE_CHARS]);

/* Draws the figure as SVG for an HTML page, with *is_missing and errors as above. The caller frees
 * *svg. */
noc_status noc_curves_draw_svg(const noc_curves *curves, char **svg, bool *is_missing,
                               noc_diag *diag);

/* Writes an HTML page with the figure and its values as a table, with *is_missing and errors as
 * above. */
noc_status noc_curves_write_page(const noc_sheet *sheet, const noc_curves *curves, bool *is_missing,
                                 noc_diag *diag);

#endif
