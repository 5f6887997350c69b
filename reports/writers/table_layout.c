#include "reports/writers/table_layout.h"

#include <ctype.h>
#include <string.h>

#include "base/min_max.h"
#include "reports/writers/pen.h"

enum {
    NARROW_PAGE = 60,
    NARROW_TEXT_MIN = 18, /* on a narrower page, words are not folded below this width */
};

noc_cell_parts noc_cell_split(const char *cell)
{
    noc_cell_parts p = {.text = cell};
    const char *tab = strchr(cell, '\t');
    p.main_bytes = tab ? (size_t)(tab - cell) : strlen(cell);
    p.tail = tab ? tab + 1 : "";
    p.tail_width = noc_text_width(p.tail, strlen(p.tail));
    p.integer_bytes = p.main_bytes;
    for (size_t i = 0; i < p.main_bytes; i++)
        if (isdigit((unsigned char)cell[i])) p.is_number = true;
    if (p.is_number) {
        p.integer_bytes = strspn(cell, "+-0123456789");
        if (p.integer_bytes > p.main_bytes) p.integer_bytes = p.main_bytes;
    }
    p.integer_width = noc_text_width(cell, p.integer_bytes);
    p.fraction_width = noc_text_width(cell + p.integer_bytes, p.main_bytes - p.integer_bytes);
    return p;
}

static size_t header_width(const char *header)
{
    size_t width = 0;
    while (*header) {
        const size_t bytes = strcspn(header, "\n");
        width = max_size(width, noc_text_width(header, bytes));
        header += bytes + (header[bytes] == '\n');
    }
    return width;
}

static noc_column_widths measure_column(const noc_table *table, size_t column)
{
    noc_column_widths m = {0};
    const bool has_points = table->columns[column].align == NOC_ALIGN_POINT;
    for (size_t r = 0; r < table->row_count; r++) {
        if (table->rows[r].is_span) continue;
        const noc_cell_parts p = noc_cell_split(noc_table_cell_text(table, r, column));
        if (has_points && p.is_number) {
            m.integer = max_size(m.integer, p.integer_width);
            m.fraction = max_size(m.fraction, p.fraction_width);
        }
        m.text = max_size(m.text, p.integer_width + p.fraction_width);
        m.tail = max_size(m.tail, p.tail_width);
    }
    m.text = max_size(m.text, m.integer + m.fraction);
    m.width =
        max_size(m.text + (m.tail ? 1 + m.tail : 0), header_width(table->columns[column].header));
    return m;
}

static size_t sum_widths(const noc_table_layout *l)
{
    size_t total = 0;
    for (size_t i = 0; i < l->shown_count; i++)
        total += l->columns[l->shown_columns[i]].width + (i ? NOC_TABLE_GAP : 0);
    return total;
}

/* Finds the smallest width of a column of words; headers are not folded. */
static size_t find_min_width(const char *header, size_t page)
{
    return max_size(page < NARROW_PAGE ? NARROW_TEXT_MIN : NOC_TABLE_TEXT_MIN,
                    header_width(header));
}

/* Finds the index of the widest column of words after the first; 0 if none can be narrower. */
static size_t find_widest_words(const noc_table *table, const noc_table_layout *l, size_t page)
{
    size_t widest = 0, width = 0;
    for (size_t i = 1; i < l->shown_count; i++) {
        const size_t c = l->shown_columns[i],
                     min_width = find_min_width(table->columns[c].header, page);
        if (table->columns[c].align != NOC_ALIGN_LEFT) continue;
        if (l->columns[c].width <= max_size(min_width, width)) continue;
        widest = i;
        width = l->columns[c].width;
    }
    return widest;
}

/* Narrows the columns of words by `excess`, the widest first. Returns the remaining excess. */
static size_t fold_words(const noc_table *table, noc_table_layout *l, size_t page, size_t excess)
{
    for (size_t widest; excess > 0 && (widest = find_widest_words(table, l, page)); excess--) {
        l->is_folded[widest] = true;
        l->columns[l->shown_columns[widest]].width--;
    }
    return excess;
}

/* Narrows the first column: a wider text is printed above its row. */
static void narrow_first(const noc_table *table, noc_table_layout *l, size_t excess)
{
    const size_t first = l->shown_columns[0];
    const size_t min_width = max_size(header_width(table->columns[first].header), NOC_TABLE_INDENT);
    size_t *width = &l->columns[first].width;
    if (table->columns[first].align == NOC_ALIGN_LEFT && *width > min_width)
        *width = *width - min_width < excess ? min_width : *width - excess;
}

/* Makes the layout without the last `dropped` optional columns. */
static noc_table_layout choose_columns(const noc_table *table, size_t dropped)
{
    noc_table_layout l = {0};
    size_t optional_count = 0;
    for (size_t c = 0; c < table->column_count; c++)
        optional_count += table->columns[c].is_optional;
    for (size_t c = 0; c < table->column_count; c++) {
        if (table->columns[c].is_detail) continue;
        if (table->columns[c].is_optional && optional_count-- <= dropped) continue;
        l.columns[c] = measure_column(table, c);
        l.shown_columns[l.shown_count++] = c;
    }
    return l;
}

/* Folds the words of a table that is wider than the page. Returns the remaining excess. */
static size_t fold_table(const noc_table *table, noc_table_layout *l, size_t page)
{
    const size_t full_width = sum_widths(l);
    const size_t excess = full_width > page ? full_width - page : 0;
    return excess > 0 && l->shown_count > 1 ? fold_words(table, l, page, excess) : 0;
}

noc_table_layout noc_table_make_layout(const noc_table *table, size_t page)
{
    noc_table_layout l = choose_columns(table, 0);
    size_t excess = fold_table(table, &l, page), shown_count = l.shown_count;
    for (size_t dropped = 1; excess > 0; dropped++) {
        l = choose_columns(table, dropped);
        excess = fold_table(table, &l, page);
        if (l.shown_count == shown_count) break; /* no further column is optional */
        shown_count = l.shown_count;
    }
    if (excess > 0) narrow_first(table, &l, excess);
    l.total_width = sum_widths(&l);
    return l;
}
