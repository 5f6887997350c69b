#include "reports/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/breakdown.h"
#include "reports/channels.h"
#include "reports/compare.h"
#include "reports/components.h"
#include "reports/figure.h"
#include "reports/json_values.h"

/* JSON is UTF-8; what is not (a design's name may be anything) loses its bytes beyond ASCII. */
static json_t *text_of(const char *text)
{
    json_t *string = json_string(text);
    if (string) return string;
    char *copy = strdup(text);
    if (!copy) return NULL;
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?';
    string = json_string(copy);
    free(copy);
    return string;
}

static json_t *real_of(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* Integers of readers, and of jansson, end at 2^63. */
static json_t *count_of(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

static json_t *metric_object(const noc_metric *metric)
{
    json_t *object = json_object();
    json_object_set_new(object, "value", real_of(metric->value));
    json_object_set_new(object, "lo", real_of(metric->lo));
    json_object_set_new(object, "hi", real_of(metric->hi));
    json_object_set_new(object, "confidence", real_of(metric->confidence));
    if (!isfinite(metric->value))
        json_object_set_new(object, "why", text_of(metric->why ? metric->why : "not computed"));
    return object;
}

static json_t *metrics_object(const noc_estimate *e)
{
    json_t *object = json_object();
    for (int id = 0; id < NOC_METRICS; id++)
        json_object_set_new(object, noc_metric_info_of((noc_metric_id)id)->name,
                            metric_object(&e->metrics[id]));
    return object;
}

static json_t *tool_object(const noc_run *run)
{
    json_t *object = json_object();
    json_object_set_new(object, "version", text_of(run->version));
    json_object_set_new(object, "commit", text_of(run->commit));
    json_object_set_new(object, "calibration",
                        run->calibration ? text_of(run->calibration) : json_null());
    return object;
}

static json_t *design_object(const noc_design *design)
{
    json_t *object = json_object(), *overrides = json_array();
    for (size_t i = 0; i < design->override_count; i++)
        json_array_append_new(overrides, text_of(design->overrides[i]));
    json_object_set_new(object, "name", text_of(design->name));
    json_object_set_new(object, "file", text_of(design->file));
    json_object_set_new(object, "hash", text_of(design->hash));
    json_object_set_new(object, "overrides", overrides);
    return object;
}

static json_t *bottleneck_object(const noc_bottleneck *bottleneck)
{
    if (!bottleneck->kind[0]) return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "kind", text_of(bottleneck->kind));
    json_object_set_new(object, "where", text_of(bottleneck->where));
    json_object_set_new(object, "resource", text_of(bottleneck->resource));
    json_object_set_new(object, "utilization", real_of(bottleneck->utilization));
    if (!bottleneck->workload[0]) return object;
    json_object_set_new(object, "workload", text_of(bottleneck->workload));
    json_object_set_new(object, "workloads", json_integer((json_int_t)bottleneck->workloads));
    return object;
}

static json_t *warnings_array(const noc_estimate *e)
{
    json_t *array = json_array();
    for (int i = 0; i < e->warning_count; i++)
        json_array_append_new(array, text_of(e->warnings[i]));
    return array;
}

static json_t *command_array(const noc_run *run)
{
    json_t *command = json_array();
    for (int i = 0; i < run->argc; i++) json_array_append_new(command, text_of(run->argv[i]));
    return command;
}

static json_t *run_object(const noc_run *run, const noc_estimate *e)
{
    json_t *object = json_object();
    json_object_set_new(object, "command", command_array(run));
    const bool sample = e->method == NOC_METHOD_SAMPLE;
    json_object_set_new(object, "seed", sample ? count_of(e->seed) : json_null());
    json_object_set_new(object, "wall_s", real_of(e->wall_s));
    return object;
}

static void add_windows(json_t *object, const noc_estimate *e)
{
    json_object_set_new(object, "cycles_simulated", count_of(e->cycles_simulated));
    json_object_set_new(object, "warmup_cycles", count_of(e->warmup_cycles));
    json_object_set_new(object, "windows", count_of(e->windows));
    json_object_set_new(object, "flit_hops", count_of(e->flit_hops));
    if (!e->trace_packets) return;
    json_object_set_new(object, "trace_packets", count_of(e->trace_packets));
    json_object_set_new(object, "makespan_cycles", count_of(e->cycles_simulated));
}

static json_t *check_object(const noc_estimate *e)
{
    json_t *object = json_object();
    json_object_set_new(object, "load_flits_per_cycle", real_of(e->check_load));
    json_object_set_new(object, "measured_cycles", real_of(e->check_measured));
    json_object_set_new(object, "model_cycles", real_of(e->check_predicted));
    json_object_set_new(object, "measured_ipc", real_of(e->check_ipc_measured));
    json_object_set_new(object, "model_ipc", real_of(e->check_ipc_predicted));
    json_object_set_new(object, "seed", count_of(e->seed));
    return object;
}

/* `errors` may be NULL; the reference is taken over. */
static json_t *estimate_object(const noc_run *run, const noc_estimate *e, json_t *errors)
{
    json_t *object = json_object();
    json_object_set_new(object, "schema", text_of("nocsight.estimate/1"));
    json_object_set_new(object, "tool", tool_object(run));
    json_object_set_new(object, "design", design_object(e->design));
    json_object_set_new(object, "method", text_of(noc_method_name(e->method)));
    json_object_set_new(object, "load_flits_per_cycle", real_of(e->load));
    json_object_set_new(object, "status", text_of(noc_answer_name(e->answer)));
    json_object_set_new(object, "metrics", metrics_object(e));
    if (errors) json_object_set_new(object, "error", errors);
    if (noc_was_checked(e)) json_object_set_new(object, "check", check_object(e));
    json_object_set_new(object, "bottleneck", bottleneck_object(&e->bottleneck));
    if (e->components)
        json_object_set_new(object, "components", noc_json_components(e->components));
    if (e->channels) json_object_set_new(object, "channels", noc_json_channels(e->channels));
    json_object_set_new(object, "warnings", warnings_array(e));
    if (e->method == NOC_METHOD_SAMPLE) add_windows(object, e);
    json_object_set_new(object, "run", run_object(run, e));
    return object;
}

static json_t *errors_object(const noc_comparison *row)
{
    json_t *object = json_object();
    for (size_t i = 0; noc_compared_metric(i) != NOC_METRICS; i++) {
        const noc_metric_id id = noc_compared_metric(i);
        json_object_set_new(object, noc_metric_info_of(id)->name,
                            real_of(noc_comparison_error(row, id)));
    }
    return object;
}

/* Writes and releases. jansson's setters refuse NULL, so a missing member means that memory ran
 * out: the object is then written without it, and a missing document is told here. */
static noc_status write_out(FILE *out, json_t *json, noc_diag *diag)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(12);
    const bool written = json && json_dumpf(json, out, flags) == 0;
    json_decref(json);
    fputc('\n', out);
    return written ? NOC_OK : noc_fail_memory(diag);
}

