/* reports/compare/compare.h: report of a comparison: settings in which designs differ, and changes
 * of metrics. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_H
#define NOC_REPORTS_COMPARE_COMPARE_H

#include "reports/compare/compared.h"
#include "reports/writers/sheet.h"

/* Reports each design against the first: moved settings, differing ends, headline metrics,
 * differing settings, other metrics, and a sentence on the ratios. */
noc_status noc_report_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                              noc_diag *diag);

#endif
