#include "reports/front/front_rows.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/front/front_warnings.h"
#include "reports/front/front_words.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"

/* ---- one row -------------------------------------------------------------------------------- */

/* Row of a candidate. */
typedef struct row {
    const noc_candidates *candidates;
    const noc_front_view *view;
    size_t candidate;              /* position of the candidate */
    const noc_entry *method_entry; /* entry of the row's only method; NULL: row of both methods */
    const noc_entry *entry;        /* entry for status and bottleneck */
    json_t *settings;              /* values of the settings by column name */
} row;

static bool is_objective(const noc_candidates *candidates, noc_metric_id id)
{
    for (size_t d = 0; d < candidates->objectives.count; d++)
        if (candidates->objectives.list[d].metric == id) return true;
    return false;
}

/* Returns a metric of the row's only method; without one, the sample's or else the model's, with
 * corrections for objectives. An interval that is only --model-error is dropped. */
static noc_metric find_metric(const row *r, noc_metric_id id)
{
    const noc_candidate *candidate = &r->candidates->list[r->candidate];
    if (r->method_entry) return r->method_entry->metrics[id];
    const bool is_sampled =
        candidate->sample && (!candidate->model || isfinite(candidate->sample->metrics[id].value));
    noc_metric metric = (is_sampled ? candidate->sample : candidate->model)->metrics[id];
    if (is_objective(r->candidates, id))
        metric = noc_candidate_true_metric(r->candidates, candidate, id);
    if (noc_candidate_uses_stated(r->candidates, candidate, id)) metric.lo = metric.hi = NAN;
    return metric;
}

/* Returns the extent to which the model's metrics of the row were computed. */
static const char *extent_name(const row *r)
{
    const noc_entry *model = r->candidates->list[r->candidate].model;
    return noc_extent_name(r->method_entry || !model ? r->entry->extent : model->extent);
}

static const char *method_name(const row *r)
{
    const noc_candidate *candidate = &r->candidates->list[r->candidate];
    if (r->method_entry) return noc_method_name(r->method_entry->method);
    return noc_method_name(candidate->sample && noc_candidate_is_measured(r->candidates, candidate)
                               ? NOC_METHOD_SAMPLE
                               : NOC_METHOD_MODEL);
}

static noc_status read_settings(const noc_front_view *view, const noc_setting_columns *columns,
                                const noc_entry *entry, json_t **values, noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_status status =
        noc_store_rebuild_design(view->store, entry->source, entry->overrides, &design, diag);
    if (status != NOC_OK) return status;
    *values = json_object();
    for (size_t i = 0; i < columns->count; i++)
        json_object_set_new(*values, columns->list[i].name,
                            noc_setting_column_value(&columns->list[i], design));
    noc_design_free(design);
    return *values ? NOC_OK : noc_fail_memory(diag);
}

/* ---- all rows ------------------------------------------------------------------------------- */

typedef void write_row(void *context, const noc_sheet *sheet, const row *r);

static noc_status write_design_rows(const noc_sheet *sheet, const noc_front_rows *rows, size_t i,
                                    const noc_setting_columns *columns, write_row *write,
                                    void *context, noc_diag *diag)
{
    const noc_candidates *candidates = rows->view->candidates;
    const noc_candidate *candidate = &candidates->list[rows->list[i]];
    const noc_entry *design_entry = noc_candidate_entry(candidate);
    row r = {.candidates = candidates,
             .view = rows->view,
             .candidate = rows->list[i],
             .entry = design_entry};
    const noc_status status = read_settings(rows->view, columns, design_entry, &r.settings, diag);
    if (status != NOC_OK) return status;
    if (candidate->sample && noc_candidate_is_measured(candidates, candidate))
        r.entry = candidate->sample;
    const noc_entry *methods[] = {candidate->model, candidate->sample};
    if (!rows->has_method_rows) write(context, sheet, &r);
    for (size_t k = 0; k < 2 && rows->has_method_rows; k++) {
        r.method_entry = r.entry = methods[k];
        if (methods[k]) write(context, sheet, &r);
    }
    json_decref(r.settings);
    return NOC_OK;
}

