/* reports/compare/compare_page.h: designs side by side on one page to show around: three sentences,
 * five figures as bars, the curves, the networks drawn. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_PAGE_H
#define NOC_REPORTS_COMPARE_COMPARE_PAGE_H

#include "reports/compare/compare_picture.h"
#include "reports/writers/sheet.h"

enum { NOC_COMPARE_PAGE_MOST = 8 }; /* designs */

/* Writes the page. *missing: gnuplot, which draws the curves, is not installed. NOC_EFAILED. */
noc_status noc_compare_page(const noc_sheet *sheet, const noc_compared_designs *designs,
                            bool *missing, noc_diag *diag);

#endif
