/* reports/csv.h: answers as tidy CSV (RFC 4180, lines end in LF): one header line, one row an
 * estimate, no comments, an empty cell for what is missing, at most 12 significant digits. */
#ifndef NOC_REPORTS_CSV_H
#define NOC_REPORTS_CSV_H

#include "reports/report.h"

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count);

/* Every row's model, then its sample; error columns at the end, filled in the model's row. */
noc_status noc_csv_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count);

/* Each against the first: for every metric its change as a share, and whether that can be told (yes, no). */
noc_status noc_csv_compared(const noc_sheet *sheet, const noc_estimate *estimates, size_t count);

noc_status noc_csv_table(const noc_sheet *sheet, const noc_table *table);

/* A text as one cell. Spreadsheets run texts that begin like a formula, which RFC 4180 does not mind; where the sheet
 * is csv_safe these get a ' in front, which spreadsheets hide, other programs do not. Numbers stay as they are. */
void noc_csv_cell(const noc_sheet *sheet, const char *text);

#endif
