/* studies/judged_report.h: printing of published figures beside nocsight's: table, CSV and JSON. */
#ifndef NOC_STUDIES_JUDGED_REPORT_H
#define NOC_STUDIES_JUDGED_REPORT_H

#include "reports/writers/sheet.h"
#include "studies/judged.h"

/* Prints the rows in the sheet's format: a table with a summary (a single row with all its texts),
 * an array of JSON, or CSV. */
noc_status noc_judged_print(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag);

/* Prints sentences on figures that are changes against a baseline (noc_tally_changes). */
void noc_judged_print_changes(const noc_judged_rows *rows, const noc_sheet *sheet);

/* Returns the rows as one text of JSON, an array; the caller frees it. NULL when out of memory. */
char *noc_judged_write_json(const noc_judged_rows *rows);

#endif
