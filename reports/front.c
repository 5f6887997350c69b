#include "reports/front.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/front_text.h"
#include "reports/overrides.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"

static const char *const words[] = {"off", "possible", "certain"};

static json_t *member_object(const noc_candidates *all, size_t i)
{
    const noc_candidate *c = &all->list[i];
    const noc_entry *e = noc_candidate_entry(c);
    json_t *o = json_object(), *metrics = json_object();
    json_object_set_new(o, "hash", json_string(e->hash));
    json_object_set_new(o, "on_front", json_string(words[all->marks[i].membership]));
    json_object_set_new(o, "by_value", json_boolean(all->marks[i].by_value));
    json_object_set_new(o, "method",
                        json_string(noc_candidate_measured(all, c) ? "sample" : "model"));
    json_object_set_new(o, "overrides", json_loads(e->overrides, 0, NULL));
    for (size_t d = 0; d < all->objectives.count; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        const noc_metric m = noc_candidate_metric(all, c, id, NULL);
        const noc_metric absolute = noc_candidate_absolute(all, c, id);
        json_t *value = json_object();
        json_object_set_new(value, "value", noc_json_real(m.value));
        json_object_set_new(value, "lo", noc_json_real(m.lo));
        json_object_set_new(value, "hi", noc_json_real(m.hi));
        json_object_set_new(value, "absolute_lo", noc_json_real(absolute.lo));
        json_object_set_new(value, "absolute_hi", noc_json_real(absolute.hi));
        json_object_set_new(metrics, noc_metric_info_of(id)->name, value);
    }
    json_object_set_new(o, "metrics", metrics);
    return o;
}

static noc_status json_front(const noc_sheet *sheet, const noc_front_view *v,
                             const noc_front_order *o)
{
    const noc_candidates *all = v->candidates;
    json_t *root = json_object(), *goals = json_array(), *list = json_array();
    json_object_set_new(root, "schema", json_string("nocsight.front/1"));
    json_object_set_new(root, "space", json_string(v->space->name));
    json_object_set_new(root, "space_id", json_string(v->space->id));
    json_object_set_new(root, "designs", json_integer((json_int_t)all->count));
    json_object_set_new(root, "incomplete", json_integer((json_int_t)all->incomplete));
    for (size_t d = 0; d < all->objectives.count; d++)
        json_array_append_new(
            goals, json_sprintf("%s:%s", all->objectives.list[d].maximize ? "max" : "min",
                                noc_metric_info_of(all->objectives.list[d].metric)->name));
    json_object_set_new(root, "objectives", goals);
    json_object_set_new(root, "model_error", noc_json_real(v->model_error));
    json_object_set_new(root, "hypervolume",
                        noc_json_real(noc_front_hypervolume(all->points, all->marks, all->count,
                                                            all->objectives.count)));
    const size_t knee = noc_front_knee(all->points, all->marks, all->count, all->objectives.count);
    json_object_set_new(root, "knee",
                        knee < all->count ? json_string(noc_candidate_entry(&all->list[knee])->hash)
                                          : json_null());
    if (v->measured) {
        json_object_set_new(
            root, "measured_now",
            json_integer((json_int_t)(v->measured->coarse + v->measured->measured)));
        json_object_set_new(root, "undecided", json_integer((json_int_t)v->measured->undecided));
        json_object_set_new(root, "within_tolerance",
                            json_integer((json_int_t)v->measured->within));
        json_object_set_new(root, "tolerance", json_real(v->measured->tolerance));
        json_object_set_new(root, "confidence", json_real(v->measured->confidence));
    }
    for (size_t i = 0; i < o->count; i++)
        json_array_append_new(list, member_object(all, o->list[i]));
    json_object_set_new(root, "warnings", noc_json_lines(v->caveats));
    json_object_set_new(root, "front", list);
    const int failed = json_dumpf(root, sheet->out,
                                  JSON_INDENT(2) | JSON_REAL_PRECISION(12) | JSON_PRESERVE_ORDER);
    json_decref(root);
    fputc('\n', sheet->out);
    return failed ? NOC_EFAILED : NOC_OK;
}

static void csv_front(const noc_sheet *sheet, const noc_front_view *v, const noc_front_order *o)
{
    const noc_candidates *all = v->candidates;
    char text[600];
    fputs("hash,on_front,by_value,method,overrides", sheet->out);
    for (size_t d = 0; d < all->objectives.count; d++) {
        const char *name = noc_metric_info_of(all->objectives.list[d].metric)->name;
        fprintf(sheet->out, ",%s,%s_lo,%s_hi", name, name, name);
    }
    fputc('\n', sheet->out);
    for (size_t i = 0; i < o->count; i++) {
        const noc_candidate *c = &all->list[o->list[i]];
        const noc_entry *e = noc_candidate_entry(c);
        noc_overrides_text(e->overrides, text, sizeof text);
        noc_csv_cell(sheet, e->hash);
        fprintf(sheet->out, ",%s,%s,%s,", words[all->marks[o->list[i]].membership],
                all->marks[o->list[i]].by_value ? "true" : "false",
                noc_candidate_measured(all, c) ? "sample" : "model");
        noc_csv_cell(sheet, text);
        for (size_t d = 0; d < all->objectives.count; d++) {
            const noc_metric m = noc_candidate_metric(all, c, all->objectives.list[d].metric, NULL);
            const double figures[] = {m.value, m.lo, m.hi};
            for (size_t k = 0; k < 3; k++) {
                fputc(',', sheet->out);
                if (isfinite(figures[k])) fprintf(sheet->out, "%.12g", figures[k]);
            }
        }
        fputc('\n', sheet->out);
    }
}

noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view, noc_diag *diag)
{
    noc_front_order o;
    if (sheet->format == NOC_FORMAT_TABLE) return noc_text_front(sheet, view, diag);
    noc_status status = noc_front_members(view->candidates, true, &o, diag);
    if (status != NOC_OK) return status;
    if (sheet->format == NOC_FORMAT_JSON)
        status = json_front(sheet, view, &o);
    else
        csv_front(sheet, view, &o);
    free(o.list);
    return status;
}