static void add_components(json_t *estimate, const noc_breakdown *breakdown)
{
    json_t *components = json_object_get(estimate, "components");
    if (components) noc_breakdown_json(components, breakdown);
}

noc_status noc_json_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                              bool several, noc_diag *diag)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = estimate_object(&sheet->run, &estimates[i], NULL);
        if (count > 1)
            json_object_set_new(object, "changes", noc_json_changes(&estimates[0], &estimates[i]));
        if (sheet->breakdowns) add_components(object, &sheet->breakdowns[i]);
        if (!several && count == 1) {
            json_decref(array);
            return write_out(sheet->out, object, diag);
        }
        json_array_append_new(array, object);
    }
    return write_out(sheet->out, array, diag);
}

noc_status noc_json_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                noc_diag *diag)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        const noc_comparison *row = &rows[i];
        json_t *errors = row->sampled ? errors_object(row) : NULL;
        json_array_append_new(array, estimate_object(&sheet->run, &row->model, errors));
        if (row->sampled)
            json_array_append_new(array, estimate_object(&sheet->run, &row->sample, NULL));
    }
    return write_out(sheet->out, array, diag);
}

static json_t *row_object(const noc_table *table, size_t row)
{
    json_t *object = json_object();
    json_object_set_new(object, "schema", text_of("nocsight.entry/1"));
    for (size_t c = 0; c < table->column_count; c++) {
        const char *cell = noc_table_at(table, row, c);
        json_object_set_new(object, table->columns[c].header, *cell ? text_of(cell) : json_null());
    }
    return object;
}

noc_status noc_json_tables(const noc_sheet *sheet, const noc_table *tables, size_t count,
                           bool several, noc_diag *diag)
{
    json_t *array = json_array();
    for (size_t t = 0; t < count; t++)
        for (size_t r = 0; r < tables[t].row_count; r++)
            json_array_append_new(array, row_object(&tables[t], r));
    if (several || json_array_size(array) != 1) return write_out(sheet->out, array, diag);
    json_t *single = json_incref(json_array_get(array, 0));
    json_decref(array);
    return write_out(sheet->out, single, diag);
}