/* Finds the columns for the settings of all designs of the space, so that a filter of rows does not
 * change the columns. */
static noc_status find_columns(const noc_front_rows *rows, noc_setting_columns *columns,
                               noc_diag *diag)
{
    const noc_candidates *candidates = rows->view->candidates;
    noc_status status = rows->column_setting
                            ? noc_setting_columns_add(columns, rows->column_setting, diag)
                            : NOC_OK;
    for (size_t i = 0; i < candidates->count && status == NOC_OK; i++)
        status = noc_setting_columns_add_list(
            columns, noc_candidate_entry(&candidates->list[i])->overrides, diag);
    return status;
}

static noc_status write_rows(const noc_sheet *sheet, const noc_front_rows *rows,
                             const noc_setting_columns *columns, write_row *write, void *context,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < rows->count && status == NOC_OK; i++)
        status = write_design_rows(sheet, rows, i, columns, write, context, diag);
    return status;
}

/* Texts of the column, [noc_reach]; "": the clock that the routers reach is not known. */
static const char *const overclocked_texts[] = {"false", "", "true"};

/* ---- CSV ------------------------------------------------------------------------------------ */

typedef struct csv_rows {
    noc_rows rows;
    const noc_setting_columns *columns;
} csv_rows;

/* Puts a JSON list of texts as one cell, and releases the list. */
static void put_list(noc_rows *rows, const char *name, json_t *list)
{
    const size_t count = json_array_size(list);
    NOC_AUTO_FREE const char **texts = calloc(count + 1, sizeof *texts);
    for (size_t i = 0; texts && i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        texts[i] = text ? text : "";
    }
    noc_put_texts(rows, name, texts, texts ? count : 0);
    json_decref(list);
}

static void add_csv_row(void *context, const noc_sheet *sheet, const row *r)
{
    (void)sheet;
    csv_rows *csv = context;
    noc_rows *rows = &csv->rows;
    const noc_candidate *candidate = &r->candidates->list[r->candidate];
    char name[1000];
    noc_front_design_name(r->view, r->entry, name, sizeof name);
    noc_rows_add(rows);
    noc_put_text(rows, "name", name);
    noc_put_text(rows, "hash", r->entry->hash);
    noc_put_text(rows, "method", method_name(r));
    noc_put_text(rows, "status", r->entry->status);
    noc_put_text(rows, "on_front",
                 noc_membership_name(noc_candidate_membership(r->candidates, r->candidate)));
    noc_put_real(rows, "probability", r->candidates->odds[r->candidate]);
    noc_put_flag(rows, "by_value", r->candidates->marks[r->candidate].is_on_value_front);
    for (size_t i = 0; i < csv->columns->count; i++)
        noc_put_json(rows, csv->columns->list[i].name,
                     json_incref(json_object_get(r->settings, csv->columns->list[i].name)));
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric metric = find_metric(r, (noc_metric_id)id);
        noc_put_interval(rows, noc_metric_info_of((noc_metric_id)id)->name, metric.value, metric.lo,
                         metric.hi);
    }
    noc_put_text(rows, "extent", extent_name(r));
    noc_put_text(rows, "overclocked", overclocked_texts[noc_candidate_reach(candidate)]);
    noc_put_text(rows, "unpriced", r->entry->unpriced ? r->entry->unpriced : "");
    put_list(rows, "warnings", noc_json_design_warnings(r->entry));
    noc_put_text(rows, "bottleneck", r->entry->bottleneck);
    put_list(rows, "overrides", json_loads(r->entry->overrides, 0, NULL));
}

