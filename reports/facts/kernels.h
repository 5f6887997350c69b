/* reports/facts/kernels.h: counts of kernel traces, and the workload that follows. */
#ifndef NOC_REPORTS_FACTS_KERNELS_H
#define NOC_REPORTS_FACTS_KERNELS_H

#include <stdio.h>

#include "base/diag.h"
#include "import/accelsim/measure.h"
#include "reports/writers/sheet.h"

/* Writes the group `workload = { ... };` of a design file, each figure with the counts behind
 * it. */
void noc_report_kernel_workload(const noc_kernel_run *run, FILE *out);

/* Writes a row for each kernel that asks for memory, and one for all of several, for machines. */
noc_status noc_report_kernels(const noc_sheet *sheet, const noc_kernel_run *run, noc_diag *diag);

#endif
