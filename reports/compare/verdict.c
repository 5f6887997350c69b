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
static const char *verdict_name(const noc_verdict *verdict)
{
    if (verdict->design) return verdict->design->name;
    return verdict->space ? verdict->space->name : NULL;
}

static bool is_valid(const noc_verdict *verdict)
{
    return verdict->faults.count == 0;
}

static void print_verdict(const noc_sheet *sheet, const noc_verdict *verdict, bool is_resolved)
{
    const noc_design *design = verdict->design;
    if (verdict->space && verdict->survey.designs)
        noc_report_space(sheet, verdict->file, verdict->space, &verdict->survey);
    if (!design) return;
    if (!is_resolved) {
        noc_text_paragraph(
            sheet, "%s: ok (%" PRIu64 " router%s, %d compute and %d memory nodes; %zu settings)",
            verdict->file, verdict->routers, verdict->routers == 1 ? "" : "s",
            design->nodes.compute, design->nodes.memory, design->origin_count);
        if (*verdict->layers_text) noc_text_paragraph(sheet, "  %s", verdict->layers_text);
        if (*verdict->missing_cost_reason)
            noc_text_paragraph(sheet, "  without area, power and clock: %s",
                               verdict->missing_cost_reason);
        return;
    }
    noc_pen pen = {.out = sheet->out};
    noc_pen_text(&pen, "# ", 2);
    noc_pen_text(&pen, verdict->file, strlen(verdict->file));
    fprintf(sheet->out, " with every default filled in; hash %s\n", design->hash);
    noc_design_print(design, sheet->out);
}

/* Fills a table with one row for each file. */
static void fill_files(noc_table *table, const noc_verdict *verdicts, size_t count)
{
    noc_table_add_columns(table, "file|name|status|hash|errors|warnings");
    for (size_t i = 0; i < count; i++) {
        const noc_verdict *verdict = &verdicts[i];
        noc_table_add_cell(table, "%s", verdict->file);
        noc_table_add_cell(table, "%s", verdict_name(verdict) ? verdict_name(verdict) : "");
        noc_table_add_cell(table, "%s", is_valid(verdict) ? "ok" : "wrong");
        noc_table_add_cell(table, "%s", verdict->design ? verdict->design->hash : "");
        noc_table_add_cell(table, "%zu", verdict->faults.count);
        noc_table_add_cell(table, "%s", verdict->missing_cost_reason);
    }
}

/* Fills a table with one row for each setting, from the lines "path = value" of the canonical
 * form. */
static void fill_settings(noc_table *table, const noc_verdict *verdicts, size_t count)
{
    static const char *const headers[] = {"file", "name", "setting", "value"};
    for (size_t i = 0; i < 4; i++) noc_table_add_column(table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        const noc_verdict *verdict = &verdicts[i];
        char *canonical = verdict->design ? noc_design_canonical(verdict->design) : NULL,
             *cursor = canonical;
        for (char *line; canonical && (line = strsep(&cursor, "\n"));) {
            const char *equals = strstr(line, " = ");
            if (!equals) continue;
            noc_table_add_cell(table, "%s", verdict->file);
            noc_table_add_cell(table, "%s", verdict->design->name);
            noc_table_add_cell(table, "%.*s", (int)(equals - line), line);
            noc_table_add_cell(table, "%s", equals + 3);
        }
        free(canonical);
    }
}

static noc_status write_csv(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                            bool is_resolved, noc_diag *diag)
{
    noc_table table = {0};
    if (is_resolved)
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
    char *canonical = noc_design_canonical(design), *cursor = canonical;
    for (char *line; canonical && (line = strsep(&cursor, "\n"));) {
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
        const noc_message *message = &faults->messages[i];
        json_t *object = json_object();
        json_object_set_new(object, "file",
                            message->file ? noc_json_text(message->file) : json_null());
        json_object_set_new(object, "line",
                            message->line > 0 ? json_integer(message->line) : json_null());
        json_object_set_new(object, "text",
                            message->text ? noc_json_text(message->text) : json_null());
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *verdict_object(const noc_run_info *run, const noc_verdict *verdict, bool is_resolved)
{
    json_t *object = json_object();
    json_object_set_new(object, "schema", noc_json_text("nocsight.check/1"));
    json_object_set_new(object, "tool", noc_json_tool(run));
    json_object_set_new(object, "file", noc_json_text(verdict->file));
    json_object_set_new(object, "status", noc_json_text(is_valid(verdict) ? "ok" : "wrong"));
    json_object_set_new(object, "name",
                        verdict_name(verdict) ? noc_json_text(verdict_name(verdict)) : json_null());
    json_object_set_new(object, "hash",
                        verdict->design ? noc_json_text(verdict->design->hash) : json_null());
    json_object_set_new(object, "errors", faults_array(&verdict->faults));
    json_t *warnings = json_array();
    if (*verdict->missing_cost_reason)
        json_array_append_new(
            warnings, json_sprintf("no area, power and clock: %s", verdict->missing_cost_reason));
    json_object_set_new(object, "warnings", warnings);
    if (verdict->space && verdict->survey.designs)
        json_object_set_new(object, "space", noc_json_survey(&verdict->survey));
    if (!is_resolved || !verdict->design) return object;
    json_object_set_new(object, "config", noc_json_config(verdict->design));
    json_object_set_new(object, "settings", settings_object(verdict->design));
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                             bool is_resolved, noc_diag *diag)
{
    if (count == 1)
        return noc_json_write(sheet->out, verdict_object(&sheet->run, verdicts, is_resolved), diag);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, verdict_object(&sheet->run, &verdicts[i], is_resolved));
    return noc_json_write(sheet->out, array, diag);
}

/* ---- all formats ---------------------------------------------------------------------------- */

noc_status noc_report_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                               bool is_resolved, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON)
        return write_json(sheet, verdicts, count, is_resolved, diag);
    if (sheet->format == NOC_FORMAT_CSV)
        return write_csv(sheet, verdicts, count, is_resolved, diag);
    for (size_t i = 0; i < count; i++) print_verdict(sheet, &verdicts[i], is_resolved);
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
