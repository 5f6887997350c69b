/* reports/compare/validation_picture.h: figure of the model's answers beside the sample's: a row
 * for each design, a panel for each metric (latency at the load, bandwidth at saturation, IPC),
 * both methods as dots with intervals, and the model's errors. */
#ifndef NOC_REPORTS_COMPARE_VALIDATION_PICTURE_H
#define NOC_REPORTS_COMPARE_VALIDATION_PICTURE_H

#include "reports/words/comparison.h"
#include "reports/writers/sheet.h"

/* Draws the figure into the file `path`, which ends in .svg, .pdf or .png; a script of gnuplot and
 * data are written beside it. gnuplot draws .pdf and .png; *is_missing is set to true if it is not
 * installed. NOC_EFAILED: no value to draw, gnuplot failed, or out of memory. */
noc_status noc_validation_draw(const noc_comparison *rows, size_t count, const char *path,
                               bool *is_missing, noc_diag *diag);

/* Writes an HTML page with the figure, and the table of the terminal below it. NOC_EFAILED: no
 * value to draw, or out of memory. */
noc_status noc_validation_write_page(const noc_sheet *sheet, const noc_comparison *rows,
                                     size_t count, noc_diag *diag);

#endif
