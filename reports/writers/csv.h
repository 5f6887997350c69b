/* reports/writers/csv.h: writer of CSV (RFC 4180, with LF): one header line, no comments, empty
 * cells for missing values, 12 significant digits at most. */
#ifndef NOC_REPORTS_WRITERS_CSV_H
#define NOC_REPORTS_WRITERS_CSV_H

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Line under construction. Start with {.sheet = sheet}; noc_csv_end ends the line, and another line
 * may follow. */
typedef struct noc_csv_line {
    const noc_sheet *sheet;
    bool has_cells;
} noc_csv_line;

/* Adds a text as one cell. If the sheet is csv_safe, a text that a spreadsheet would run as a
 * formula gets a ' before it, which spreadsheets hide and other programs show. Numbers stay
 * unchanged. */
void noc_csv_text(noc_csv_line *line, const char *text);
/* Ends the line. */
void noc_csv_end(noc_csv_line *line);

/* Writes all columns of a table, also detail columns. NOC_EFAILED if memory ran out while the table
 * was filled. */
noc_status noc_csv_table(const noc_sheet *sheet, const noc_table *table, noc_diag *diag);

#endif
