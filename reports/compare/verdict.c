#include "reports/compare/verdict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/facts/sweep.h"
#include "reports/words/design_json.h"
#include "reports/words/design_text.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/pen.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Returns the name of the design or the space; NULL: not readable. */
static const char *name_of(const noc_verdict *v)
{
    if (v->design) return v->design->name;
    return v->space ? v->space->name : NULL;
}

static bool is_right(const noc_verdict *v)
{
    return v->faults.count == 0;
}

static void print_verdict(const noc_sheet *sheet, const noc_verdict *v, bool resolved)
{
    const noc_design *d = v->design;
    if (v->space && v->survey.designs) noc_report_space(sheet, v->file, v->space, &v->survey);
    if (!d) return;
    if (!resolved) {
        noc_text_say(sheet,
                     "%s: ok (%" PRIu64 " router%s, %d compute and %d memory nodes; %zu settings)",
                     v->file, v->routers, v->routers == 1 ? "" : "s", d->nodes.compute,
                     d->nodes.memory, d->origin_count);
        if (*v->layers) noc_text_say(sheet, "  %s", v->layers);
        if (*v->gap) noc_text_say(sheet, "  without area, power and clock: %s", v->gap);
        return;
    }
    noc_pen pen = {.out = sheet->out};
    noc_pen_text(&pen, "# ", 2);
    noc_pen_text(&pen, v->file, strlen(v->file));
    fprintf(sheet->out, " with every default filled in; hash %s\n", d->hash);
    noc_design_print(d, sheet->out);
}

/* Fills a table with one row for each file. */
static void fill_files(noc_table *table, const noc_verdict *verdicts, size_t count)
{
    static const char *const headers[] = {"file", "name", "status", "hash", "errors", "warnings"};
    for (size_t i = 0; i < 6; i++) noc_table_column(table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        const noc_verdict *v = &verdicts[i];
        noc_table_cell(table, "%s", v->file);
        noc_table_cell(table, "%s", name_of(v) ? name_of(v) : "");
        noc_table_cell(table, "%s", is_right(v) ? "ok" : "wrong");
        noc_table_cell(table, "%s", v->design ? v->design->hash : "");
        noc_table_cell(table, "%zu", v->faults.count);
        noc_table_cell(table, "%s", v->gap);
    }
}

/* Fills a table with one row for each setting, from the lines "path = value" of the canonical
 * form. */
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

static noc_status write_csv(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                            bool resolved, noc_diag *diag)
{
    noc_table table = {0};
    if (resolved)
        fill_settings(&table, verdicts, count);
    else
        fill_files(&table, verdicts, count);
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Returns the settings as members, from the lines "path = value" of the canonical form. */
static json_t *settings_object(const noc_design *design)
{
    json_t *object = json_object();
    char *canonical = noc_design_canonical(design), *rest = canonical;
    for (char *line; canonical && (line = strsep(&rest, "\n"));) {
        char *equals = strstr(line, " = ");
        if (!equals) continue;
        *equals = '\0';
        json_object_set_new(object, line, noc_json_setting(equals + 3));
    }
    free(canonical);
    return object;
}

static json_t *faults_array(const noc_diag *faults)
{
    json_t *array = json_array();
    for (size_t i = 0; i < faults->count; i++) {
        const noc_message *m = &faults->messages[i];
        json_t *object = json_object();
        json_object_set_new(object, "file", m->file ? noc_json_text(m->file) : json_null());
        json_object_set_new(object, "line", m->line > 0 ? json_integer(m->line) : json_null());
        json_object_set_new(object, "text", m->text ? noc_json_text(m->text) : json_null());
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *verdict_object(const noc_run *run, const noc_verdict *v, bool resolved)
{
    json_t *object = json_object();
    json_object_set_new(object, "schema", noc_json_text("nocsight.check/1"));
    json_object_set_new(object, "tool", noc_json_tool(run));
    json_object_set_new(object, "file", noc_json_text(v->file));
    json_object_set_new(object, "status", noc_json_text(is_right(v) ? "ok" : "wrong"));
    json_object_set_new(object, "name", name_of(v) ? noc_json_text(name_of(v)) : json_null());
    json_object_set_new(object, "hash", v->design ? noc_json_text(v->design->hash) : json_null());
    json_object_set_new(object, "errors", faults_array(&v->faults));
    json_t *warnings = json_array();
    if (*v->gap)
        json_array_append_new(warnings, json_sprintf("no area, power and clock: %s", v->gap));
    json_object_set_new(object, "warnings", warnings);
    if (v->space && v->survey.designs)
        json_object_set_new(object, "space", noc_json_survey(&v->survey));
    if (!resolved || !v->design) return object;
    json_object_set_new(object, "config", noc_json_config(v->design));
    json_object_set_new(object, "settings", settings_object(v->design));
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                             bool resolved, noc_diag *diag)
{
    if (count == 1)
        return noc_json_write(sheet->out, verdict_object(&sheet->run, verdicts, resolved), diag);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, verdict_object(&sheet->run, &verdicts[i], resolved));
    return noc_json_write(sheet->out, array, diag);
}

/* ---- all formats ---------------------------------------------------------------------------- */

noc_status noc_report_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                               bool resolved, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, verdicts, count, resolved, diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_csv(sheet, verdicts, count, resolved, diag);
    for (size_t i = 0; i < count; i++) print_verdict(sheet, &verdicts[i], resolved);
    return NOC_OK;
}

void noc_verdict_clear(noc_verdict *verdict)
{
    free(verdict->file);
    noc_design_free(verdict->design);
    noc_diag_clear(&verdict->faults);
    if (verdict->space) noc_space_clear(verdict->space);
    free(verdict->space);
    noc_survey_clear(&verdict->survey);
    *verdict = (noc_verdict){0};
}
