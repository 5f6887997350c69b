/* reports/writers/table_layout.h: layout of a table on a page: its shown columns and their widths,
 * in columns of characters. */
#ifndef NOC_REPORTS_WRITERS_TABLE_LAYOUT_H
#define NOC_REPORTS_WRITERS_TABLE_LAYOUT_H

#include "reports/writers/table.h"

enum {
    NOC_TABLE_GAP = 2,
    NOC_TABLE_INDENT = 2,
    NOC_TABLE_TEXT_MIN = 24, /* words are not folded below this width */
};

/* Parts of a cell's text: before the decimal point, from the point on, and after a tab. Texts
 * without digits have no point. */
typedef struct noc_cell_parts {
    const char *text, *tail;
    size_t main_bytes, integer_bytes;
    size_t integer_width, fraction_width, tail_width;
    bool is_number;
} noc_cell_parts;

noc_cell_parts noc_cell_split(const char *cell);

/* Widths of a column's parts. */
typedef struct noc_column_widths {
    size_t integer, fraction, text, tail; /* `text`: width of the part before the tab */
    size_t width;
} noc_column_widths;

typedef struct noc_table_layout {
    noc_column_widths columns[NOC_TABLE_COLUMNS_MAX];
    size_t shown_columns[NOC_TABLE_COLUMNS_MAX]; /* indices of the shown columns */
    size_t shown_count;
    size_t
        total_width; /* width of the table; more than the page's if even folding does not suffice */
    bool is_folded[NOC_TABLE_COLUMNS_MAX]; /* [index in shown_columns]: text is folded */
} noc_table_layout;

/* Lays a table out: folds words, drops optional columns, and narrows the first column, as far as
 * the page needs. */
noc_table_layout noc_table_make_layout(const noc_table *table, size_t page);

#endif
