/* reports/compare/compare_picture.h: a comparison in pictures: five figures of designs as bars,
 * each with its interval and its change against the first design; and one picture for slides:
 * sentences, bars, curves and networks, one below the other. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_PICTURE_H
#define NOC_REPORTS_COMPARE_COMPARE_PICTURE_H

#include <stdio.h>

#include "reports/compare/compare_words.h"
#include "reports/compare/compared.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Draws the bars, a whole SVG document. A figure that is missing says why. */
void noc_compare_bars(FILE *out, const noc_labels *labels, const noc_estimate *estimates,
                      size_t count);

/* Draws the picture for slides, a whole SVG document. *missing: gnuplot, which draws the curves, is
 * not installed. NOC_EFAILED. */
noc_status noc_compare_picture(const noc_sheet *sheet, const noc_compared_designs *designs,
                               bool *missing, noc_diag *diag);

#endif
