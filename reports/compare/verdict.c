#include "reports/compare/verdict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/facts/sweep.h"
#include "reports/words/design_json.h"
#include "reports/words/design_text.h"
#include "reports/writers/json.h"
#include "reports/writers/pen.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"

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

/* ---- for programs --------------------------------------------------------------------------- */

/* Calls `put` with each setting, from the lines "path = value" of the canonical form. */
static void visit_settings(const noc_design *design,
                           void (*put)(void *context, const char *path, const char *value),
                           void *context)
{
    NOC_AUTO_FREE char *canonical = noc_design_canonical(design);
    char *cursor = canonical;
    for (char *line; canonical && (line = strsep(&cursor, "\n"));) {
        char *equals = strstr(line, " = ");
        if (!equals) continue;
        *equals = '\0';
        put(context, line, equals + 3);
    }
}

static void set_member(void *context, const char *path, const char *value)
{
    json_object_set_new(context, path, noc_json_setting(value));
}

static json_t *faults_array(const noc_diag *faults)
{
    json_t *array = json_array();
    for (size_t i = 0; i < faults->count; i++) {
        const noc_message *message = &faults->messages[i];
        json_t *object = json_object();
        noc_json_set_text(object, "file", message->file);
        json_object_set_new(object, "line",
                            message->line > 0 ? json_integer(message->line) : json_null());
        noc_json_set_text(object, "text", message->text);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *verdict_object(const noc_sheet *sheet, const noc_verdict *verdict, bool is_resolved)
{
    json_t *object = noc_json_document(sheet, "nocsight.check/1");
    noc_json_set_text(object, "file", verdict->file);
    noc_json_set_text(object, "status", is_valid(verdict) ? "ok" : "wrong");
    noc_json_set_text(object, "name", verdict_name(verdict));
    noc_json_set_text(object, "hash", verdict->design ? verdict->design->hash : NULL);
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
    json_t *settings = json_object();
    visit_settings(verdict->design, set_member, settings);
    json_object_set_new(object, "settings", settings);
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                             bool is_resolved, noc_diag *diag)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, verdict_object(sheet, &verdicts[i], is_resolved));
    return noc_json_write_items(sheet->out, array, false, diag);
}

/* Setting rows of a file. */
typedef struct setting_rows {
    noc_rows *rows;
    const noc_verdict *verdict;
} setting_rows;

static void add_setting(void *context, const char *path, const char *value)
{
    const setting_rows *settings = context;
    noc_rows_add(settings->rows);
    noc_put_text(settings->rows, "file", settings->verdict->file);
    noc_put_text(settings->rows, "name", settings->verdict->design->name);
    noc_put_text(settings->rows, "setting", path);
    noc_put_text(settings->rows, "value", value);
}

static void add_file(noc_rows *rows, const noc_verdict *verdict)
{
    const char *name = verdict_name(verdict);
    noc_rows_add(rows);
    noc_put_text(rows, "file", verdict->file);
    noc_put_text(rows, "name", name ? name : "");
    noc_put_text(rows, "status", is_valid(verdict) ? "ok" : "wrong");
    noc_put_text(rows, "hash", verdict->design ? verdict->design->hash : "");
    noc_put_count(rows, "errors", verdict->faults.count);
    noc_put_text(rows, "warnings", verdict->missing_cost_reason);
}

/* Writes a row for each file, or for each setting of the files. */
static noc_status write_csv(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                            bool is_resolved, noc_diag *diag)
{
    noc_rows rows = noc_rows_begin(sheet, is_resolved ? "file name setting value"
                                                      : "file name status hash errors warnings");
    for (size_t i = 0; i < count; i++)
        if (!is_resolved)
            add_file(&rows, &verdicts[i]);
        else if (verdicts[i].design)
            visit_settings(verdicts[i].design, add_setting, &(setting_rows){&rows, &verdicts[i]});
    return noc_rows_write(&rows, diag);
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
