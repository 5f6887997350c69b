/* reports/compare.h: designs side by side: what differs between them, and what that changes. */
#ifndef NOC_REPORTS_COMPARE_H
#define NOC_REPORTS_COMPARE_H

#include "reports/report.h"

/* Whether two answers cannot be told apart in a metric: their intervals overlap, or, without intervals, both
 * print the same figure. False where one is missing. */
bool noc_indistinguishable(const noc_estimate *a, const noc_estimate *b, noc_metric_id id);

/* Each design against the first: settings that differ, then every metric. */
noc_status noc_report_compare(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                              noc_diag *diag);

#endif
