#include "base/csv_rows.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

typedef struct row_reader {
    bool (*pass_row)(void *context, const noc_csv_row *row);
    void *context;
    noc_csv_row row; /* present row */
    int line;
    const char *fault; /* static text; NULL: none */
    int fault_line;
    bool is_done, is_out_of_memory;
} row_reader;

static void note_fault(row_reader *r, int line, const char *text)
{
    if (r->fault) return;
    r->fault = text;
    r->fault_line = line;
}

static void clear_row(noc_csv_row *row)
{
    for (size_t i = 0; i < row->count; i++) free(row->cells[i]);
    row->count = 0;
}

static void add_cell(void *cell, size_t length, void *context)
{
    row_reader *r = context;
    if (r->is_done) return;
    char *text = strndup(cell ? cell : "", length);
    if (!text) r->is_out_of_memory = true;
    if (text && r->row.count == NOC_CSV_CELLS_MAX) {
        note_fault(r, r->line, "the row has too many cells");
        free(text);
        text = NULL;
    }
    if (r->row.count == 0) r->row.line = r->line;
    for (const char *c = cell; c && c < (const char *)cell + length; c++) r->line += *c == '\n';
    if (text) r->row.cells[r->row.count++] = text;
}

/* Ends a row. libcsv also calls this function for an empty line, and after the first of two
 * characters at the end of a line. */
static void end_row(int end, void *context)
{
    row_reader *r = context;
    if (r->row.count > 0 && !r->fault && !r->is_out_of_memory)
        r->is_done |= !r->pass_row(r->context, &r->row);
    clear_row(&r->row);
    r->is_done |= r->fault || r->is_out_of_memory;
    r->line += end == '\n';
}

noc_status noc_csv_for_each_row(const char *text, const char *file,
                                bool (*pass_row)(void *context, const noc_csv_row *row),
                                void *context, noc_diag *diag)
{
    struct csv_parser parser;
    row_reader r = {.pass_row = pass_row, .context = context, .line = 1};
    const unsigned char options = CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_REPALL_NL;
    if (csv_init(&parser, options) != 0) return noc_fail_memory(diag);
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    const size_t length = strlen(text);
    const bool is_complete = csv_parse(&parser, text, length, add_cell, end_row, &r) == length &&
                             csv_fini(&parser, add_cell, end_row, &r) == 0;
    if (!is_complete) {
        r.is_out_of_memory |= csv_error(&parser) == CSV_ENOMEM;
        if (!r.is_done) note_fault(&r, r.line, "a quote stands where none may");
    }
    csv_free(&parser);
    clear_row(&r.row);
    if (r.is_out_of_memory) return noc_fail_memory(diag);
    if (!r.fault) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, (noc_place){file, r.fault_line}, "%s", r.fault);
}

/* ---- all rows ------------------------------------------------------------------------------- */

void noc_csv_rows_clear(noc_csv_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) clear_row(&rows->list[i]);
    free(rows->list);
    *rows = (noc_csv_rows){0};
}

/* Rows under construction, with the expected columns. */
typedef struct row_collector {
    noc_csv_rows *rows;
    const char *file;
    const char *const *columns;
    size_t count;
    bool has_names; /* true after the first row, which names the columns */
    noc_diag *diag;
    noc_status status;
} row_collector;

static bool report_fault(row_collector *c, int line, const char *text)
{
    c->status = noc_fail(c->diag, NOC_EINPUT, (noc_place){c->file, line}, "%s", text);
    return false;
}

static bool check_names(row_collector *c, const noc_csv_row *row)
{
    bool are_equal = row->count == c->count;
    for (size_t i = 0; are_equal && i < c->count; i++)
        are_equal = strcmp(row->cells[i], c->columns[i]) == 0;
    c->has_names = true;
    return are_equal || report_fault(c, row->line, "the first line does not name the columns");
}

static bool collect_row(void *context, const noc_csv_row *row)
{
    row_collector *c = context;
    if (!c->has_names) return check_names(c, row);
    if (row->count != c->count)
        return report_fault(c, row->line, "the row has not as many cells as there are columns");
    noc_csv_row *new_list = reallocarray(c->rows->list, c->rows->count + 1, sizeof *new_list);
    if (new_list) c->rows->list = new_list;
    noc_csv_row copy = {.line = row->line};
    for (bool is_complete = new_list != NULL; is_complete && copy.count < row->count;) {
        char *cell = strdup(row->cells[copy.count]);
        is_complete = cell != NULL;
        if (is_complete) copy.cells[copy.count++] = cell;
    }
    if (new_list && copy.count == row->count) {
        new_list[c->rows->count++] = copy;
        return true;
    }
    clear_row(&copy);
    c->status = noc_fail_memory(c->diag);
    return false;
}

noc_status noc_csv_read_rows(const char *text, const char *file, const char *const *columns,
                             size_t count, noc_csv_rows *rows, noc_diag *diag)
{
    *rows = (noc_csv_rows){0};
    row_collector c = {rows, file, columns, count, false, diag, NOC_OK};
    noc_status status = noc_csv_for_each_row(text, file, collect_row, &c, diag);
    if (status == NOC_OK) status = c.status;
    if (status == NOC_OK && !c.has_names) {
        report_fault(&c, 1, "the first line does not name the columns");
        status = c.status;
    }
    if (status != NOC_OK) noc_csv_rows_clear(rows);
    return status;
}
