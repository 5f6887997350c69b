/* reports/compare.h: designs side by side: what differs between them, and what that changes. */
#ifndef NOC_REPORTS_COMPARE_H
#define NOC_REPORTS_COMPARE_H

#include "hybrid/explanations/contrast.h"
#include "reports/figure.h"
#include "reports/report.h"

/* What changes from `a` to `b` in a metric; without intervals they cannot be told apart if both print the same figure. */
noc_contrast noc_compared(const noc_estimate *a, const noc_estimate *b, noc_metric_id id);

/* "+4.2%", "+4.2%~" where it is within its interval, "-" where there is none. */
noc_figure noc_change_figure(const noc_contrast *contrast);

/* Each design against the first: settings that differ, then every metric. */
noc_status noc_report_compare(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                              noc_diag *diag);

#endif
