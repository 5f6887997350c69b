/* reports/writers/listing.h: writer of tables of words in the format of the sheet. */
#ifndef NOC_REPORTS_WRITERS_LISTING_H
#define NOC_REPORTS_WRITERS_LISTING_H

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Writes a table as `list` shows it: in JSON an array of objects, a member for each column; empty
 * cells are null. */
noc_status noc_report_listing(const noc_sheet *sheet, const noc_table *table, noc_diag *diag);

/* Writes the rows of several tables as `describe` shows them, a line for each column. CSV has the
 * form kind,name,field,value, since columns differ; in JSON a single row is one object. */
noc_status noc_report_rows(const noc_sheet *sheet, const noc_table *tables, size_t count,
                           noc_diag *diag);

#endif
