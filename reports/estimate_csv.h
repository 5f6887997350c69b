/* reports/estimate_csv.h: answers as CSV: one row an estimate. */
#ifndef NOC_REPORTS_ESTIMATE_CSV_H
#define NOC_REPORTS_ESTIMATE_CSV_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/csv.h"
#include "reports/writers/sheet.h"

/* The columns and the cells of an answer, on a line that others may go on. */
void noc_csv_estimate_header(noc_csv_line *line);
void noc_csv_estimate(noc_csv_line *line, const noc_estimate *estimate);

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count);

#endif
