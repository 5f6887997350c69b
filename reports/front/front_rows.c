#include "reports/front/front_rows.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/front/front_warnings.h"
#include "reports/front/front_words.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"

/* ---- one row -------------------------------------------------------------------------------- */

/* Row of a candidate. */
typedef struct row {
    const noc_candidates *all;
    const noc_front_view *view;
    size_t at;              /* position of the candidate */
    const noc_entry *alone; /* entry of the row's only method; NULL: row of both methods */
    const noc_entry *entry; /* entry for status and bottleneck */
    json_t *settings;       /* values of the settings by column name */
} row;

static bool is_objective(const noc_candidates *all, noc_metric_id id)
{
    for (size_t d = 0; d < all->objectives.count; d++)
        if (all->objectives.list[d].metric == id) return true;
    return false;
}

/* Returns a metric: the value of the front, or of the row's only method. An interval that is only
 * --model-error is dropped. */
static noc_metric metric_of(const row *r, noc_metric_id id)
{
    const noc_candidate *c = &r->all->list[r->at];
    if (r->alone) return r->alone->metrics[id];
    const bool sampled = c->sample && (!c->model || isfinite(c->sample->metrics[id].value));
    noc_metric m = (sampled ? c->sample : c->model)->metrics[id];
    if (is_objective(r->all, id)) m = noc_candidate_absolute(r->all, c, id);
    if (noc_candidate_is_stated(r->all, c, id)) m.lo = m.hi = NAN;
    return m;
}

/* Returns the extent to which the model's metrics of the row were computed. */
static const char *extent_of(const row *r)
{
    const noc_entry *model = r->all->list[r->at].model;
    return noc_extent_name(r->alone || !model ? r->entry->extent : model->extent);
}

static const char *method_of(const row *r)
{
    const noc_candidate *c = &r->all->list[r->at];
    if (r->alone) return noc_method_name(r->alone->method);
    return noc_method_name(c->sample && noc_candidate_measured(r->all, c) ? NOC_METHOD_SAMPLE
                                                                          : NOC_METHOD_MODEL);
}

static noc_status settings_of(const noc_front_view *v, const noc_setting_columns *columns,
                              const noc_entry *e, json_t **settings, noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_status status = noc_store_rebuild(v->store, e->source, e->overrides, &design, diag);
    if (status != NOC_OK) return status;
    *settings = json_object();
    for (size_t i = 0; i < columns->count; i++)
        json_object_set_new(*settings, columns->list[i].name,
                            noc_setting_column_value(&columns->list[i], design));
    noc_design_free(design);
    return *settings ? NOC_OK : noc_fail_memory(diag);
}

/* ---- all rows ------------------------------------------------------------------------------- */

typedef void write_row(void *context, const noc_sheet *sheet, const row *r);

static noc_status write_design(const noc_sheet *sheet, const noc_front_rows *rows, size_t i,
                               const noc_setting_columns *columns, write_row *write, void *context,
                               noc_diag *diag)
{
    const noc_candidates *all = rows->view->candidates;
    const noc_candidate *c = &all->list[rows->list[i]];
    const noc_entry *of = noc_candidate_entry(c);
    row r = {.all = all, .view = rows->view, .at = rows->list[i], .entry = of};
    const noc_status status = settings_of(rows->view, columns, of, &r.settings, diag);
    if (status != NOC_OK) return status;
    if (c->sample && noc_candidate_measured(all, c)) r.entry = c->sample;
    const noc_entry *methods[] = {c->model, c->sample};
    if (!rows->methods) write(context, sheet, &r);
    for (size_t k = 0; k < 2 && rows->methods; k++) {
        r.alone = r.entry = methods[k];
        if (methods[k]) write(context, sheet, &r);
    }
    json_decref(r.settings);
    return NOC_OK;
}

/* Finds the columns of all designs of the space: a filter of rows changes no columns. */
static noc_status find_columns(const noc_front_rows *rows, noc_setting_columns *columns,
                               noc_diag *diag)
{
    const noc_candidates *all = rows->view->candidates;
    noc_status status = rows->by ? noc_setting_columns_add(columns, rows->by, diag) : NOC_OK;
    for (size_t i = 0; i < all->count && status == NOC_OK; i++)
        status = noc_setting_columns_add_list(columns,
                                              noc_candidate_entry(&all->list[i])->overrides, diag);
    return status;
}

static noc_status write_rows(const noc_sheet *sheet, const noc_front_rows *rows,
                             const noc_setting_columns *columns, write_row *write, void *context,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < rows->count && status == NOC_OK; i++)
        status = write_design(sheet, rows, i, columns, write, context, diag);
    return status;
}

/* Texts of the column, [noc_reach]; "": the clock that the routers reach is not known. */
static const char *const overclocked[] = {"false", "", "true"};

/* ---- CSV ------------------------------------------------------------------------------------ */

