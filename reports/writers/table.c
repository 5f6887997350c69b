#include "reports/writers/table.h"

#include <string.h>

/* ---- filling -------------------------------------------------------------------------------- */

/* Adds a column with a header of the table's arena; NULL: out of memory. */
static void append_column(noc_table *table, noc_align align, const char *header, bool is_detail)
{
    if (table->column_count == NOC_TABLE_COLUMNS_MAX) return;
    table->columns[table->column_count].header = header ? header : "";
    table->columns[table->column_count].align = align;
    table->columns[table->column_count++].is_detail = is_detail;
}

static void add_column(noc_table *table, noc_align align, const char *header, bool is_detail)
{
    append_column(table, align, noc_arena_string(&table->arena, header), is_detail);
}

void noc_table_add_column(noc_table *table, noc_align align, const char *header)
{
    add_column(table, align, header, false);
}

void noc_table_add_columns(noc_table *table, const char *columns)
{
    char *rest = noc_arena_string(&table->arena, columns);
    for (char *header; (header = strsep(&rest, "|"));) {
        const noc_align align = *header == '.'   ? NOC_ALIGN_POINT
                                : *header == '>' ? NOC_ALIGN_RIGHT
                                                 : NOC_ALIGN_LEFT;
        append_column(table, align, align == NOC_ALIGN_LEFT ? header : header + 1, false);
    }
}

void noc_table_add_detail(noc_table *table, const char *header)
{
    add_column(table, NOC_ALIGN_LEFT, header, true);
}

void noc_table_add_typed_detail(noc_table *table, noc_cell_type type, const char *header)
{
    add_column(table, NOC_ALIGN_LEFT, header, true);
    if (table->column_count) table->columns[table->column_count - 1].type = type;
}

void noc_table_add_optional(noc_table *table, noc_align align, const char *header)
{
    add_column(table, align, header, false);
    if (table->column_count) table->columns[table->column_count - 1].is_optional = true;
}

void noc_table_dim_column(noc_table *table)
{
    if (table->column_count) table->columns[table->column_count - 1].is_dim = true;
}

/* Returns a list with room for one more element of `size` bytes; NULL when out of memory. */
static void *grow(noc_table *table, void *list, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) return list;
    void *grown = noc_arena_resize(&table->arena, list, count ? 2 * count : 64, size);
    if (grown) *capacity = count ? 2 * count : 64;
    return grown;
}

static noc_table_row *begin_row(noc_table *table, bool is_span)
{
    noc_table_row *rows =
        grow(table, table->rows, &table->row_capacity, table->row_count, sizeof *rows);
    if (!rows) return NULL;
    table->rows = rows;
    rows[table->row_count] = (noc_table_row){table->cell_count, 0, is_span};
    return &rows[table->row_count++];
}

static void add_cell(noc_table *table, noc_table_row *row, const char *format, va_list arguments)
{
    char *text = row ? noc_arena_format(&table->arena, format, arguments) : NULL;
    char **cells =
        text ? grow(table, table->cells, &table->cell_capacity, table->cell_count, sizeof *cells)
             : NULL;
    if (!cells) return;
    table->cells = cells;
    cells[table->cell_count++] = text;
    row->count++;
}

void noc_table_add_cell_list(noc_table *table, const char *format, va_list arguments)
{
    noc_table_row *row = table->row_count ? &table->rows[table->row_count - 1] : NULL;
    if (!row || row->is_span || row->count == table->column_count) row = begin_row(table, false);
    add_cell(table, row, format, arguments);
}

void noc_table_add_cell(noc_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    noc_table_add_cell_list(table, format, arguments);
    va_end(arguments);
}

void noc_table_add_span(noc_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, begin_row(table, true), format, arguments);
    va_end(arguments);
}

const char *noc_table_cell_text(const noc_table *table, size_t row, size_t column)
{
    const noc_table_row *r = &table->rows[row];
    return column < r->count ? table->cells[r->first + column] : "";
}

void noc_table_clear(noc_table *table)
{
    noc_arena_clear(&table->arena);
    *table = (noc_table){0};
}
