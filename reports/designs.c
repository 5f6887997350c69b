#include "reports/designs.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/overrides.h"
#include "reports/writers/csv.h"

static const char *const words[] = {"off", "possible", "certain"};

/* Settings that some override sets, in the order in which they come up: what varies, and no
 * more. */
typedef struct paths {
    char **list;
    size_t count;
} paths;

static void add_path(paths *p, const char *item)
{
    const size_t length = strcspn(item, "=");
    for (size_t i = 0; i < p->count; i++)
        if (strlen(p->list[i]) == length && strncmp(p->list[i], item, length) == 0) return;
    char **grown = realloc(p->list, (p->count + 1) * sizeof *grown);
    if (!grown) return;
    p->list = grown;
    p->list[p->count++] = strndup(item, length);
}

static void find_paths(const noc_candidates *all, paths *p)
{
    for (size_t i = 0; i < all->count; i++) {
        json_t *list = json_loads(noc_candidate_entry(&all->list[i])->overrides, 0, NULL);
        for (size_t k = 0; k < json_array_size(list); k++) {
            const char *item = json_string_value(json_array_get(list, k));
            if (item) add_path(p, item);
        }
        json_decref(list);
    }
}

static void clear_paths(paths *p)
{
    for (size_t i = 0; i < p->count; i++) free(p->list[i]);
    free(p->list);
}

/* The values of the paths in a design, in order; NULL where it has no such setting. */
static noc_status read_values(noc_store *store, const noc_entry *e, const paths *p, char **values,
                              noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_status status = noc_store_rebuild(store, e->source, e->overrides, &design, diag);
    if (status != NOC_OK) return status;
    for (size_t i = 0; i < p->count; i++) {
        const int setting = noc_setting_find(p->list[i]);
        values[i] = setting < 0 ? NULL : noc_setting_text(design, (size_t)setting);
    }
    noc_design_free(design);
    return NOC_OK;
}

static void csv_header(FILE *out, const paths *p)
{
    fputs("hash,method,status,on_front", out);
    for (size_t i = 0; i < p->count; i++) {
        fputc(',', out); /* a dot is no part of a name in R or SQL */
        for (const char *c = p->list[i]; *c; c++) fputc(strchr(".[]", *c) ? '_' : *c, out);
    }
    for (int id = 0; id < NOC_METRICS; id++) {
        const char *name = noc_metric_info_of((noc_metric_id)id)->name;
        fprintf(out, ",%s,%s_lo,%s_hi", name, name, name);
    }
    fputs(",bottleneck,overrides\n", out);
}

static void csv_row(const noc_sheet *sheet, const noc_candidates *all, size_t i, const noc_entry *e,
                    char *const *values, size_t count)
{
    char text[1000];
    FILE *out = sheet->out;
    noc_csv_cell(sheet, e->hash);
    fprintf(out, ",%s,", noc_method_name(e->method));
    noc_csv_cell(sheet, e->status);
    fprintf(out, ",%s", words[all->marks[i].membership]);
    for (size_t k = 0; k < count; k++) {
        fputc(',', out);
        if (values[k]) noc_csv_cell(sheet, values[k]);
    }
    for (int id = 0; id < NOC_METRICS; id++) {
        const double figures[] = {e->metrics[id].value, e->metrics[id].lo, e->metrics[id].hi};
        for (size_t k = 0; k < 3; k++) {
            fputc(',', out);
            if (isfinite(figures[k])) fprintf(out, "%.12g", figures[k]);
        }
    }
    fputc(',', out);
    noc_csv_cell(sheet, e->bottleneck);
    fputc(',', out);
    noc_overrides_text(e->overrides, text, sizeof text);
    noc_csv_cell(sheet, text);
    fputc('\n', out);
}

static json_t *real_of(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* One object, written by itself: a hundred thousand at once would fill the memory. */
static void json_row(FILE *out, const noc_candidates *all, size_t i, const noc_entry *e,
                     const paths *p, char *const *values)
{
    json_t *o = json_object(), *settings = json_object(), *metrics = json_object();
    json_object_set_new(o, "hash", json_string(e->hash));
    json_object_set_new(o, "method", json_string(noc_method_name(e->method)));
    json_object_set_new(o, "status", json_string(e->status));
    json_object_set_new(o, "on_front", json_string(words[all->marks[i].membership]));
    for (size_t k = 0; k < p->count; k++)
        json_object_set_new(settings, p->list[k], values[k] ? json_string(values[k]) : json_null());
    json_object_set_new(o, "settings", settings);
    json_object_set_new(o, "overrides", json_loads(e->overrides, 0, NULL));
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric *m = &e->metrics[id];
        json_object_set_new(metrics, noc_metric_info_of((noc_metric_id)id)->name,
                            json_pack("{s:o, s:o, s:o}", "value", real_of(m->value), "lo",
                                      real_of(m->lo), "hi", real_of(m->hi)));
    }
    json_object_set_new(o, "metrics", metrics);
    json_object_set_new(o, "bottleneck", json_string(e->bottleneck));
    json_dumpf(o, out, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(o);
}

static noc_status write_entry(const noc_sheet *sheet, const noc_candidates *all, size_t i,
                              const noc_entry *e, noc_store *store, bool json, const paths *p,
                              bool first, noc_diag *diag)
{
    char **values = calloc(p->count + 1, sizeof *values);
    if (!values) return noc_fail_memory(diag);
    const noc_status status = read_values(store, e, p, values, diag);
    if (status == NOC_OK && json) {
        if (!first) fputs(",\n", sheet->out);
        json_row(sheet->out, all, i, e, p, values);
    } else if (status == NOC_OK) {
        csv_row(sheet, all, i, e, values, p->count);
    }
    for (size_t k = 0; k < p->count; k++) free(values[k]);
    free(values);
    return status;
}

noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *v, noc_store *store,
                              bool json, noc_diag *diag)
{
    const noc_candidates *all = v->candidates;
    paths p = {NULL, 0};
    noc_status status = NOC_OK;
    bool first = true;
    find_paths(all, &p);
    if (json)
        fputs("[\n", sheet->out);
    else
        csv_header(sheet->out, &p);
    for (size_t i = 0; i < all->count; i++) {
        const noc_entry *both[] = {all->list[i].model, all->list[i].sample};
        for (size_t k = 0; k < 2 && status == NOC_OK; k++) {
            if (!both[k]) continue;
            status = write_entry(sheet, all, i, both[k], store, json, &p, first, diag);
            first = false;
        }
    }
    if (json) fputs("\n]\n", sheet->out);
    clear_paths(&p);
    return status;
}
