/* base/csv_rows.h: reader of CSV texts (RFC 4180) as rows of cells, by libcsv. */
#ifndef NOC_BASE_CSV_ROWS_H
#define NOC_BASE_CSV_ROWS_H

#include "base/diag.h"

enum { NOC_CSV_CELLS_MAX = 24 };

typedef struct noc_csv_row {
    char *cells[NOC_CSV_CELLS_MAX]; /* owned by the rows */
    size_t count;
    int line; /* line of the first cell */
} noc_csv_row;

typedef struct noc_csv_rows {
    noc_csv_row *list;
    size_t count;
} noc_csv_rows;

/* Calls `pass_row` with `context` for each row of a text, the first included, without empty lines
 * and without a byte order mark. `pass_row` returns false to stop; a row is valid during the call.
 * NOC_EINPUT with file and line if the text is no CSV. */
noc_status noc_csv_for_each_row(const char *text, const char *file,
                                bool (*pass_row)(void *context, const noc_csv_row *row),
                                void *context, noc_diag *diag);

/* Reads the rows of a text after the first row, which names the columns. NOC_EINPUT with file and
 * line if these names differ from `columns`, or a row does not have `count` cells. The caller
 * clears *rows. */
noc_status noc_csv_read_rows(const char *text, const char *file, const char *const *columns,
                             size_t count, noc_csv_rows *rows, noc_diag *diag);
void noc_csv_rows_clear(noc_csv_rows *rows);

#endif
