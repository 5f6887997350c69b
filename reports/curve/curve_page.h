/* reports/curve/curve_page.h: curves as a page: the figure, and its figures as a table below. */
#ifndef NOC_REPORTS_CURVE_CURVE_PAGE_H
#define NOC_REPORTS_CURVE_CURVE_PAGE_H

#include "reports/curve/curve_axes.h"
#include "reports/writers/sheet.h"

/* *missing: gnuplot is not installed. NOC_EFAILED. */
noc_status noc_curves_page(const noc_sheet *sheet, const noc_curves *curves, bool *missing,
                           noc_diag *diag);

#endif
