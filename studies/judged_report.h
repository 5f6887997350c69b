/* studies/judged_report.h: published figures beside nocsight's, on a sheet. */
#ifndef NOC_STUDIES_JUDGED_REPORT_H
#define NOC_STUDIES_JUDGED_REPORT_H

#include "reports/writers/sheet.h"
#include "studies/judged.h"

/* Prints a table with a summary, one row in full, an array of JSON, or CSV. */
noc_status noc_judged_print(const noc_judged_rows *rows, const noc_sheet *sheet, noc_diag *diag);

/* Prints sentences on changes against a baseline (noc_tally_changes). */
void noc_judged_say_changes(const noc_judged_rows *rows, const noc_sheet *sheet);

/* Returns the rows as one text of JSON, an array; the caller frees it. NULL when out of memory. */
char *noc_judged_json(const noc_judged_rows *rows);

#endif
