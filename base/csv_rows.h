/* base/csv_rows.h: CSV (RFC 4180) as rows of cells, by libcsv. */
#ifndef NOC_BASE_CSV_ROWS_H
#define NOC_BASE_CSV_ROWS_H

#include "base/diag.h"

enum { NOC_CSV_CELLS_MAX = 24 };

typedef struct noc_csv_row {
    char *cells[NOC_CSV_CELLS_MAX]; /* owned by the rows */
    size_t count;
    int line; /* line of its first cell */
} noc_csv_row;

typedef struct noc_csv_rows {
    noc_csv_row *list;
    size_t count;
} noc_csv_rows;

/* Passes the rows of a text on one by one, the first too; empty lines are left out, and a mark of
 * the byte order at the start. `take` returns true to go on; a row lasts until `take` returns.
 * NOC_EINPUT at `file` and line where the text is no CSV. */
noc_status noc_csv_each(const char *text, const char *file,
                        bool (*take)(void *context, const noc_csv_row *row), void *context,
                        noc_diag *diag);

/* Reads a text whose first row names the `count` columns, and is left out; every row has `count`
 * cells. NOC_EINPUT at `file` and line otherwise. The caller clears *rows. */
noc_status noc_csv_read(const char *text, const char *file, const char *const *columns,
                        size_t count, noc_csv_rows *rows, noc_diag *diag);
void noc_csv_rows_clear(noc_csv_rows *rows);

#endif
