/* reports/writers/table.h: columns of text, lined up for people.
 *
 * Zero-initialise a table, add its columns, then its cells row by row; noc_table_clear at the end.
 * Running out of memory is remembered and told by noc_table_print (table_print.h). */
#ifndef NOC_REPORTS_WRITERS_TABLE_H
#define NOC_REPORTS_WRITERS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { NOC_TABLE_COLUMNS_MAX = 32 };

typedef enum noc_align {
    NOC_ALIGN_LEFT,
    NOC_ALIGN_RIGHT,
    NOC_ALIGN_POINT, /* numbers, with their decimal points below each other */
} noc_align;

/* Type of a cell for programs; an empty one is null. */
typedef enum noc_cell_type {
    NOC_CELL_TEXT,
    NOC_CELL_NUMBER,
    NOC_CELL_FLAG, /* value "true", or "false" */
} noc_cell_type;

typedef struct noc_table_row {
    size_t first; /* position of the row's first cell */
    size_t count; /* less than the columns while the row is being filled */
    bool span;    /* one cell over all columns */
} noc_table_row;

typedef struct noc_table {
    struct {
        const char *header; /* borrowed; its lines are separated by '\n' */
        noc_align align;
        bool detail; /* left out of printed tables */
        bool spare;  /* left out of printed tables that would be wider than their page */
        bool dim;
        noc_cell_type type;
    } columns[NOC_TABLE_COLUMNS_MAX];
    size_t column_count;
    char **cells;
    size_t cell_count, cell_capacity;
    noc_table_row *rows;
    size_t row_count, row_capacity;
    bool failed;
    const char *schema; /* borrowed, names the shape of a row in JSON; NULL: that of any list */
} noc_table;

void noc_table_column(noc_table *table, noc_align align, const char *header);

/* The columns of a list, in its order. */
typedef struct noc_table_head {
    noc_align align;
    const char *header;
} noc_table_head;
void noc_table_columns(noc_table *table, const noc_table_head *heads, size_t count);

/* Adds a column that only machines and `describe` read: noc_table_print leaves it out. */
void noc_table_detail(noc_table *table, const char *header);

/* Adds a column that only machines and `describe` read, with a type of its cells. */
void noc_table_typed(noc_table *table, noc_cell_type type, const char *header);

/* Adds a column that is left out where the page has no room for it, the last one first. */
void noc_table_spare(noc_table *table, noc_align align, const char *header);

/* Makes the column that was added last dim: the eye should not meet it first. */
void noc_table_dim(noc_table *table);

/* Adds the next cell; a row ends when every column has one. Text behind a tab is set in a column of
 * its own right of the rest: "64.10\t+-0.70". */
void noc_table_cell(noc_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a line across all columns. */
void noc_table_span(noc_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The cell's text; "" where there is none. */
const char *noc_table_at(const noc_table *table, size_t row, size_t column);

void noc_table_clear(noc_table *table);

#endif