/* ---- verdicts ------------------------------------------------------------------------------- */

/* A value as a design file has it; lists differ from JSON's in their brackets only. */
static json_t *value_of(const char *text)
{
    char *copy = strdup(text);
    if (!copy) return NULL;
    for (char *c = copy; *c && *copy != '"'; c++) {
        if (*c == '(') *c = '[';
        if (*c == ')') *c = ']';
    }
    json_t *value = json_loads(copy, JSON_DECODE_ANY, NULL);
    free(copy);
    return value ? value : text_of(text);
}

/* The lines "path = value" of the canonical form, as members. */
static json_t *settings_object(const noc_design *design)
{
    json_t *object = json_object();
    char *canonical = noc_design_canonical(design), *rest = canonical;
    for (char *line; canonical && (line = strsep(&rest, "\n"));) {
        char *equals = strstr(line, " = ");
        if (!equals) continue;
        *equals = '\0';
        json_object_set_new(object, line, value_of(equals + 3));
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
        json_object_set_new(object, "file", m->file ? text_of(m->file) : json_null());
        json_object_set_new(object, "line", m->line > 0 ? json_integer(m->line) : json_null());
        json_object_set_new(object, "text", m->text ? text_of(m->text) : json_null());
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *verdict_object(const noc_run *run, const noc_verdict *v, bool resolved)
{
    json_t *object = json_object();
    json_object_set_new(object, "schema", text_of("nocsight.check/1"));
    json_object_set_new(object, "tool", tool_object(run));
    json_object_set_new(object, "file", text_of(v->file));
    json_object_set_new(object, "status", text_of(v->design ? "ok" : "wrong"));
    json_object_set_new(object, "name", v->design ? text_of(v->design->name) : json_null());
    json_object_set_new(object, "hash", v->design ? text_of(v->design->hash) : json_null());
    json_object_set_new(object, "errors", faults_array(&v->faults));
    json_t *warnings = json_array();
    if (*v->gap)
        json_array_append_new(warnings, json_sprintf("no area, power and clock: %s", v->gap));
    json_object_set_new(object, "warnings", warnings);
    if (resolved && v->design) json_object_set_new(object, "settings", settings_object(v->design));
    return object;
}

noc_status noc_json_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                             bool resolved, noc_diag *diag)
{
    if (count == 1)
        return write_out(sheet->out, verdict_object(&sheet->run, verdicts, resolved), diag);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, verdict_object(&sheet->run, &verdicts[i], resolved));
    return write_out(sheet->out, array, diag);
}

/* ---- changes -------------------------------------------------------------------------------- */

static json_t *change_object(const noc_contrast *c)
{
    json_t *object = json_object();
    json_object_set_new(object, "change", real_of(c->change));
    json_object_set_new(object, "lo", real_of(c->lo));
    json_object_set_new(object, "hi", real_of(c->hi));
    json_object_set_new(object, "indistinguishable",
                        c->why ? json_null() : json_boolean(c->within));
    if (c->why) json_object_set_new(object, "why", text_of(c->why));
    return object;
}

json_t *noc_json_changes(const noc_estimate *base, const noc_estimate *e)
{
    json_t *object = json_object();
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_contrast c = noc_compared(base, e, (noc_metric_id)i);
        json_object_set_new(object, noc_metric_info_of((noc_metric_id)i)->name, change_object(&c));
    }
    return object;
}

/* ---- for other reports ---------------------------------------------------------------------- */

json_t *noc_json_text(const char *text)
{
    return text_of(text);
}

json_t *noc_json_real(double value)
{
    return real_of(value);
}

json_t *noc_json_tool(const noc_run *run)
{
    return tool_object(run);
}

json_t *noc_json_design(const noc_design *design)
{
    return design_object(design);
}

json_t *noc_json_run(const noc_run *run)
{
    json_t *object = json_object();
    json_object_set_new(object, "command", command_array(run));
    return object;
}

json_t *noc_json_estimate(const noc_run *run, const noc_estimate *estimate)
{
    return estimate_object(run, estimate, NULL);
}

json_t *noc_json_lines(const char *lines)
{
    json_t *array = json_array();
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        json_array_append_new(array, json_stringn(lines, length));
        lines += length + (lines[length] == '\n');
    }
    return array;
}

json_t *noc_json_setting(const char *text)
{
    return value_of(text);
}

noc_status noc_json_write(FILE *out, json_t *json, noc_diag *diag)
{
    return write_out(out, json, diag);
}
