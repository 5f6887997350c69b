#include "reports/writers/csv.h"

#include <stdlib.h>
#include <string.h>

/* True if a spreadsheet may run a text as a formula; numbers with signs are none. */
static bool is_formula(const char *text)
{
    char *end;
    if (*text == '\0' || !strchr("=+-@\t\r", *text)) return false;
    strtod(text, &end);
    return end == text || *end;
}

void noc_csv_text(noc_csv_line *line, const char *text)
{
    FILE *out = line->sheet->out;
    const char *mark = line->sheet->is_csv_safe && is_formula(text) ? "'" : "";
    if (line->has_cells) fputc(',', out);
    line->has_cells = true;
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
