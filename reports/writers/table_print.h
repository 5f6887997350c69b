/* reports/writers/table_print.h: prints tables for people, on pages of any width. */
#ifndef NOC_REPORTS_WRITERS_TABLE_PRINT_H
#define NOC_REPORTS_WRITERS_TABLE_PRINT_H

#include <stdio.h>

#include "base/diag.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Prints header, rule and rows. A table wider than `width` is folded: first the text of columns
 * that are aligned left, the widest first; then spare columns are left out; then the first column
 * goes onto a line above the rest of its row. A table that is too wide even so has a line for each
 * cell. */
noc_status noc_table_print(const noc_table *table, FILE *out, int width, noc_diag *diag);

/* Prints the table on a sheet, in its width, and clears it. */
noc_status noc_text_table(const noc_sheet *sheet, noc_table *table, noc_diag *diag);

/* True if a table fits into the width with nothing folded. */
bool noc_table_fits(const noc_table *table, int width);

/* Prints one line for each column of one row, "header  cell"; empty cells are left out. */
void noc_table_print_row(const noc_table *table, size_t row, FILE *out, int width);

#endif
