#include "studies/csv_rows.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    noc_csv_rows *rows;
    noc_csv_row row; /* that is being read */
    int line;
    const char *fault; /* static */
    int fault_line;
    bool short_of_memory;
} reader;

static void fault(reader *r, int line, const char *text)
{
    if (r->fault) return;
    r->fault = text;
    r->fault_line = line;
}

static void take_cell(void *cell, size_t length, void *context)
{
    reader *r = context;
    char *text = strndup(cell ? cell : "", length);
    if (!text) r->short_of_memory = true;
    if (text && r->row.count == NOC_CSV_CELLS_MAX) {
        fault(r, r->line, "the row has too many cells");
        free(text);
        text = NULL;
    }
    for (const char *c = cell; c && c < (const char *)cell + length; c++) r->line += *c == '\n';
    if (text) r->row.cells[r->row.count++] = text;
}

static void take_row(int end, void *context)
{
    (void)end;
    reader *r = context;
    noc_csv_row *grown = reallocarray(r->rows->list, r->rows->count + 1, sizeof *grown);
    if (grown) {
        r->rows->list = grown;
        grown[r->rows->count++] = r->row;
    } else {
        r->short_of_memory = true;
        for (size_t i = 0; i < r->row.count; i++) free(r->row.cells[i]);
    }
    r->line++;
    r->row = (noc_csv_row){.line = r->line};
}

void noc_csv_rows_clear(noc_csv_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < rows->list[i].count; k++) free(rows->list[i].cells[k]);
    free(rows->list);
    *rows = (noc_csv_rows){0};
}

static noc_status parse(const char *text, reader *r)
{
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) return NOC_EFAILED;
    const size_t length = strlen(text);
    const bool whole = csv_parse(&parser, text, length, take_cell, take_row, r) == length &&
                       csv_fini(&parser, take_cell, take_row, r) == 0;
    if (!whole) {
        r->short_of_memory |= csv_error(&parser) == CSV_ENOMEM;
        fault(r, r->line, "a quote stands where none may");
    }
    csv_free(&parser);
    return NOC_OK;
}

/* The first row has the columns' names, the others as many cells. */
static void check_rows(reader *r, const char *const *columns, size_t count)
{
    const noc_csv_rows *rows = r->rows;
    bool same = rows->count > 0 && rows->list[0].count == count;
    for (size_t i = 0; same && i < count; i++)
        same = strcmp(rows->list[0].cells[i], columns[i]) == 0;
    if (!same) fault(r, 1, "the first line does not name the columns");
    for (size_t i = 1; i < rows->count; i++)
        if (rows->list[i].count != count)
            fault(r, rows->list[i].line, "the row has not as many cells as there are columns");
}

static void drop_first(noc_csv_rows *rows)
{
    for (size_t k = 0; k < rows->list[0].count; k++) free(rows->list[0].cells[k]);
    rows->count--;
    memmove(rows->list, rows->list + 1, rows->count * sizeof *rows->list);
}

noc_status noc_csv_read(const char *text, const char *file, const char *const *columns,
                        size_t count, noc_csv_rows *rows, noc_diag *diag)
{
    *rows = (noc_csv_rows){0};
    reader r = {.rows = rows, .row = {.line = 1}, .line = 1};
    if (parse(text, &r) != NOC_OK || r.short_of_memory) {
        noc_csv_rows_clear(rows);
        return noc_fail_memory(diag);
    }
    check_rows(&r, columns, count);
    if (!r.fault) {
        drop_first(rows);
        return NOC_OK;
    }
    noc_csv_rows_clear(rows);
    return noc_fail(diag, NOC_EINPUT, (noc_place){file, r.fault_line}, "%s", r.fault);
}
