/* reports/writers/rows.h: rows of named cells, built once for all formats of a report.
 *
 * A report begins the rows, adds each row, and puts its cells by name. Each format takes the cells
 * that it has: JSON makes an object of each row, CSV a line; a table for people has the shown
 * cells.
 *
 *     noc_rows rows = noc_rows_begin(sheet, "csv:design name gain json:why");
 *     noc_rows_show(&rows, "setting|.gain");
 *     noc_rows_add(&rows);
 *     noc_put_text(&rows, "name", cure->name);
 *     noc_put_real(&rows, "gain", cure->gain);
 *     noc_put_shown(&rows, "%s", cure->name);
 *     noc_put_shown(&rows, "%s", noc_percent_figure(cure->gain).text);
 *     return noc_rows_write(&rows, diag);
 *
 * Columns for programs are declared as one text, with blanks between the names and in the order of
 * CSV; a name after "csv:" or "json:" is in that format alone. A cell without a put is empty in
 * CSV, and no member in JSON. Without a declaration JSON has all members, and CSV the columns of
 * its first row. */
#ifndef NOC_REPORTS_WRITERS_ROWS_H
#define NOC_REPORTS_WRITERS_ROWS_H

#include <jansson.h>

#include "base/arena.h"
#include "base/auto.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

typedef struct noc_rows {
    const noc_sheet *sheet;
    noc_arena arena;
    struct noc_rows_column *columns;  /* columns for programs */
    size_t column_count, next_column; /* `next_column`: column after the last put */
    bool is_open;                     /* without a declaration, and before the second row */
    bool has_header;                  /* CSV: the header is written */
    bool has_row;
    char prefix[24]; /* put before the names of cells */
    json_t *array;   /* JSON: rows; NULL in other formats */
    json_t *object;  /* JSON: the current row; borrowed */
    noc_table table; /* rows for people */
} noc_rows;

/* Begins rows for the sheet's format. CSV is written row by row, so a caller that fails midway has
 * written a part. `columns` is borrowed; NULL: no declaration. */
noc_rows noc_rows_begin(const noc_sheet *sheet, const char *columns);

/* Adds columns for people (noc_table_add_columns). Nothing in other formats. */
void noc_rows_show(noc_rows *rows, const char *columns);

/* Adds a row. CSV: writes the row before. */
void noc_rows_add(noc_rows *rows);

/* CSV: puts a text before the names of the cells that follow, "class_%zu_", until the prefix
 * ends. */
void noc_rows_prefix(noc_rows *rows, const char *format, ...) __attribute__((format(printf, 2, 3)));
void noc_rows_end_prefix(noc_rows *rows);

/* Each function puts a cell of the current row, if the format has the column. */
void noc_put_text(noc_rows *rows, const char *name, const char *text);
void noc_put_real(noc_rows *rows, const char *name, double value); /* null, empty unless finite */
void noc_put_count(noc_rows *rows, const char *name, uint64_t value);
void noc_put_flag(noc_rows *rows, const char *name, bool value);
/* Puts a value and its interval: in JSON an object with value, lo and hi, in CSV the columns NAME,
 * NAME_lo and NAME_hi. */
void noc_put_interval(noc_rows *rows, const char *name, double value, double lo, double hi);
/* Puts texts, in CSV separated by "; ". */
void noc_put_texts(noc_rows *rows, const char *name, const char *const *texts, size_t count);
/* Puts a value, which the function takes. JSON: a member; CSV: a number or a text, else an empty
 * cell. */
void noc_put_json(noc_rows *rows, const char *name, json_t *value);
/* Puts the next cell of the table for people. */
void noc_put_shown(noc_rows *rows, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the rows: writes the table for people, the last line of CSV, or the array of JSON as a
 * document; clears the rows. NOC_EFAILED: out of memory, or not written. */
noc_status noc_rows_write(noc_rows *rows, noc_diag *diag);

/* Ends the rows as noc_rows_write does; unless `is_list`, a single row of JSON is an object. */
noc_status noc_rows_write_items(noc_rows *rows, bool is_list, noc_diag *diag);

/* Ends rows in JSON; returns the array, which the caller releases. NULL when out of memory. */
json_t *noc_rows_end_json(noc_rows *rows);

/* Releases the rows without writing; nothing after their end. */
void noc_rows_clear(noc_rows *rows);

#endif
