/* reports/writers/table_layout.h: layout of a table on a page: the shown columns and their widths,
 * characters. */
#ifndef NOC_REPORTS_WRITERS_TABLE_LAYOUT_H
#define NOC_REPORTS_WRITERS_TABLE_LAYOUT_H

#include "reports/writers/table.h"

/* Lengths in characters. */
enum {
    NOC_TABLE_GAP = 2,       /* blanks between two columns */
    NOC_TABLE_INDENT = 2,    /* indent of continued lines; smallest width of the first column */
    NOC_TABLE_TEXT_MIN = 24, /* words are not folded below this width */
};

/* Parts of a cell's text: the integer (sign and digits), the fraction (all that follows it, up to a
 * tab), and the tail (after the tab). A text without digits is all integer and tail. */
typedef struct noc_cell_parts {
    const char *text, *tail;          /* start of the cell, and of its tail; "": no tail */
    size_t main_bytes, integer_bytes; /* bytes of integer and fraction together; of the integer */
    size_t integer_width, fraction_width, tail_width; /* characters */
    bool is_number;                                   /* the text has a digit before the tab */
} noc_cell_parts;

/* Splits a cell's text. The parts point into `cell`. */
noc_cell_parts noc_cell_split(const char *cell);

/* Widths of a column and its parts, characters. */
typedef struct noc_column_widths {
    /* `integer`, `fraction`: numbers aligned at their points, before and from the point on; `text`,
     * `tail`: before and after the tab. */
    size_t integer, fraction, text, tail;
    size_t width; /* whole column, at least as wide as its header */
} noc_column_widths;

/* Layout of a table. */
typedef struct noc_table_layout {
    noc_column_widths columns[NOC_TABLE_COLUMNS_MAX]; /* [column]; zeros for a column not shown */
    size_t shown_columns[NOC_TABLE_COLUMNS_MAX];      /* indices of the shown columns */
    size_t shown_count;
    /* Width of the table; above the page's if the table cannot be narrowed enough. */
    size_t total_width;
    bool is_folded[NOC_TABLE_COLUMNS_MAX]; /* [index in shown_columns]: text is folded */
} noc_table_layout;

/* Makes the layout for a page of `page` columns. If the table is wider, folds words, then drops
 * optional columns, then narrows the first column, as far as needed. */
noc_table_layout noc_table_make_layout(const noc_table *table, size_t page);

#endif
