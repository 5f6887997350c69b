/* reports/facts/kernels.h: report of kernel traces: counts, and the workload derived from them. */
#ifndef NOC_REPORTS_FACTS_KERNELS_H
#define NOC_REPORTS_FACTS_KERNELS_H

#include <stdio.h>

#include "base/diag.h"
#include "import/accelsim/measure.h"
#include "reports/writers/sheet.h"

/* Writes the group `workload = { ... };` of a design file, each figure with the counts of which it
 * is derived as a comment. */
void noc_report_kernel_workload(const noc_kernel_run *run, FILE *out);

/* Writes a listing with a row for each kernel with memory requests, and a row for all kernels if
 * there are several. */
noc_status noc_report_kernels(const noc_sheet *sheet, const noc_kernel_run *run, noc_diag *diag);

#endif
