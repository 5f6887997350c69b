#include "reports/writers/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- filling -------------------------------------------------------------------------------- */

static void add_column(noc_table *table, noc_align align, const char *header, bool is_detail)
{
    if (table->column_count == NOC_TABLE_COLUMNS_MAX) return;
    table->columns[table->column_count].header = header;
    table->columns[table->column_count].align = align;
    table->columns[table->column_count++].is_detail = is_detail;
}

void noc_table_add_column(noc_table *table, noc_align align, const char *header)
{
    add_column(table, align, header, false);
}

void noc_table_add_columns(noc_table *table, const noc_column_head *heads, size_t count)
{
    for (size_t i = 0; i < count; i++) noc_table_add_column(table, heads[i].align, heads[i].header);
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

/* Allocates room for one more element of `size` bytes. */
static bool grow(void **elements, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) return true;
    const size_t new_capacity = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*elements, new_capacity * size);
    if (!grown) return false;
    *elements = grown;
    *capacity = new_capacity;
    return true;
}

static noc_table_row *begin_row(noc_table *table, bool is_span)
{
    if (!grow((void **)&table->rows, &table->row_capacity, table->row_count, sizeof *table->rows))
        return NULL;
    table->rows[table->row_count] = (noc_table_row){table->cell_count, 0, is_span};
    return &table->rows[table->row_count++];
}

static void add_cell(noc_table *table, noc_table_row *row, const char *format, va_list arguments)
{
    char *text = NULL;
    if (!row || vasprintf(&text, format, arguments) < 0) {
        table->has_failed = true;
        return;
    }
    if (!grow((void **)&table->cells, &table->cell_capacity, table->cell_count,
              sizeof *table->cells)) {
        free(text);
        table->has_failed = true;
        return;
    }
    table->cells[table->cell_count++] = text;
    row->count++;
}

void noc_table_add_cell(noc_table *table, const char *format, ...)
{
    noc_table_row *row = table->row_count ? &table->rows[table->row_count - 1] : NULL;
    if (!row || row->is_span || row->count == table->column_count) row = begin_row(table, false);
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, row, format, arguments);
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
    for (size_t i = 0; i < table->cell_count; i++) free(table->cells[i]);
    free(table->cells);
    free(table->rows);
    *table = (noc_table){0};
}
