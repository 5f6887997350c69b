/* reports/curve.h: one design's latency against offered load. */
#ifndef NOC_REPORTS_CURVE_H
#define NOC_REPORTS_CURVE_H

#include "reports/comparison.h"
#include "reports/writers/sheet.h"

/* Points in order of load: a row a load, and a plot when the sheet wants plots. */
noc_status noc_report_curve(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                            noc_diag *diag);

#endif
