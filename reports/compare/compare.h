/* reports/compare/compare.h: designs side by side: settings that differ, and changes of figures
 * that follow. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_H
#define NOC_REPORTS_COMPARE_COMPARE_H

#include "reports/compare/compared.h"
#include "reports/writers/sheet.h"

/* Reports each design against the first: settings moved, ends that differ, the figures that people
 * ask for first, settings that differ, every metric, and a sentence. */
noc_status noc_report_compare(const noc_sheet *sheet, const noc_compared_designs *designs,
                              noc_diag *diag);

#endif
