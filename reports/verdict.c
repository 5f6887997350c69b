#include "reports/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "reports/csv.h"
#include "reports/design_text.h"
#include "reports/json.h"
#include "reports/pen.h"
#include "reports/text.h"

static void print_verdict(const noc_sheet *sheet, const noc_verdict *v, bool resolved)
{
    const noc_design *d = v->design;
    if (!d) return;
    if (!resolved) {
        fprintf(sheet->out, "%s: ok (%u router%s, %d compute and %d memory nodes; %zu settings)\n",
                v->file, v->routers, v->routers == 1 ? "" : "s", d->nodes.compute, d->nodes.memory,
                d->origin_count);
        if (*v->gap) noc_text_say(sheet, "  without area, power and clock: %s", v->gap);
        return;
    }
    noc_pen pen = {.out = sheet->out};
    noc_pen_text(&pen, "# ", 2);
    noc_pen_text(&pen, v->file, strlen(v->file));
    fprintf(sheet->out, " with every default filled in; hash %s\n", d->hash);
    noc_design_print(d, sheet->out);
}

/* One row a file. */
static void fill_files(noc_table *table, const noc_verdict *verdicts, size_t count)
{
    static const char *const headers[] = {"file", "name", "status", "hash", "errors", "warnings"};
    for (size_t i = 0; i < 6; i++) noc_table_column(table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        const noc_verdict *v = &verdicts[i];
        noc_table_cell(table, "%s", v->file);
        noc_table_cell(table, "%s", v->design ? v->design->name : "");
        noc_table_cell(table, "%s", v->design ? "ok" : "wrong");
        noc_table_cell(table, "%s", v->design ? v->design->hash : "");
        noc_table_cell(table, "%zu", v->faults.count);
        noc_table_cell(table, "%s", v->gap);
    }
}

/* One row a setting: the lines "path = value" of the canonical form. */
static void fill_settings(noc_table *table, const noc_verdict *verdicts, size_t count)
{
    static const char *const headers[] = {"file", "name", "setting", "value"};
    for (size_t i = 0; i < 4; i++) noc_table_column(table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        const noc_verdict *v = &verdicts[i];
        char *canonical = v->design ? noc_design_canonical(v->design) : NULL, *rest = canonical;
        for (char *line; canonical && (line = strsep(&rest, "\n"));) {
            const char *equals = strstr(line, " = ");
            if (!equals) continue;
            noc_table_cell(table, "%s", v->file);
            noc_table_cell(table, "%s", v->design->name);
            noc_table_cell(table, "%.*s", (int)(equals - line), line);
            noc_table_cell(table, "%s", equals + 3);
        }
        free(canonical);
    }
}

static noc_status print_csv(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                            bool resolved, noc_diag *diag)
{
    noc_table table = {0};
    if (resolved)
        fill_settings(&table, verdicts, count);
    else
        fill_files(&table, verdicts, count);
    const noc_status status = table.failed ? noc_fail_memory(diag) : noc_csv_table(sheet, &table);
    noc_table_clear(&table);
    return status;
}

noc_status noc_report_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                               bool resolved, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON)
        return noc_json_verdicts(sheet, verdicts, count, resolved, diag);
    if (sheet->format == NOC_FORMAT_CSV) return print_csv(sheet, verdicts, count, resolved, diag);
    for (size_t i = 0; i < count; i++) print_verdict(sheet, &verdicts[i], resolved);
    return NOC_OK;
}

void noc_verdict_clear(noc_verdict *verdict)
{
    free(verdict->file);
    noc_design_free(verdict->design);
    noc_diag_clear(&verdict->faults);
    *verdict = (noc_verdict){0};
}
