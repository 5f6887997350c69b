/* reports/writers/table_layout.h: widths of the columns of a table on a page, and the columns that
 * are shown. */
#ifndef NOC_REPORTS_WRITERS_TABLE_LAYOUT_H
#define NOC_REPORTS_WRITERS_TABLE_LAYOUT_H

#include "reports/writers/table.h"

enum {
    NOC_TABLE_GAP = 2,
    NOC_TABLE_INDENT = 2,
    NOC_TABLE_LEAST_TEXT = 24, /* columns that words are not folded below */
};

/* Parts of a cell's text: before the decimal point, from the point on, and behind a tab. Texts
 * without digits have no point to be lined up by. */
typedef struct noc_cell_parts {
    const char *text, *tail;
    size_t main_bytes, before_bytes;
    size_t before, after, tail_width;
    bool number;
} noc_cell_parts;

noc_cell_parts noc_cell_take_apart(const char *cell);

/* Widths of a column's pieces. */
typedef struct noc_column_widths {
    size_t before, after, text, tail; /* `text`: width of the whole part left of the tab */
    size_t width;
} noc_column_widths;

typedef struct noc_table_layout {
    noc_column_widths columns[NOC_TABLE_COLUMNS_MAX];
    size_t order[NOC_TABLE_COLUMNS_MAX]; /* positions of the columns that are shown */
    size_t shown;
    size_t total;                       /* width of the table, columns; more than the page has if
                                         * nothing helps */
    bool folded[NOC_TABLE_COLUMNS_MAX]; /* [position in `order`]: text goes over several lines */
} noc_table_layout;

/* Folds words, leaves spare columns out, narrows the first column, as far as the page needs. */
noc_table_layout noc_table_lay_out(const noc_table *table, size_t page);

#endif
