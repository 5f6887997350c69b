/* reports/compare/compare_page.h: HTML page of a comparison: three sentences, five headline figures
 * as bars, curves, drawn networks. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_PAGE_H
#define NOC_REPORTS_COMPARE_COMPARE_PAGE_H

#include "reports/compare/compare_picture.h"
#include "reports/writers/sheet.h"

enum { NOC_COMPARE_PAGE_MAX = 8 }; /* limit of the designs on a page */

/* Writes the page. NOC_EFAILED: a drawing failed, or out of memory. */
noc_status noc_compare_write_page(const noc_sheet *sheet, const noc_compared_designs *designs,
                                  noc_diag *diag);

#endif