static void write_header(noc_csv_line *line, const noc_setting_columns *columns)
{
    static const char *const leading[] = {"name",     "hash",        "method",  "status",
                                          "on_front", "probability", "by_value"};
    for (size_t i = 0; i < sizeof leading / sizeof leading[0]; i++) noc_csv_text(line, leading[i]);
    for (size_t i = 0; i < columns->count; i++) noc_csv_text(line, columns->list[i].name);
    for (int id = 0; id < NOC_METRICS; id++) {
        static const char *const parts[] = {"", "_lo", "_hi"};
        for (size_t k = 0; k < 3; k++) {
            char name[100];
            snprintf(name, sizeof name, "%s%s", noc_metric_info_of((noc_metric_id)id)->name,
                     parts[k]);
            noc_csv_text(line, name);
        }
    }
    noc_csv_text(line, "extent");
    noc_csv_text(line, "overclocked");
    noc_csv_text(line, "unpriced");
    noc_csv_text(line, "warnings");
    noc_csv_text(line, "bottleneck");
    noc_csv_text(line, "overrides");
    noc_csv_end(line);
}

/* Writes a list of any length as a cell, and releases the list. */
static void write_list(noc_csv_line *line, json_t *list)
{
    const size_t count = json_array_size(list);
    const char **texts = calloc(count + 1, sizeof *texts);
    for (size_t i = 0; texts && i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        texts[i] = text ? text : "";
    }
    noc_csv_joined(line, texts, texts ? count : 0);
    free(texts);
    json_decref(list);
}

static void write_csv_row(void *context, const noc_sheet *sheet, const row *r)
{
    const noc_setting_columns *columns = context;
    noc_csv_line line = {.sheet = sheet};
    char text[1000];
    const noc_front_mark *mark = &r->all->marks[r->at];
    noc_front_name(r->view, r->entry, text, sizeof text);
    noc_csv_text(&line, text);
    noc_csv_text(&line, r->entry->hash);
    noc_csv_text(&line, method_of(r));
    noc_csv_text(&line, r->entry->status);
    noc_csv_text(&line, noc_membership_name(noc_candidate_membership(r->all, r->at)));
    noc_csv_real(&line, r->all->odds[r->at]);
    noc_csv_text(&line, mark->by_value ? "true" : "false");
    for (size_t i = 0; i < columns->count; i++)
        noc_csv_json(&line, json_object_get(r->settings, columns->list[i].name));
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric m = metric_of(r, (noc_metric_id)id);
        noc_csv_real(&line, m.value);
        noc_csv_real(&line, m.lo);
        noc_csv_real(&line, m.hi);
    }
    noc_csv_text(&line, extent_of(r));
    noc_csv_text(&line, overclocked[noc_candidate_reach(&r->all->list[r->at])]);
    noc_csv_text(&line, r->entry->unpriced ? r->entry->unpriced : "");
    write_list(&line, noc_json_design_warnings(r->entry));
    noc_csv_text(&line, r->entry->bottleneck);
    write_list(&line, json_loads(r->entry->overrides, 0, NULL));
    noc_csv_end(&line);
}

