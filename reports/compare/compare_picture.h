/* reports/compare/compare_picture.h: a comparison as one picture for slides: the sentences, the
 * bars, the curves and the networks, one below the other. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_PICTURE_H
#define NOC_REPORTS_COMPARE_COMPARE_PICTURE_H

#include "reports/compare/compare_page.h"

/* A whole SVG document. *missing: gnuplot, which draws the curves, is not installed.
 * NOC_EFAILED. */
noc_status noc_compare_picture(const noc_sheet *sheet, const noc_compared_designs *designs,
                               bool *missing, noc_diag *diag);

#endif
