/* reports/designs.h: all designs of a space with all metrics, as tidy data. */
#ifndef NOC_REPORTS_DESIGNS_H
#define NOC_REPORTS_DESIGNS_H

#include "reports/front_order.h"
#include "reports/writers/sheet.h"

/* CSV: one row a design and method; columns hash, method, status, on_front, the settings that vary,
 * then each metric with _lo and _hi, the bottleneck. JSON: the same as an array of objects. */
noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *view, noc_store *store,
                              bool json, noc_diag *diag);

#endif
