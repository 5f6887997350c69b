/* reports/compare/compare.h: designs side by side: what differs between them, and what that
 * changes. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_H
#define NOC_REPORTS_COMPARE_COMPARE_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Each design against the first: settings that differ, then every metric. */
noc_status noc_report_compare(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                              noc_diag *diag);

#endif
