/* reports/curve/curve.h: report of curves: latency against offered load, for one or several
 * designs. */
#ifndef NOC_REPORTS_CURVE_CURVE_H
#define NOC_REPORTS_CURVE_CURVE_H

#include "reports/curve/curve_axes.h"
#include "reports/writers/sheet.h"

/* Reports a row for each load and design, and a plot if the sheet asks for plots. JSON and CSV have
 * the whole estimates of all points. */
noc_status noc_report_curves(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag);

#endif
