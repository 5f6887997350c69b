#include "reports/writers/table_layout.h"

#include <ctype.h>
#include <string.h>

#include "base/min_max.h"
#include "reports/writers/pen.h"

enum {
    NARROW_PAGE = 60,
    LEAST_NARROW = 18, /* on a narrower page, words are not folded below this width */
};

noc_cell_parts noc_cell_take_apart(const char *cell)
{
    noc_cell_parts p = {.text = cell};
    const char *tab = strchr(cell, '\t');
    p.main_bytes = tab ? (size_t)(tab - cell) : strlen(cell);
    p.tail = tab ? tab + 1 : "";
    p.tail_width = noc_text_width(p.tail, strlen(p.tail));
    p.before_bytes = p.main_bytes;
    for (size_t i = 0; i < p.main_bytes; i++)
        if (isdigit((unsigned char)cell[i])) p.number = true;
    if (p.number) {
        p.before_bytes = strspn(cell, "+-0123456789");
        if (p.before_bytes > p.main_bytes) p.before_bytes = p.main_bytes;
    }
    p.before = noc_text_width(cell, p.before_bytes);
    p.after = noc_text_width(cell + p.before_bytes, p.main_bytes - p.before_bytes);
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
    const bool by_point = table->columns[column].align == NOC_ALIGN_POINT;
    for (size_t r = 0; r < table->row_count; r++) {
        if (table->rows[r].span) continue;
        const noc_cell_parts p = noc_cell_take_apart(noc_table_at(table, r, column));
        if (by_point && p.number) {
            m.before = max_size(m.before, p.before);
            m.after = max_size(m.after, p.after);
        }
        m.text = max_size(m.text, p.before + p.after);
        m.tail = max_size(m.tail, p.tail_width);
    }
    m.text = max_size(m.text, m.before + m.after);
    m.width =
        max_size(m.text + (m.tail ? 1 + m.tail : 0), header_width(table->columns[column].header));
    return m;
}

static size_t total_width(const noc_table_layout *l)
{
    size_t total = 0;
    for (size_t i = 0; i < l->shown; i++)
        total += l->columns[l->order[i]].width + (i ? NOC_TABLE_GAP : 0);
    return total;
}

/* Finds the smallest width of a column of words; headers are not folded. */
static size_t least_words(const char *header, size_t page)
{
    return max_size(page < NARROW_PAGE ? LEAST_NARROW : NOC_TABLE_LEAST_TEXT, header_width(header));
}

/* Finds the index of the widest column of words after the first; 0 if none can be narrower. */
static size_t widest_words(const noc_table *table, const noc_table_layout *l, size_t page)
{
    size_t widest = 0, width = 0;
    for (size_t i = 1; i < l->shown; i++) {
        const size_t c = l->order[i], least = least_words(table->columns[c].header, page);
        if (table->columns[c].align != NOC_ALIGN_LEFT) continue;
        if (l->columns[c].width <= max_size(least, width)) continue;
        widest = i;
        width = l->columns[c].width;
    }
    return widest;
}

/* Narrows the columns of words by `excess`, the widest first. Returns the remaining excess. */
static size_t fold_words(const noc_table *table, noc_table_layout *l, size_t page, size_t excess)
{
    for (size_t widest; excess > 0 && (widest = widest_words(table, l, page)); excess--) {
        l->folded[widest] = true;
        l->columns[l->order[widest]].width--;
    }
    return excess;
}

/* Narrows the first column: a wider text is printed above its row. */
static void narrow_first(const noc_table *table, noc_table_layout *l, size_t excess)
{
    const size_t first = l->order[0];
    const size_t least = max_size(header_width(table->columns[first].header), NOC_TABLE_INDENT);
    size_t *width = &l->columns[first].width;
    if (table->columns[first].align == NOC_ALIGN_LEFT && *width > least)
        *width = *width - least < excess ? least : *width - excess;
}

/* Makes the layout without the last `dropped` optional columns. */
static noc_table_layout choose_columns(const noc_table *table, size_t without)
{
    noc_table_layout l = {0};
    size_t spares = 0;
    for (size_t c = 0; c < table->column_count; c++) spares += table->columns[c].spare;
    for (size_t c = 0; c < table->column_count; c++) {
        if (table->columns[c].detail) continue;
        if (table->columns[c].spare && spares-- <= without) continue;
        l.columns[c] = measure_column(table, c);
        l.order[l.shown++] = c;
    }
    return l;
}

/* Folds the words of a table that is wider than the page. Returns the remaining excess. */
static size_t fold(const noc_table *table, noc_table_layout *l, size_t page)
{
    const size_t wanted = total_width(l);
    const size_t excess = wanted > page ? wanted - page : 0;
    return excess > 0 && l->shown > 1 ? fold_words(table, l, page, excess) : 0;
}

noc_table_layout noc_table_lay_out(const noc_table *table, size_t page)
{
    noc_table_layout l = choose_columns(table, 0);
    size_t excess = fold(table, &l, page), shown = l.shown;
    for (size_t without = 1; excess > 0; without++) {
        l = choose_columns(table, without);
        excess = fold(table, &l, page);
        if (l.shown == shown) break; /* no further column is optional */
        shown = l.shown;
    }
    if (excess > 0) narrow_first(table, &l, excess);
    l.total = total_width(&l);
    return l;
}