noc_status noc_front_rows_csv(const noc_sheet *sheet, const noc_front_rows *rows, noc_diag *diag)
{
    noc_setting_columns columns = {0};
    noc_csv_line line = {.sheet = sheet};
    noc_status status = find_columns(rows, &columns, diag);
    if (status == NOC_OK) {
        write_header(&line, &columns);
        status = write_rows(sheet, rows, &columns, write_csv_row, &columns, diag);
    }
    noc_setting_columns_clear(&columns);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *design_object(const row *r)
{
    json_t *o = json_object();
    char name[1000];
    noc_front_name(r->view, r->entry, name, sizeof name);
    json_object_set_new(o, "name", noc_json_text(name));
    json_object_set_new(o, "file", noc_json_text(r->view->base));
    json_object_set_new(o, "hash", noc_json_text(r->entry->hash));
    json_object_set_new(o, "overrides", json_loads(r->entry->overrides, 0, NULL));
    json_object_set(o, "settings", r->settings);
    return o;
}

static json_t *metric_object(const row *r, noc_metric_id id)
{
    const noc_metric m = metric_of(r, id);
    json_t *o = json_object();
    json_object_set_new(o, "value", noc_json_real(m.value));
    json_object_set_new(o, "lo", noc_json_real(m.lo));
    json_object_set_new(o, "hi", noc_json_real(m.hi));
    if (!isfinite(m.value))
        json_object_set_new(o, "why", noc_json_text(m.why ? m.why : "not in the store"));
    if (r->alone || !is_objective(r->all, id)) return o;
    const noc_metric compared = noc_candidate_metric(r->all, &r->all->list[r->at], id, NULL);
    json_object_set_new(o, "front_lo", noc_json_real(compared.lo));
    json_object_set_new(o, "front_hi", noc_json_real(compared.hi));
    return o;
}

static json_t *overclocked_value(noc_reach reach)
{
    return reach == NOC_REACH_UNKNOWN ? json_null() : json_boolean(reach == NOC_REACH_BEYOND);
}

/* Writes one object at a time: 100,000 objects at once would fill the memory. */
static void write_json_row(void *context, const noc_sheet *sheet, const row *r)
{
    bool *first = context;
    const noc_front_mark *mark = &r->all->marks[r->at];
    json_t *o = json_object(), *metrics = json_object();
    json_object_set_new(o, "design", design_object(r));
    json_object_set_new(o, "method", noc_json_text(method_of(r)));
    json_object_set_new(o, "status", noc_json_text(r->entry->status));
    json_object_set_new(
        o, "on_front", noc_json_text(noc_membership_name(noc_candidate_membership(r->all, r->at))));
    json_object_set_new(o, "probability", noc_json_real(r->all->odds[r->at]));
    json_object_set_new(o, "by_value", json_boolean(mark->by_value));
    json_object_set_new(o, "extent", noc_json_text(extent_of(r)));
    json_object_set_new(o, "overclocked",
                        overclocked_value(noc_candidate_reach(&r->all->list[r->at])));
    json_object_set_new(o, "unpriced",
                        r->entry->unpriced ? noc_json_text(r->entry->unpriced) : json_null());
    for (int id = 0; id < NOC_METRICS; id++)
        json_object_set_new(metrics, noc_metric_info_of((noc_metric_id)id)->name,
                            metric_object(r, (noc_metric_id)id));
    json_object_set_new(o, "metrics", metrics);
    json_object_set_new(o, "bottleneck", noc_json_text(r->entry->bottleneck));
    json_object_set_new(o, "warnings", noc_json_design_warnings(r->entry));
    fputs(*first ? "\n" : ",\n", sheet->out);
    json_dumpf(o, sheet->out, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(o);
    *first = false;
}

static json_t *objectives_array(const noc_objectives *o)
{
    json_t *list = json_array();
    for (size_t d = 0; d < o->count; d++)
        json_array_append_new(list, json_sprintf("%s:%s", o->list[d].maximize ? "max" : "min",
                                                 noc_metric_info_of(o->list[d].metric)->name));
    return list;
}

static void add_measured(json_t *root, const noc_measure_totals *t)
{
    json_object_set_new(root, "measured_now", noc_json_count(t->coarse + t->measured));
    json_object_set_new(root, "undecided", noc_json_count(t->undecided));
    json_object_set_new(root, "within_tolerance", noc_json_count(t->within));
    json_object_set_new(root, "tolerance", noc_json_real(t->tolerance));
    json_object_set_new(root, "confidence", noc_json_real(t->confidence));
}

/* Adds the numbers of overclocked designs, of unpriced designs, and of designs without a known
 * clock. */
static void add_reaches(json_t *root, const noc_candidates *all)
{
    const noc_reaches *r = &all->reaches;
    const size_t beyond = r->counts[NOC_REACH_BEYOND];
    json_object_set_new(root, "overclocked",
                        json_pack("{s:o, s:b, s:o, s:o}", "designs", noc_json_count(beyond),
                                  "on_front", all->allowed.overclock, "reached_lo_mhz",
                                  noc_json_real(beyond ? r->least_mhz : NAN), "reached_hi_mhz",
                                  noc_json_real(beyond ? r->most_mhz : NAN)));
    json_object_set_new(root, "unpriced",
                        json_pack("{s:o, s:b}", "designs", noc_json_count(all->unpriced),
                                  "on_front", all->allowed.unpriced));
    json_object_set_new(root, "clock_unknown", noc_json_count(r->counts[NOC_REACH_UNKNOWN]));
}

/* Returns the facts of the front as a whole. */
static json_t *front_object(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_candidates *all = v->candidates;
    const size_t dimensions = all->objectives.count;
    const size_t knee = noc_front_summarize(all).knee;
    json_t *root = json_object();
    json_object_set_new(root, "schema", noc_json_text("nocsight.front/2"));
    json_object_set_new(root, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(root, "space", noc_json_text(v->space->name));
    json_object_set_new(root, "space_id", noc_json_text(v->space->id));
    json_object_set_new(root, "task", noc_json_text(v->space->task));
    json_object_set_new(root, "design_count", noc_json_count(all->count));
    json_object_set_new(root, "incomplete", noc_json_count(all->incomplete));
    add_reaches(root, all);
    json_object_set_new(root, "objectives", objectives_array(&all->objectives));
    json_object_set_new(root, "model_error", noc_json_real(v->model_error));
    json_object_set_new(
        root, "hypervolume",
        noc_json_real(noc_front_hypervolume(all->points, all->marks, all->racing, dimensions)));
    json_object_set_new(root, "knee",
                        knee < all->count
                            ? noc_json_text(noc_candidate_entry(&all->list[knee])->hash)
                            : json_null());
    if (v->measured) add_measured(root, v->measured);
    json_object_set_new(root, "warnings", noc_json_lines(v->caveats));
    json_object_set_new(root, "design_warnings", noc_json_front_warnings(all));
    json_object_set_new(root, "run", noc_json_run(&sheet->run));
    return root;
}

noc_status noc_front_rows_json(const noc_sheet *sheet, const noc_front_rows *rows, noc_diag *diag)
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
