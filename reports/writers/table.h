/* reports/writers/table.h: tables of text cells in aligned columns.
 *
 * Zero-initialise a table, add its columns, then its cells row by row; noc_table_clear at the end.
 * noc_table_print (table_print.h) reports a shortage of memory while the table was filled. */
#ifndef NOC_REPORTS_WRITERS_TABLE_H
#define NOC_REPORTS_WRITERS_TABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum { NOC_TABLE_COLUMNS_MAX = 32 };

typedef enum noc_align {
    NOC_ALIGN_LEFT,
    NOC_ALIGN_RIGHT,
    NOC_ALIGN_POINT, /* numbers, aligned at their decimal points */
} noc_align;

/* Type of a cell for programs; an empty cell is null. */
typedef enum noc_cell_type {
    NOC_CELL_TEXT,
    NOC_CELL_NUMBER,
    NOC_CELL_FLAG, /* value "true" or "false" */
} noc_cell_type;

typedef struct noc_table_row {
    size_t first; /* index of the row's first cell */
    size_t count; /* cells so far; fewer than columns while the row is filled */
    bool is_span; /* one cell over all columns */
} noc_table_row;

/* Columns and cells of a table. */
typedef struct noc_table {
    struct {
        const char *header; /* lines separated by '\n' */
        noc_align align;
        bool is_detail;   /* left out of printed tables */
        bool is_optional; /* left out of printed tables that would be wider than their page */
        bool is_dim;      /* cells are printed dim (reports/writers/style.h) */
        noc_cell_type type;
    } columns[NOC_TABLE_COLUMNS_MAX];
    size_t column_count;
    noc_arena arena; /* memory of the table; is_short: memory ran out while it was filled */
    char **cells;    /* texts of all rows, one row after another */
    size_t cell_count, cell_capacity;
    noc_table_row *rows;
    size_t row_count, row_capacity;
    const char *schema; /* borrowed name of a row's schema in JSON; NULL: the default */
} noc_table;

/* Adds a column, with a copy of its header. Columns beyond NOC_TABLE_COLUMNS_MAX are ignored. */
void noc_table_add_column(noc_table *table, noc_align align, const char *header);

/* Adds several columns: headers between bars, each after its alignment: '.' at points, '>' right,
 * nothing left. "setting|.IPC|>clock\nMHz" */
void noc_table_add_columns(noc_table *table, const char *columns);

/* Adds a column for programs and `describe` only: noc_table_print skips it. */
void noc_table_add_detail(noc_table *table, const char *header);

/* Adds a column for programs and `describe` only, with the type of its cells. */
void noc_table_add_typed_detail(noc_table *table, noc_cell_type type, const char *header);

/* Adds a column that is dropped if the page is too narrow, the last one first. */
void noc_table_add_optional(noc_table *table, noc_align align, const char *header);

/* Makes the last added column dim. */
void noc_table_dim_column(noc_table *table);

/* Adds the next cell; a row ends when every column has a cell. In printed tables, texts after a tab
 * are aligned by themselves, at the right of the column: "64.10\t+-0.70". */
void noc_table_add_cell(noc_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void noc_table_add_cell_list(noc_table *table, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Adds a line across all columns. */
void noc_table_add_span(noc_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns a cell's text; "" if the row has no such cell. */
const char *noc_table_cell_text(const noc_table *table, size_t row, size_t column);

/* Frees the cells. */
void noc_table_clear(noc_table *table);

#endif
