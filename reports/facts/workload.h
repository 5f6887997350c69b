/* reports/facts/workload.h: a workload that was made from a trace. */
#ifndef NOC_REPORTS_FACTS_WORKLOAD_H
#define NOC_REPORTS_FACTS_WORKLOAD_H

#include <stdio.h>

#include "design/workload/workload_fit.h"
#include "reports/writers/sheet.h"

/* As it stands in a design file, `workload = { ... };` with what a trace cannot tell marked as
 * assumed. */
void noc_workload_print(const noc_workload_fit *fit, const char *path, FILE *out);

/* The same, and how it gets into a design; for programs a row of its figures. `path`: of the trace.
 */
noc_status noc_report_workload(const noc_sheet *sheet, const noc_workload_fit *fit,
                               const char *path, noc_diag *diag);

#endif
