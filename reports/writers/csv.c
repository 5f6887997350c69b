#include "reports/writers/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/memory_text.h"

/* True if a spreadsheet may run a text as a formula; numbers with signs are none. */
static bool is_formula(const char *text)
{
    char *end;
    if (*text == '\0' || !strchr("=+-@\t\r", *text)) return false;
    strtod(text, &end);
    return end == text || *end;
}

void noc_csv_cell(const noc_sheet *sheet, const char *text)
{
    FILE *out = sheet->out;
    const char *mark = sheet->is_csv_safe && is_formula(text) ? "'" : "";
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(out, "%s%s", mark, text);
        return;
    }
    fprintf(out, "\"%s", mark);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void write_separator(noc_csv_line *line)
{
    if (line->has_cells) fputc(',', line->sheet->out);
    line->has_cells = true;
}

void noc_csv_text(noc_csv_line *line, const char *text)
{
    write_separator(line);
    noc_csv_cell(line->sheet, text);
}

void noc_csv_real(noc_csv_line *line, double value)
{
    write_separator(line);
    if (isfinite(value)) fprintf(line->sheet->out, "%.12g", value);
}

void noc_csv_json(noc_csv_line *line, const json_t *value)
{
    const char *text = json_string_value(value);
    if (json_is_number(value))
        noc_csv_real(line, json_number_value(value));
    else
        noc_csv_text(line, text ? text : "");
}

void noc_csv_count(noc_csv_line *line, uint64_t value)
{
    write_separator(line);
    fprintf(line->sheet->out, "%" PRIu64, value);
}

void noc_csv_texts(noc_csv_line *line, const char *const *texts, size_t count)
{
    char *joined = NULL;
    size_t size = 0;
    FILE *cell = open_memstream(&joined, &size);
    for (size_t i = 0; cell && i < count; i++) fprintf(cell, "%s%s", i ? "; " : "", texts[i]);
    noc_csv_text(line, noc_memory_text_close(cell, &joined) ? joined : "");
    free(joined);
}

void noc_csv_end(noc_csv_line *line)
{
    fputc('\n', line->sheet->out);
    line->has_cells = false;
}

/* ---- tables --------------------------------------------------------------------------------- */

noc_status noc_csv_table(const noc_sheet *sheet, const noc_table *table, noc_diag *diag)
{
    noc_csv_line line = {.sheet = sheet};
    if (table->arena.is_short) return noc_fail_memory(diag);
    for (size_t c = 0; c < table->column_count; c++) noc_csv_text(&line, table->columns[c].header);
    noc_csv_end(&line);
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t c = 0; c < table->column_count; c++)
            noc_csv_text(&line, noc_table_cell_text(table, r, c));
        noc_csv_end(&line);
    }
    return NOC_OK;
}
