/* reports/curve/curve_picture.h: files with the figure of latency against offered load: pictures
 * with a script of gnuplot and data beside them, and HTML pages. */
#ifndef NOC_REPORTS_CURVE_CURVE_PICTURE_H
#define NOC_REPORTS_CURVE_CURVE_PICTURE_H

#include "base/diag.h"
#include "reports/curve/curve_axes.h"
#include "reports/writers/sheet.h"

/* Draws the figure into the file `path`, which ends in .svg, .pdf or .png; script and data are
 * written beside it. gnuplot draws .pdf and .png; sets *is_missing to true if it is not installed.
 * NOC_EFAILED: gnuplot failed, or out of memory. */
noc_status noc_curves_draw_file(const noc_curves *curves, const char *path, bool *is_missing,
                                noc_diag *diag);

/* Writes an HTML page with the figure and its values as a table. NOC_EFAILED: out of memory. */
noc_status noc_curves_write_page(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag);

#endif
