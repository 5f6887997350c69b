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

/* Adds a column to rows without a declaration; NULL when out of memory. */
static noc_rows_column *add_column(noc_rows *rows, const char *name)
{
    enum { COLUMNS_STEP = 64 };
    const size_t c = rows->column_count;
    if (c % COLUMNS_STEP == 0) {
        noc_rows_column *columns =
            noc_arena_resize(&rows->arena, rows->columns, c + COLUMNS_STEP, sizeof *columns);
        if (!columns) return NULL;
        rows->columns = columns;
    }
    const char *copy = noc_arena_string(&rows->arena, name);
    if (!copy) return NULL;
    rows->columns[c] = (noc_rows_column){copy, strlen(copy), NOC_FORMAT_TABLE, NULL};
    rows->next_column = rows->column_count = c + 1;
    return &rows->columns[c];
}

/* Finds the column of a cell; NULL: the format does not have it. Without a declaration each put of
 * the first row adds a column, also a second one of the same name. Cells mostly come in the order
 * of the columns. */
static noc_rows_column *find_column(noc_rows *rows, const char *cell_name)
{
    char name[120];
    snprintf(name, sizeof name, "%s%s", rows->prefix, cell_name);
    if (rows->is_open) return add_column(rows, name);
    for (size_t i = 0; i < rows->column_count; i++) {
        const size_t c = (rows->next_column + i) % rows->column_count;
        if (!is_named(&rows->columns[c], name)) continue;
        rows->next_column = c + 1;
        return &rows->columns[c];
    }
    return NULL;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Writes the current line of CSV, after the header if this is the first line; empties its cells. */
static void write_line(noc_rows *rows)
{
    noc_csv_line line = {.sheet = rows->sheet};
    for (size_t c = 0; c < rows->column_count && !rows->has_header; c++) {
        char name[120];
        snprintf(name, sizeof name, "%.*s", (int)rows->columns[c].length, rows->columns[c].name);
        noc_csv_text(&line, name);
    }
    if (!rows->has_header && rows->column_count > 0) noc_csv_end(&line);
    rows->has_header = true;
    rows->is_open = false;
    for (size_t c = 0; c < rows->column_count && rows->has_row; c++) {
        noc_csv_text(&line, rows->columns[c].text ? rows->columns[c].text : "");
        noc_arena_release(&rows->arena, rows->columns[c].text);
        rows->columns[c].text = NULL;
    }
    if (rows->has_row) noc_csv_end(&line);
}

/* True if the rows become a table for people: shown columns and cells are taken. */
static bool are_shown(const noc_rows *rows)
{
    return rows->sheet->format != NOC_FORMAT_JSON && rows->sheet->format != NOC_FORMAT_CSV;
}

noc_rows noc_rows_begin(const noc_sheet *sheet, const char *columns)
{
    noc_rows rows = {.sheet = sheet};
    if (are_shown(&rows)) return rows;
    rows.is_open = !columns;
    if (columns) declare_columns(&rows, columns);
    if (sheet->format == NOC_FORMAT_JSON) rows.array = json_array();
    return rows;
}

void noc_rows_show(noc_rows *rows, const char *columns)
{
    if (are_shown(rows)) noc_table_add_columns(&rows->table, columns);
}

void noc_rows_add(noc_rows *rows)
{
    if (rows->sheet->format == NOC_FORMAT_CSV && rows->has_row) write_line(rows);
    if (rows->sheet->format == NOC_FORMAT_JSON) {
        rows->object = json_object();
        if (json_array_append_new(rows->array, rows->object) != 0) rows->object = NULL;
    }
    rows->has_row = true;
    rows->next_column = 0;
}

/* ---- cells ---------------------------------------------------------------------------------- */

void noc_rows_prefix(noc_rows *rows, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rows->prefix, sizeof rows->prefix, format, arguments);
    va_end(arguments);
}

void noc_rows_end_prefix(noc_rows *rows)
{
    rows->prefix[0] = '\0';
}

/* Sets a member of JSON; releases the value of a column that JSON does not have. */
static void put_member(noc_rows *rows, const char *name, json_t *value)
{
    if (rows->is_open || find_column(rows, name))
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
    else
        put_cell(rows, name, "%s", "");
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

void noc_put_interval(noc_rows *rows, const char *name, double value, double lo, double hi)
{
    char column[80];
    if (rows->array) {
        json_t *object = json_object();
        noc_json_set_real(object, "value", value);
        noc_json_set_real(object, "lo", lo);
        noc_json_set_real(object, "hi", hi);
        put_member(rows, name, object);
        return;
    }
    noc_put_real(rows, name, value);
    snprintf(column, sizeof column, "%s_lo", name);
    noc_put_real(rows, column, lo);
    snprintf(column, sizeof column, "%s_hi", name);
    noc_put_real(rows, column, hi);
}

/* Joins texts by "; " in one allocation of the arena; NULL when out of memory. */
static char *join_texts(noc_arena *arena, const char *const *texts, size_t count)
{
    size_t bytes = 1;
    for (size_t i = 0; i < count; i++) bytes += strlen(texts[i]) + 2;
    char *joined = noc_arena_array(arena, bytes, 1), *end = joined;
    for (size_t i = 0; joined && i < count; i++) end = stpcpy(stpcpy(end, i ? "; " : ""), texts[i]);
    return joined;
}

void noc_put_texts(noc_rows *rows, const char *name, const char *const *texts, size_t count)
{
    noc_rows_column *column;
    if (rows->array) {
        json_t *array = json_array();
        for (size_t i = 0; i < count; i++) json_array_append_new(array, noc_json_text(texts[i]));
        put_member(rows, name, array);
    } else if ((column = find_column(rows, name))) {
        column->text = join_texts(&rows->arena, texts, count);
    }
}

void noc_put_json(noc_rows *rows, const char *name, json_t *value)
{
    if (rows->array) {
        put_member(rows, name, value);
        return;
    }
    if (json_is_number(value))
        noc_put_real(rows, name, json_number_value(value));
    else
        noc_put_text(rows, name, json_is_string(value) ? json_string_value(value) : "");
    json_decref(value);
}

void noc_put_shown(noc_rows *rows, const char *format, ...)
{
    if (!are_shown(rows)) return;
    va_list arguments;
    va_start(arguments, format);
    noc_table_add_cell_list(&rows->table, format, arguments);
    va_end(arguments);
}

/* ---- end ------------------------------------------------------------------------------------ */

noc_status noc_rows_write(noc_rows *rows, noc_diag *diag)
{
    return noc_rows_write_items(rows, true, diag);
}

noc_status noc_rows_write_items(noc_rows *rows, bool is_list, noc_diag *diag)
{
    if (rows->arena.is_short) {
        noc_rows_clear(rows);
        return noc_fail_memory(diag);
    }
    if (rows->sheet->format == NOC_FORMAT_JSON)
        return noc_json_write_items(rows->sheet->out, noc_rows_end_json(rows), is_list, diag);
    if (rows->sheet->format == NOC_FORMAT_CSV) {
        write_line(rows);
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
