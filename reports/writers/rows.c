#include "reports/writers/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/table_print.h"

typedef struct noc_rows_column {
    const char *name; /* points into the declaration */
    size_t length;    /* bytes of the name */
    noc_format only;  /* CSV or JSON: the column is in that format alone; TABLE: in both */
    char *text;       /* CSV: cell of the current row; NULL: empty */
} noc_rows_column;

/* ---- columns -------------------------------------------------------------------------------- */

/* Reads the next name of a declaration, and moves *rest after it. False: no further name. */
static bool read_column(const char **rest, noc_rows_column *column)
{
    const char *name = *rest + strspn(*rest, " ");
    *column = (noc_rows_column){name, strcspn(name, " "), NOC_FORMAT_TABLE, NULL};
    *rest = name + column->length;
    if (strncmp(name, "csv:", 4) == 0) column->only = NOC_FORMAT_CSV;
    if (strncmp(name, "json:", 5) == 0) column->only = NOC_FORMAT_JSON;
    if (column->only == NOC_FORMAT_TABLE) return column->length > 0;
    const size_t prefix = strcspn(name, ":") + 1;
    column->name += prefix;
    column->length -= prefix;
    return true;
}

/* Takes the columns of the format. */
static void declare_columns(noc_rows *rows, const char *columns)
{
    const noc_format other =
        rows->sheet->format == NOC_FORMAT_CSV ? NOC_FORMAT_JSON : NOC_FORMAT_CSV;
    noc_rows_column column;
    size_t count = 0;
    for (const char *rest = columns; read_column(&rest, &column);) count++;
    rows->columns = noc_arena_array(&rows->arena, count, sizeof *rows->columns);
    for (const char *rest = columns; rows->columns && read_column(&rest, &column);)
        if (column.only != other) rows->columns[rows->column_count++] = column;
}

static bool is_named(const noc_rows_column *column, const char *name)
{
    return strncmp(column->name, name, column->length) == 0 && !name[column->length];
}

/* Finds a column of the format; NULL: none. Cells mostly come in the order of the columns. */
static noc_rows_column *find_column(noc_rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        const size_t c = (rows->next_column + i) % rows->column_count;
        if (!is_named(&rows->columns[c], name)) continue;
        rows->next_column = c + 1;
        return &rows->columns[c];
    }
    return NULL;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Writes the current line of CSV, and empties its cells. */
static void write_line(noc_rows *rows)
{
    noc_csv_line line = {.sheet = rows->sheet};
    for (size_t c = 0; c < rows->column_count; c++) {
        noc_csv_text(&line, rows->columns[c].text ? rows->columns[c].text : "");
        noc_arena_release(&rows->arena, rows->columns[c].text);
        rows->columns[c].text = NULL;
    }
    noc_csv_end(&line);
}

static void write_header(noc_rows *rows)
{
    for (size_t c = 0; c < rows->column_count; c++)
        rows->columns[c].text = noc_arena_text(&rows->arena, "%.*s", (int)rows->columns[c].length,
                                               rows->columns[c].name);
    write_line(rows);
}

noc_rows noc_rows_begin(const noc_sheet *sheet, const char *columns)
{
    noc_rows rows = {.sheet = sheet};
    if (noc_rows_are_shown(&rows)) return rows;
    declare_columns(&rows, columns);
    if (sheet->format == NOC_FORMAT_CSV)
        write_header(&rows);
    else
        rows.array = json_array();
    return rows;
}

bool noc_rows_are_shown(const noc_rows *rows)
{
    return rows->sheet->format != NOC_FORMAT_JSON && rows->sheet->format != NOC_FORMAT_CSV;
}

void noc_rows_show(noc_rows *rows, noc_align align, const char *header)
{
    if (noc_rows_are_shown(rows)) noc_table_add_column(&rows->table, align, header);
}

void noc_rows_add(noc_rows *rows)
{
    if (rows->sheet->format == NOC_FORMAT_CSV && rows->has_row) write_line(rows);
    if (rows->sheet->format == NOC_FORMAT_JSON) {
        rows->object = json_object();
        json_array_append_new(rows->array, rows->object);
    }
    rows->has_row = true;
    rows->next_column = 0;
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* Sets a member of JSON; releases the value of a column that JSON does not have. */
static void put_member(noc_rows *rows, const char *name, json_t *value)
{
    if (find_column(rows, name))
        json_object_set_new(rows->object, name, value);
    else
        json_decref(value);
}

/* Sets a cell of CSV, if CSV has the column. */
static void put_cell(noc_rows *rows, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void put_cell(noc_rows *rows, const char *name, const char *format, ...)
{
    noc_rows_column *column = find_column(rows, name);
    if (!column) return;
    va_list arguments;
    va_start(arguments, format);
    column->text = noc_arena_format(&rows->arena, format, arguments);
    va_end(arguments);
}

void noc_put_text(noc_rows *rows, const char *name, const char *text)
{
    if (rows->array)
        put_member(rows, name, noc_json_text(text));
    else
        put_cell(rows, name, "%s", text);
}

void noc_put_real(noc_rows *rows, const char *name, double value)
{
    if (rows->array)
        put_member(rows, name, noc_json_real(value));
    else if (isfinite(value))
        put_cell(rows, name, "%.12g", value);
}

void noc_put_count(noc_rows *rows, const char *name, uint64_t value)
{
    if (rows->array)
        put_member(rows, name, noc_json_count(value));
    else
        put_cell(rows, name, "%" PRIu64, value);
}

void noc_put_flag(noc_rows *rows, const char *name, bool value)
{
    if (rows->array)
        put_member(rows, name, json_boolean(value));
    else
        put_cell(rows, name, "%s", value ? "true" : "false");
}

void noc_put_json(noc_rows *rows, const char *name, json_t *value)
{
    if (rows->array)
        put_member(rows, name, value);
    else
        json_decref(value);
}

void noc_put_shown(noc_rows *rows, const char *format, ...)
{
    if (!noc_rows_are_shown(rows)) return;
    va_list arguments;
    va_start(arguments, format);
    noc_table_add_cell_list(&rows->table, format, arguments);
    va_end(arguments);
}

/* ---- end ------------------------------------------------------------------------------------ */

noc_status noc_rows_write(noc_rows *rows, noc_diag *diag)
{
    if (rows->arena.is_short) {
        noc_rows_clear(rows);
        return noc_fail_memory(diag);
    }
    if (rows->sheet->format == NOC_FORMAT_JSON)
        return noc_json_write(rows->sheet->out, noc_rows_end_json(rows), diag);
    if (rows->sheet->format == NOC_FORMAT_CSV) {
        if (rows->has_row) write_line(rows);
        noc_rows_clear(rows);
        return NOC_OK;
    }
    return noc_text_table(rows->sheet, &rows->table, diag);
}

json_t *noc_rows_end_json(noc_rows *rows)
{
    json_t *array = rows->arena.is_short ? NULL : json_incref(rows->array);
    noc_rows_clear(rows);
    return array;
}

void noc_rows_clear(noc_rows *rows)
{
    json_decref(rows->array);
    noc_table_clear(&rows->table);
    noc_arena_clear(&rows->arena);
    *rows = (noc_rows){.sheet = rows->sheet};
}
