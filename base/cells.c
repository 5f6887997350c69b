#include "base/cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_rows.h"
#include "base/suggest.h"

enum { MOST_FAULTS = 12 };

void noc_cells_fault(noc_cells *t, int line, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    t->faults++;
    if (t->faults > MOST_FAULTS) return;
    const noc_status status = noc_fail(t->diag, NOC_EINPUT, (noc_place){t->file, line}, "%s", text);
    if (t->status == NOC_OK) t->status = status;
}

void noc_cells_stop(noc_cells *t, noc_status status)
{
    t->status = status;
    t->stopped = true;
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

static void unknown_column(noc_cells *t, int line, const char *name)
{
    char known[160];
    noc_nearest nearest = {.wanted = name};
    list_columns(t, known, sizeof known);
    for (size_t c = 0; c < t->count; c++) noc_nearest_try(&nearest, t->columns[c].name);
    const char *near = noc_nearest_name(&nearest);
    noc_cells_fault(t, line, "unknown column \"%.40s\"%s%s%s (columns: %s; ? may be left out)",
                    name, near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "",
                    known);
}

static void take_header(noc_cells *t, const noc_csv_row *row)
{
    t->width = row->count;
    for (size_t c = 0; c < t->count; c++) t->position[c] = SIZE_MAX;
    for (size_t i = 0; i < row->count && t->faults == 0; i++) {
        size_t c = 0;
        while (c < t->count && strcmp(row->cells[i], t->columns[c].name) != 0) c++;
        if (c == t->count)
            unknown_column(t, row->line, row->cells[i]);
        else if (t->position[c] != SIZE_MAX)
            noc_cells_fault(t, row->line, "column \"%s\" is there twice", t->columns[c].name);
        else
            t->position[c] = i;
    }
    for (size_t c = 0; c < t->count && t->faults == 0; c++) {
        char known[160];
        if (t->position[c] != SIZE_MAX || t->columns[c].optional) continue;
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
    const char *what = column->type == NOC_CELL_WHOLE ? "a whole number" : "a number";
    char blank[80] = "";
    if (column->empty) snprintf(blank, sizeof blank, "; an empty cell: %s", column->empty);
    if (column->type == NOC_CELL_WORD)
        noc_cells_fault(t, line, "%s is empty (expected a word)", column->name);
    else
        noc_cells_fault(t, line, "%s = %.40s: expected %s in %.10g..%.10g%s", column->name,
                        *text ? text : "(empty)", what, column->low, column->high, blank);
}

static bool read_cell(noc_cells *t, size_t c, const noc_csv_row *row, noc_cell *cell)
{
    const noc_column *column = &t->columns[c];
    const bool there = t->position[c] != SIZE_MAX;
    *cell = (noc_cell){.text = there ? row->cells[t->position[c]] : ""};
    cell->given = *cell->text;
    bool good = cell->given || !there || column->empty;
    if (cell->given && column->type != NOC_CELL_WORD)
        good = read_number(column, cell->text, &cell->number);
    if (!good) refuse_cell(t, column, cell->text, row->line);
    return good;
}

static bool take_row(void *context, const noc_csv_row *row)
{
    noc_cells *t = context;
    if (t->width == 0) {
        take_header(t, row);
        return t->faults == 0;
    }
    if (row->count != t->width) {
        noc_cells_fault(t, row->line, "%zu cells in a line of a table of %zu columns", row->count,
                        t->width);
        return t->faults < MOST_FAULTS;
    }
    noc_cell cells[NOC_COLUMNS_MAX];
    bool good = true;
    for (size_t c = 0; c < t->count; c++) good &= read_cell(t, c, row, &cells[c]);
    if (good) t->take(t, cells, row->line);
    return t->faults < MOST_FAULTS && !t->stopped;
}

noc_status noc_cells_read(noc_cells *t, const char *text)
{
    t->width = 0;
    t->faults = 0;
    t->status = NOC_OK;
    t->stopped = false;
    const noc_status status = noc_csv_each(text, t->file, take_row, t, t->diag);
    return status != NOC_OK ? status : t->status;
}
