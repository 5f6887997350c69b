/* reports/writers/table_print.h: printer of tables on pages of any width. */
#ifndef NOC_REPORTS_WRITERS_TABLE_PRINT_H
#define NOC_REPORTS_WRITERS_TABLE_PRINT_H

#include <stdio.h>

#include "base/diag.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Prints header, rule and rows in the sheet's width, or in its markup. On a page that is too
 * narrow, first the text of columns aligned left is folded, the widest first; then optional columns
 * are dropped; then cells of the first column are printed above their rows; at last each cell has
 * its own line. NOC_EFAILED: memory ran out while the table was filled. */
noc_status noc_table_print(const noc_sheet *sheet, const noc_table *table, noc_diag *diag);

/* Prints the table likewise, and clears the table. */
noc_status noc_text_table(const noc_sheet *sheet, noc_table *table, noc_diag *diag);

/* True if a table fits into the width without folding. */
bool noc_table_is_fitting(const noc_table *table, int width);

/* Prints one line for each column of one row, "header  cell", or a markup's table of two columns;
 * empty cells are skipped. */
void noc_table_print_row(const noc_sheet *sheet, const noc_table *table, size_t row);

#endif
