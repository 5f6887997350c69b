/* reports/writers/table_layout.h: how wide the columns of a table are on a page, and which of them
 * are shown. */
#ifndef NOC_REPORTS_WRITERS_TABLE_LAYOUT_H
#define NOC_REPORTS_WRITERS_TABLE_LAYOUT_H

#include "reports/writers/table.h"

enum {
    NOC_TABLE_GAP = 2,
    NOC_TABLE_INDENT = 2,
    NOC_TABLE_LEAST_TEXT = 24, /* columns that words are not folded below */
};

/* A cell's text taken apart: what stands before the decimal point, the point and what follows it,
 * and the part after a tab. Texts without digits have no point to be lined up by. */
typedef struct noc_cell_parts {
    const char *text, *tail;
    size_t main_bytes, before_bytes;
    size_t before, after, tail_width;
    bool number;
} noc_cell_parts;

noc_cell_parts noc_cell_take_apart(const char *cell);

/* The widths of a column's pieces. */
typedef struct noc_column_widths {
    size_t before, after, text, tail; /* text: of the whole part left of the tab */
    size_t width;
} noc_column_widths;

typedef struct noc_table_layout {
    noc_column_widths columns[NOC_TABLE_COLUMNS_MAX];
    size_t order[NOC_TABLE_COLUMNS_MAX]; /* the columns that are shown */
    size_t shown;
    size_t total;                       /* columns of the page; more than it has if all that does
                                         * not help */
    bool folded[NOC_TABLE_COLUMNS_MAX]; /* whose text goes over several lines; by position in
                                         * `order` */
} noc_table_layout;

/* Folds words, leaves spare columns out, narrows the first column, as far as the page asks for. */
noc_table_layout noc_table_lay_out(const noc_table *table, size_t page);

#endif
