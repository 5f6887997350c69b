/* reports/compare/validation_picture.h: the model's answers beside the measured ones as a
 * figure, drawn by gnuplot: a row for each design, a panel for each figure (latency at the load,
 * bandwidth at saturation, IPC), both methods as dots with their intervals, and the model's
 * error in words. */
#ifndef NOC_REPORTS_COMPARE_VALIDATION_PICTURE_H
#define NOC_REPORTS_COMPARE_VALIDATION_PICTURE_H

#include "reports/words/comparison.h"
#include "reports/writers/sheet.h"

/* Draws the figure into a file that ends in .svg, .pdf or .png, with script and data beside the
 * file. *missing: gnuplot is not installed. NOC_EFAILED. */
noc_status noc_validation_draw(const noc_comparison *rows, size_t count, const char *path,
                               bool *missing, noc_diag *diag);

/* Writes a page with the figure, and below it the table that a terminal shows. */
noc_status noc_validation_page(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                               bool *missing, noc_diag *diag);

#endif
