/* reports/compare/compare_picture.h: pictures of a comparison: the bars of five headline figures;
 * and a picture for slides, which has sentences, bars, curves and networks. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_PICTURE_H
#define NOC_REPORTS_COMPARE_COMPARE_PICTURE_H

#include <stdio.h>

#include "reports/compare/compare_words.h"
#include "reports/compare/compared.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Draws the bars, with intervals and changes against the first design, as an SVG document. A
 * missing figure has its reason. */
void noc_compare_draw_bars(FILE *out, const noc_labels *labels, const noc_estimate *estimates,
                           size_t count);

/* Draws the picture for slides as an SVG document. NOC_EFAILED: a drawing failed, or out of
 * memory. */
noc_status noc_compare_draw_picture(const noc_sheet *sheet, const noc_compared_designs *designs,
                                    noc_diag *diag);

#endif
