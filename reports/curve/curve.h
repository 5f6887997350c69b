/* reports/curve/curve.h: latency against offered load, of one design or of several side by side. */
#ifndef NOC_REPORTS_CURVE_CURVE_H
#define NOC_REPORTS_CURVE_CURVE_H

#include "reports/curve/curve_axes.h"
#include "reports/writers/sheet.h"

/* Reports a row for each load, design by design, and a plot when the sheet wants plots. JSON and
 * CSV have the estimates of all points, whatever the axes. */
noc_status noc_report_curves(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag);

#endif