noc_status noc_front_rows_write_csv(const noc_sheet *sheet, const noc_front_rows *rows,
                                    noc_diag *diag)
{
    NOC_AUTO(noc_setting_columns_clear) noc_setting_columns columns = {0};
    csv_rows csv = {noc_rows_begin(sheet, NULL), &columns};
    noc_status status = find_columns(rows, &columns, diag);
    if (status == NOC_OK) status = write_rows(sheet, rows, &columns, add_csv_row, &csv, diag);
    if (status == NOC_OK) return noc_rows_write(&csv.rows, diag);
    noc_rows_clear(&csv.rows);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *design_object(const row *r)
{
    json_t *object = json_object();
    char name[1000];
    noc_front_design_name(r->view, r->entry, name, sizeof name);
    noc_json_set_text(object, "name", name);
    noc_json_set_text(object, "file", r->view->base_file);
    noc_json_set_text(object, "hash", r->entry->hash);
    json_object_set_new(object, "overrides", json_loads(r->entry->overrides, 0, NULL));
    json_object_set(object, "settings", r->settings);
    return object;
}

static json_t *metric_object(const row *r, noc_metric_id id)
{
    const noc_metric metric = find_metric(r, id);
    json_t *object = json_object();
    noc_json_set_real(object, "value", metric.value);
    noc_json_set_real(object, "lo", metric.lo);
    noc_json_set_real(object, "hi", metric.hi);
    if (!isfinite(metric.value))
        noc_json_set_text(object, "why", metric.reason ? metric.reason : "not in the store");
    if (r->method_entry || !is_objective(r->candidates, id)) return object;
    const noc_metric compared =
        noc_candidate_metric(r->candidates, &r->candidates->list[r->candidate], id, NULL);
    noc_json_set_real(object, "front_lo", compared.lo);
    noc_json_set_real(object, "front_hi", compared.hi);
    return object;
}

static json_t *overclocked_value(noc_reach reach)
{
    return reach == NOC_REACH_UNKNOWN ? json_null() : json_boolean(reach == NOC_REACH_BEYOND);
}

/* Writes one object at a time: 100,000 objects at once would fill the memory. */
static void write_json_row(void *context, const noc_sheet *sheet, const row *r)
{
    bool *first = context;
    const noc_front_mark *mark = &r->candidates->marks[r->candidate];
    json_t *object = json_object(), *metrics = json_object();
    json_object_set_new(object, "design", design_object(r));
    noc_json_set_text(object, "method", method_name(r));
    noc_json_set_text(object, "status", r->entry->status);
    noc_json_set_text(object, "on_front",
                      noc_membership_name(noc_candidate_membership(r->candidates, r->candidate)));
    noc_json_set_real(object, "probability", r->candidates->odds[r->candidate]);
    noc_json_set_flag(object, "by_value", mark->is_on_value_front);
    noc_json_set_text(object, "extent", extent_name(r));
    json_object_set_new(object, "overclocked",
                        overclocked_value(noc_candidate_reach(&r->candidates->list[r->candidate])));
    noc_json_set_text(object, "unpriced", r->entry->unpriced);
    for (int id = 0; id < NOC_METRICS; id++)
        json_object_set_new(metrics, noc_metric_info_of((noc_metric_id)id)->name,
                            metric_object(r, (noc_metric_id)id));
    json_object_set_new(object, "metrics", metrics);
    noc_json_set_text(object, "bottleneck", r->entry->bottleneck);
    json_object_set_new(object, "warnings", noc_json_design_warnings(r->entry));
    fputs(*first ? "\n" : ",\n", sheet->out);
    json_dumpf(object, sheet->out, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(object);
    *first = false;
}

static json_t *objectives_array(const noc_objectives *objectives)
{
    json_t *list = json_array();
    for (size_t d = 0; d < objectives->count; d++)
        json_array_append_new(
            list, json_sprintf("%s:%s", objectives->list[d].is_maximised ? "max" : "min",
                               noc_metric_info_of(objectives->list[d].metric)->name));
    return list;
}

static void add_measure_totals(json_t *root, const noc_measure_totals *totals)
{
    noc_json_set_count(root, "measured_now", totals->coarse_samples + totals->precise_samples);
    noc_json_set_count(root, "undecided", totals->undecided_designs);
    noc_json_set_count(root, "within_tolerance", totals->tolerated_designs);
    noc_json_set_real(root, "tolerance", totals->tolerance);
    noc_json_set_real(root, "confidence", totals->confidence);
}

/* Adds the numbers of overclocked designs, of unpriced designs, and of designs without a known
 * clock. */
static void add_excluded(json_t *root, const noc_candidates *candidates)
{
    const noc_reach_counts *reach_counts = &candidates->reach_counts;
    const size_t overclocked_count = reach_counts->counts[NOC_REACH_BEYOND];
    json_object_set_new(
        root, "overclocked",
        json_pack("{s:o, s:b, s:o, s:o}", "designs", noc_json_count(overclocked_count), "on_front",
                  candidates->rules.allows_overclock, "reached_lo_mhz",
                  noc_json_real(overclocked_count ? reach_counts->lowest_mhz : NAN),
                  "reached_hi_mhz",
                  noc_json_real(overclocked_count ? reach_counts->highest_mhz : NAN)));
    json_object_set_new(root, "unpriced",
                        json_pack("{s:o, s:b}", "designs",
                                  noc_json_count(candidates->unpriced_count), "on_front",
                                  candidates->rules.allows_unpriced));
    noc_json_set_count(root, "clock_unknown", reach_counts->counts[NOC_REACH_UNKNOWN]);
}

/* Returns the facts of the front as a whole. */
static json_t *front_object(const noc_sheet *sheet, const noc_front_view *view)
{
    const noc_candidates *candidates = view->candidates;
    const size_t dimensions = candidates->objectives.count;
    const size_t knee = noc_front_summarize(candidates).knee;
    json_t *root = json_object();
    noc_json_set_text(root, "schema", "nocsight.front/2");
    json_object_set_new(root, "tool", noc_json_tool(&sheet->run));
    noc_json_set_text(root, "space", view->space->name);
    noc_json_set_text(root, "space_id", view->space->id);
    noc_json_set_text(root, "task", view->space->task);
    noc_json_set_count(root, "design_count", candidates->count);
    noc_json_set_count(root, "incomplete", candidates->incomplete_count);
    add_excluded(root, candidates);
    json_object_set_new(root, "objectives", objectives_array(&candidates->objectives));
    noc_json_set_real(root, "model_error", view->model_error);
    noc_json_set_real(root, "hypervolume",
                      noc_front_find_hypervolume(candidates->points, candidates->marks,
                                                 candidates->racing_count, dimensions));
    noc_json_set_text(root, "knee",
                      knee < candidates->count ? noc_candidate_entry(&candidates->list[knee])->hash
                                               : NULL);
    if (view->measure_totals) add_measure_totals(root, view->measure_totals);
    json_object_set_new(root, "warnings", noc_json_lines(view->caveats));
    json_object_set_new(root, "design_warnings", noc_json_front_warnings(candidates));
    json_object_set_new(root, "run", noc_json_run(&sheet->run));
    return root;
}

noc_status noc_front_rows_write_json(const noc_sheet *sheet, const noc_front_rows *rows,
                                     noc_diag *diag)
{
    noc_setting_columns columns = {0};
    bool first = true;
    json_t *root = front_object(sheet, rows->view);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(root);
    noc_status status = text ? find_columns(rows, &columns, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) {
        fprintf(sheet->out, "%.*s,\n  \"designs\": [", (int)(strlen(text) - strlen("\n}")), text);
        status = write_rows(sheet, rows, &columns, write_json_row, &first, diag);
        fputs("\n  ]\n}\n", sheet->out);
    }
    noc_setting_columns_clear(&columns);
    free(text);
    return status;
}
