#include "base/input/cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_rows.h"
#include "base/suggest.h"

enum { FAULTS_MAX = 12 };

void noc_cells_fault(noc_cells *t, int line, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    t->faults++;
    if (t->faults > FAULTS_MAX) return;
    const noc_status status = noc_fail(t->diag, NOC_EINPUT, (noc_place){t->file, line}, "%s", text);
    if (t->status == NOC_OK) t->status = status;
}

void noc_cells_stop(noc_cells *t, noc_status status)
{
    t->status = status;
    t->is_stopped = true;
}

/* ---- header --------------------------------------------------------------------------------- */

static void list_columns(const noc_cells *t, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t c = 0; c < t->count && used < size; c++)
        used += (size_t)snprintf(text + used, size - used, "%s%s%s", c ? ", " : "",
                                 t->columns[c].name, t->columns[c].optional ? "?" : "");
}

static void report_unknown_column(noc_cells *t, int line, const char *name)
{
    char known[160];
    noc_nearest_search nearest = {.wanted = name};
    list_columns(t, known, sizeof known);
    for (size_t c = 0; c < t->count; c++) noc_nearest_consider(&nearest, t->columns[c].name);
    const char *nearest_name = noc_nearest_name(&nearest);
    noc_cells_fault(t, line, "unknown column \"%.40s\"%s%s%s (columns: %s; ? may be left out)",
                    name, nearest_name ? "; did you mean \"" : "", nearest_name ? nearest_name : "",
                    nearest_name ? "\"?" : "", known);
}

static void read_header(noc_cells *t, const noc_csv_row *row)
{
    t->file_columns = row->count;
    for (size_t c = 0; c < t->count; c++) t->positions[c] = SIZE_MAX;
    for (size_t i = 0; i < row->count && t->faults == 0; i++) {
        size_t c = 0;
        while (c < t->count && strcmp(row->cells[i], t->columns[c].name) != 0) c++;
        if (c == t->count)
            report_unknown_column(t, row->line, row->cells[i]);
        else if (t->positions[c] != SIZE_MAX)
            noc_cells_fault(t, row->line, "column \"%s\" is there twice", t->columns[c].name);
        else
            t->positions[c] = i;
    }
    for (size_t c = 0; c < t->count && t->faults == 0; c++) {
        char known[160];
        if (t->positions[c] != SIZE_MAX || t->columns[c].optional) continue;
        list_columns(t, known, sizeof known);
        noc_cells_fault(t, row->line,
                        "column \"%s\" is missing (the first line names the columns: %s; ? may be "
                        "left out)",
                        t->columns[c].name, known);
    }
}

/* ---- rows ----------------------------------------------------------------------------------- */

static bool read_number(const noc_column *column, const char *text, double *number)
{
    char *end;
    if (!strchr("+-.0123456789", *text)) return false; /* excludes "nan" and "inf" */
    if (strpbrk(text, "xXpP")) return false;
    *number = strtod(text, &end);
    if (*end || !(*number >= column->low && *number <= column->high)) return false;
    return column->type == NOC_CELL_REAL || *number == floor(*number);
}

static void refuse_cell(noc_cells *t, const noc_column *column, const char *text, int line)
{
    const char *expected = column->type == NOC_CELL_WHOLE ? "a whole number" : "a number";
    char blank[80] = "";
    if (column->empty_meaning)
        snprintf(blank, sizeof blank, "; an empty cell: %s", column->empty_meaning);
    if (column->type == NOC_CELL_WORD)
        noc_cells_fault(t, line, "%s is empty (expected a word)", column->name);
    else
        noc_cells_fault(t, line, "%s = %.40s: expected %s in %.10g..%.10g%s", column->name,
                        *text ? text : "(empty)", expected, column->low, column->high, blank);
}

static bool read_cell(noc_cells *t, size_t c, const noc_csv_row *row, noc_cell *cell)
{
    const noc_column *column = &t->columns[c];
    const bool has_column = t->positions[c] != SIZE_MAX;
    *cell = (noc_cell){.text = has_column ? row->cells[t->positions[c]] : ""};
    cell->is_given = *cell->text;
    bool is_valid = cell->is_given || !has_column || column->empty_meaning;
    if (cell->is_given && column->type != NOC_CELL_WORD)
        is_valid = read_number(column, cell->text, &cell->number);
    if (!is_valid) refuse_cell(t, column, cell->text, row->line);
    return is_valid;
}

static bool read_row(void *context, const noc_csv_row *row)
{
    noc_cells *t = context;
    if (t->file_columns == 0) {
        read_header(t, row);
        return t->faults == 0;
    }
    if (row->count != t->file_columns) {
        noc_cells_fault(t, row->line, "%zu cells in a line of a table of %zu columns", row->count,
                        t->file_columns);
        return t->faults < FAULTS_MAX;
    }
    noc_cell cells[NOC_COLUMNS_MAX];
    bool is_valid = true;
    for (size_t c = 0; c < t->count; c++) is_valid &= read_cell(t, c, row, &cells[c]);
    if (is_valid) t->take_row(t, cells, row->line);
    return t->faults < FAULTS_MAX && !t->is_stopped;
}

noc_status noc_cells_read(noc_cells *t, const char *text)
{
    t->file_columns = 0;
    t->faults = 0;
    t->status = NOC_OK;
    t->is_stopped = false;
    const noc_status status = noc_csv_for_each_row(text, t->file, read_row, t, t->diag);
    return status != NOC_OK ? status : t->status;
}
